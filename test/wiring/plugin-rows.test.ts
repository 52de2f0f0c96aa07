// What the journal says of plugins that mean harm or are broken: each is called for real, in a whole
// Gatehouse, and its row names the error and says it in a sentence.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  besideHome,
  journal,
  runApproved,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'
import { ACTS, PROLOGUE, SPEAKS_ONE, SPEAKS_ZERO } from '../plugins/hostile/scripts.ts'
import { fewRows } from '../whole.ts'

wholeApp()

/** What goes on for ever is given little; all else the time that a busy machine takes. */
const manifest = (codes: string): string => `tool_name = "tried"
version = "1.0.0"
description = "Does what it is told to."
native = true
program = "hostile.sh"
max_runtime_ms = ${codes.startsWith('plugin.timeout') ? 3000 : 60000}
[limits]
memory_bytes = 67108864
[args]
required = ["what"]
[args.properties.what]
type = "string"
`

/** `|` where it is a race which limit is met first. */
const ROWS: readonly (readonly [what: string, code: string])[] = [
  ['wrong-id', 'plugin.answer-id'],
  ['half', 'plugin.answer-cut'],
  ['complains', 'plugin.stderr-overflow'],
  ['loops', 'plugin.timeout'],
  ['kills-itself', 'plugin.signal'],
  ['floods', 'plugin.stdout-overflow|plugin.stderr-overflow'],
  ['ignores-term', 'plugin.timeout'],
  ['forks', 'plugin.timeout|plugin.stderr-overflow|plugin.exit-code'],
  ['wrong-version', 'plugin.answer-version'],
  ['twice', 'plugin.answer-second'],
  ['rubbish', 'plugin.answer-trailing'],
  ['noise', 'plugin.answer-not-json'],
  ['bytes', 'plugin.answer-not-json'],
  ['nothing', 'plugin.no-answer'],
  ['missing', 'plugin.answer-shape'],
  ['unknown', 'plugin.answer-shape'],
  ['bad-data', 'plugin.answer-data'],
  ['refuses', 'plugin.failed'],
  ['code', 'plugin.exit-code'],
  ['aborts', 'plugin.signal'],
  ['allocates', 'plugin.out-of-memory'],
]

const prepared = (codes: string) =>
  startServices({
    more: `workspace: '${besideHome('workspace')}'\nplugins: { builtInFolder: '${besideHome('plugins')}' }\n`,
    prepare() {
      const plugins = besideHome('plugins')
      for (const each of [plugins, besideHome('workspace')]) mkdirSync(each, { recursive: true })
      writeFileSync(join(plugins, 'tried.toml'), manifest(codes))
      const program = join(plugins, 'hostile.sh')
      copyFileSync(join(import.meta.dirname, '../plugins/hostile/hostile.sh'), program)
    },
  })

/** Every script that ends badly, as a plugin of its own: `odd_1`, `odd_2`, … */
const odd = [
  ...[...SPEAKS_ZERO, ...ACTS].map((script) => ({ script, protocol: 0 })),
  ...SPEAKS_ONE.map((script) => ({ script, protocol: 1 })),
].filter(({ script: [, , code] }) => code.split('|').every((one) => one.startsWith('plugin.')))

function writeOdd(folder: string): void {
  for (const [at, { script, protocol }] of odd.entries()) {
    const [, body, , { runTimeMs = 60_000 }] = script
    const name = `odd_${at + 1}`
    const lines = [
      `tool_name = "${name}"`,
      'version = "1.0.0"',
      'description = "Keeps to no order."',
      'native = true',
      `program = "${name}.sh"`,
      `max_runtime_ms = ${Math.max(runTimeMs, 3_000)}`,
      `protocol = ${protocol}`,
    ]
    writeFileSync(join(folder, `${name}.toml`), `${lines.join('\n')}\n`)
    const reads = `IFS= read -r call\nid=$(printf '%s' "$call" | sed -n 's/.*"request_id":"\\([^"]*\\)".*/\\1/p')`
    const text = `#!/bin/sh\n${reads}\n${PROLOGUE}\n${body}\n`
    writeFileSync(join(folder, `${name}.sh`), text, { mode: 0o755 })
  }
}

/** What a module is run with: shown folders it may only read. */
const MODULE_ROWS: readonly (readonly [what: string, code: string])[] = [
  ['loops', 'plugin.timeout'],
  ['half', 'plugin.answer-cut'],
  ['floods', 'plugin.stdout-overflow|plugin.stderr-overflow'],
  ['complains', 'plugin.stderr-overflow'],
  ['sleeps', 'plugin.timeout'],
  ['wrong-id', 'plugin.answer-id'],
  ['twice', 'plugin.answer-second'],
  ['rubbish', 'plugin.answer-trailing'],
  ['nothing', 'plugin.no-answer'],
  ['code', 'plugin.exit-code'],
  ['traps', 'plugin.trapped'],
  ['allocates', 'plugin.out-of-memory'],
]

describe.runIf(process.platform === 'linux')('the journal of a whole Gatehouse', () => {
  it.each(fewRows(ROWS, 1))('says of a plugin that is %s: %s', async (name, codes) => {
    await prepared(codes)
    const what = name.replace(' @whole', '')
    const { result } = await runApproved('tried', { what })
    const rows = (await journal()).rows.flatMap(({ entry }) =>
      'callId' in entry && entry.callId === result.requestId ? [entry] : [],
    )
    expect(rows.map(({ kind }) => kind).toReversed()).toEqual([
      ...['decision', 'asked', 'answered', 'running', 'outcome'],
    ])
    const [outcome] = rows
    expect(outcome).toMatchObject({
      kind: 'outcome',
      tool: 'tried',
      status: 'failed',
      route: 'person',
      error: {
        code: expect.stringMatching(new RegExp(`^(?:${codes.replaceAll('.', String.raw`\.`)})$`)),
        text: expect.stringMatching(/\b[Tt]he plugin tried\b/),
      },
    })
    expect(outcome).toHaveProperty('error', result.error)
  })

  it('says of each plugin that keeps to no order how it ended @whole', async () => {
    await startServices({
      more: `workspace: '${besideHome('workspace')}'\nplugins: { builtInFolder: '${besideHome('plugins')}' }\n`,
      prepare() {
        for (const each of ['plugins', 'workspace'])
          mkdirSync(besideHome(each), { recursive: true })
        writeOdd(besideHome('plugins'))
      },
    })
    const said: unknown[] = []
    for (const [at] of odd.entries()) {
      const { result } = await runApproved(`odd_${at + 1}`, {})
      const rows = (await journal()).rows.flatMap(({ entry }) =>
        entry.kind === 'outcome' && entry.callId === result.requestId ? [entry] : [],
      )
      said.push(rows.map(({ status, error }) => [status, error?.code]))
    }
    expect(said).toEqual(
      odd.map(({ script: [, , codes] }) => [
        [
          'failed',
          expect.stringMatching(new RegExp(`^(?:${codes.replaceAll('.', String.raw`\.`)})$`)),
        ],
      ]),
    )
  })
})
