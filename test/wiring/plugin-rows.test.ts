// What the journal says of plugins that mean harm or are broken: each is called for real, in a whole
// Gatehouse, and its row names the error and says it in a sentence.
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  besideHome,
  journal,
  runApproved,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'
import { buildModule, canBuildModules, whyNot } from '../plugins/build-module.ts'
import { ACTS, PROLOGUE, SPEAKS_ONE, SPEAKS_ZERO } from '../plugins/hostile/scripts.ts'
import { processesWith } from '../escape/fixture.ts'
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
[args.properties.path]
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

/** Of modules; each is a plugin of its own over the one program. */
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

const KEEPS_OUT = /No such file|not permitted|Permission denied|Capabilities|Symbolic link loop/

/** What the sandbox keeps from a plugin, which then answers what it met. */
const KEPT = [
  { what: 'reads', path: '/etc/shadow', met: KEEPS_OUT },
  { what: 'reads', path: '/workspace/../../etc/shadow', met: KEEPS_OUT },
  { what: 'reads', path: '/proc/1/environ', met: KEEPS_OUT },
  { what: 'reads', path: '/workspace/out', met: KEEPS_OUT },
  { what: 'writes', path: '/workspace/note', met: /Read-only|not permitted/ },
  { what: 'writes', path: '/workspace/new', met: /Read-only|not permitted/ },
  { what: 'connects', path: '1.1.1.1:80', met: /refused|unreachable/ },
] as const

const outcomesOf = async (id: string) =>
  (await journal()).rows.flatMap(({ entry }) =>
    entry.kind === 'outcome' && entry.callId === id
      ? [[entry.kind, entry.status, entry.error?.code ?? null]]
      : [],
  )

/** A workspace that may be read only, with a way out of it. */
function writeWorkspace(): void {
  mkdirSync(besideHome('workspace'), { recursive: true })
  writeFileSync(besideHome('workspace/note'), 'as it was')
  writeFileSync(besideHome('secret'), 'SECRET-OF-HOST')
  symlinkSync(besideHome('secret'), besideHome('workspace/out'))
}

async function runKept(tool: string, what: string, path: string) {
  await prepared('plugin.no-answer')
  writeWorkspace()
  const { result } = await runApproved(tool, { what, path })
  return { result, rows: await outcomesOf(result.requestId) }
}

/** Each row of modules as a plugin: `module_loops`, `module_half`, … */
const startModules = () =>
  startServices({
    more: `workspace: '${besideHome('workspace')}'\nplugins: { builtInFolder: '${besideHome('plugins')}' }\n`,
    prepare() {
      const folder = besideHome('plugins')
      mkdirSync(folder, { recursive: true })
      writeWorkspace()
      const source = join(import.meta.dirname, '../plugins/hostile/module.c')
      buildModule(source, folder, 'module.wasm')
      for (const [what, codes] of MODULE_ROWS) {
        const name = `module_${what.replace('-', '_')}`
        const text = manifest(codes)
          .replace('"tried"', `"${name}"`)
          .replace('native = true', 'native = false')
          .replace('hostile.sh', 'module.wasm')
        writeFileSync(join(folder, `${name}.toml`), text)
      }
    },
  })

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

  it('says of each plugin that breaks the protocol how it ended @whole', async () => {
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

  it.each(KEPT)(
    'says of a program that $what $path that it ran, and what it met @whole',
    async ({ what, path, met }) => {
      const { result, rows } = await runKept('tried', what, path)
      expect(rows).toEqual([['outcome', 'done', null]])
      expect(JSON.stringify(result)).toMatch(met)
      expect(readFileSync(besideHome('workspace/note'), 'utf8')).toBe('as it was')
      expect(JSON.stringify(result)).not.toContain('SECRET-OF-HOST')
    },
  )

  it('says of a program that dials a server of this machine that it ran, and nobody met it @whole', async () => {
    const met: string[] = []
    const server = createServer((socket) => (met.push('met'), socket.destroy()))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as { readonly port: number }
    const { result, rows } = await runKept('tried', 'connects', `127.0.0.1:${port}`)
    await new Promise((closed) => server.close(closed))
    expect([rows, met]).toEqual([[['outcome', 'done', null]], []])
    expect(JSON.stringify(result)).toContain('refused')
  })

  it('says of a program that detaches how it ended, and nothing of it is left @whole', async () => {
    const seconds = `87${process.pid}.5`
    const { rows } = await runKept('tried', 'detaches-silently', seconds)
    expect(rows).toEqual([['outcome', 'failed', 'plugin.no-answer']])
    expect(processesWith(seconds)).toEqual([])
  })
})

describe.runIf(process.platform === 'linux' && canBuildModules)(
  `the journal of a whole Gatehouse, of modules${whyNot}`,
  () => {
    it('says of each how it ended @whole', async () => {
      await startModules()
      const said: unknown[] = []
      for (const [what] of MODULE_ROWS) {
        const { result } = await runApproved(`module_${what.replace('-', '_')}`, { what, path: '' })
        said.push([what, ...(await outcomesOf(result.requestId))])
      }
      expect(said).toEqual(
        MODULE_ROWS.map(([what, codes]) => [
          what,
          [
            'outcome',
            'failed',
            expect.stringMatching(new RegExp(`^(?:${codes.replaceAll('.', String.raw`\.`)})$`)),
          ],
        ]),
      )
    })

    it('says of one that reads and writes where it may not that it ran, and what it met @whole', async () => {
      await startModules()
      for (const { what, path, met } of KEPT.filter((each) => each.what !== 'connects')) {
        const { result } = await runApproved('module_nothing', { what, path })
        expect(await outcomesOf(result.requestId)).toEqual([['outcome', 'done', null]])
        expect(JSON.stringify(result)).toMatch(met)
        expect(JSON.stringify(result)).not.toContain('SECRET-OF-HOST')
      }
      expect(readFileSync(besideHome('workspace/note'), 'utf8')).toBe('as it was')
    })
  },
)
