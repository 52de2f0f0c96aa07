// Looks at undo, the journal, runs, jobs, servers and policies where no Gatehouse runs, held against the
// answers of a whole one over the same home; and that they leave that home as it was.
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import type { IpcChannel } from '../../contract/ipc/ipc.ts'
import { canonicalJson, Json } from '../../contract/json.ts'
import { err } from '../../contract/result.ts'
import { findAppPaths, type AppPaths } from '../../main/config/paths.ts'
import { foundRows } from '../../main/host/cli/audit/found-rows.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import type { CliConnection } from '../../main/host/client-connection.ts'
import { verify } from '../../main/journal/receipts/load-verifier.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { openApp } from '../../main/wiring/app.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeTemporary } from '../temporary.ts'

const sandbox = await startsBubblewrap()
const SECRET = 'ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6'
let root = ''
const at = (name: string): string => join(root, name)
const pathsIn = (home: string): AppPaths =>
  findAppPaths({ env: { GATEHOUSE_HOME: home }, platform: 'linux', homedir: dirname(home) })

const Ran = z.object({ value: z.object({ requestId: z.string() }) })
/** What the seeded calls are, by name. */
const ids: Record<string, string> = {}

async function opened(paths: AppPaths, queryOnly: boolean) {
  const app = await openApp({
    host: queryOnly ? 'cli' : 'browser',
    paths,
    version: '0.0.0',
    queryOnly,
    gatewayPort: 0,
  })
  if (!app.ok) throw new Error(app.error.text)
  return app.value
}

/** Calls that wrote, overwrote and only computed; one that is refused; one whose files hold a secret. */
async function seed(): Promise<void> {
  const paths = pathsIn(at('home'))
  mkdirSync(paths.defaultWorkspace, { recursive: true })
  mkdirSync(dirname(paths.configFile), { recursive: true })
  writeFileSync(paths.configFile, 'preset: flow\n')
  const app = await opened(paths, false)
  const run = async (name: string, tool: string, args: unknown) => {
    const from = { surface: 'cli' } as const
    const done = await app.call('tools.run', { tool, args, wait: false }, from)
    const ran = Ran.safeParse(done)
    ids[name] = ran.success ? ran.data.value.requestId : ''
  }
  await run('pure', 'math_eval', { expression: '6 * 7' })
  await run('new', 'write_file', { path: 'a.txt', content: 'One line.\n' })
  await run('over', 'write_file', { path: 'a.txt', content: `Another.\ntoken=${SECRET}\n` })
  await run('refused', 'write_file', { path: '/etc/hosts', content: '' })
  if (sandbox) await run('command', 'exec', { command: 'echo three > b.txt' })
  await app.dispose()
}

const rules =
  'preset: careful\nrules:\n  - { id: sums, when: { tools: [math_eval] }, effect: deny, reason: No. }\n'

const channels = (): readonly (readonly [IpcChannel, unknown])[] => [
  ...[...Object.values(ids), 'call_0123456789'].flatMap((id): [IpcChannel, unknown][] => [
    ['undo.preview', { callId: id }],
    ['audit.receipt', { id }],
    ['audit.row-proof', { id, index: 0, redact: [] }],
    ['audit.row-proof', { id, index: 99, redact: ['people'] }],
    ['audit.search', { query: `call:${id}` }],
  ]),
  ['runs.capture', { id: 'run_0123456789' }],
  ['schedules.preflight', { id: 'job_0123456789', expected: [] }],
  ['policy.simulate', { text: rules, limit: 1000 }],
  ['policy.simulate', { text: '', limit: 2 }],
  ['servers.export', { format: 'vscode' }],
  ['servers.export', { format: 'codex', names: ['forge'] }],
  ['organisation.policy', {}],
]

const homes: readonly (readonly [string, (paths: AppPaths) => void])[] = [
  ['as it was left', () => {}],
  ['no configuration @whole', ({ configFile }) => rmSync(configFile)],
  ['a new home', ({ home }) => rmSync(home, { recursive: true })],
  [
    'files that changed since @whole',
    // What is kept names the folder in which the calls ran.
    () => writeFileSync(at('home-workspace/a.txt'), 'By hand.\n'),
  ],
  [
    'rules, an exception of redaction and another workspace @whole',
    ({ configFile, home }) => {
      mkdirSync(join(dirname(home), 'other'))
      writeFileSync(
        configFile,
        `${rules}workspace: ${join(dirname(home), 'other')}\nredaction: { exceptions: [{ rule: github-token, reason: Samples. }] }\n`,
      )
    },
  ],
  [
    'contents that are gone @whole',
    ({ dataDir }) => rmSync(join(dataDir, 'checkpoints'), { recursive: true }),
  ],
]

/** Of the time at which it was asked. */
const Signed = z.looseObject({
  ok: z.literal(true),
  value: z.looseObject({ signature: z.string(), key: z.string() }),
})
const TIMED = /^(?:madeAt|signature|tookMs|durationMs)$/

function comparable(answer: unknown): string {
  const signed = Signed.safeParse(answer)
  if (signed.success) {
    const { value } = signed.data
    expect(verify(`${canonicalJson(Json.parse(value))}\n`, value.key).kind).toBe('valid')
  }
  return JSON.stringify(answer, (key, value: unknown) => (TIMED.test(key) ? null : value), 1)
}

/** Every file with its content and mode. What SQLite has beside a database that it reads holds nothing. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('.db-shm') && !name.endsWith('.db-wal'))
    .toSorted()
    .map((name) => {
      const file = join(folder, name)
      const stat = statSync(file)
      const hash = stat.isFile()
        ? createHash('sha256').update(readFileSync(file)).digest('hex')
        : 'folder'
      return `${name} ${stat.mode} ${hash}`
    })
}

type Ask = (channel: IpcChannel, input: unknown) => Promise<unknown>

/** Each answer, null where it is left to the whole. A search is over when all was looked at, however busy the machine is. */
async function allOf(ask: Ask): Promise<[string, unknown][]> {
  const said: [string, unknown][] = []
  for (const [channel, input] of channels()) {
    const answer =
      channel === 'audit.search' ? await searched(ask, input) : await ask(channel, input)
    said.push([`${channel} ${JSON.stringify(input)}`, answer && comparable(answer)])
  }
  return said
}

async function searched(ask: Ask, input: unknown): Promise<unknown> {
  const { query } = z.object({ query: z.string() }).parse(input)
  let isLeft = false
  const call = async (channel: IpcChannel, asked: unknown) => {
    const answer = await ask(channel, asked)
    isLeft ||= answer === null
    return answer ?? err(failure('test.left', 'The whole answers.'))
  }
  const found = await foundRows({ call: call as CliConnection['call'] }, query, 200)
  return isLeft ? null : found
}

/** Where there is no database, there is no key yet; and what is kept of calls is made again as it is looked at. */
const leftToWhole: Readonly<Record<string, readonly string[]>> = {
  'a new home': ['audit.receipt', 'audit.row-proof', 'audit.search'],
  'contents that are gone @whole': ['undo.preview'],
}

describe('with no Gatehouse running', () => {
  beforeAll(async () => {
    root = makeTemporary('looks')
    await seed()
  }, 600_000)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each(homes)(
    'answers as a whole one would and writes nothing, over %s',
    async (name, change) => {
      const home = at(join(`copy of ${homes.findIndex(([other]) => other === name)}`, 'home'))
      cpSync(at('home'), home, { recursive: true })
      const paths = pathsIn(home)
      change(paths)
      mkdirSync(paths.defaultWorkspace, { recursive: true })
      const env = { GATEHOUSE_HOME: home, PATH: process.env['PATH'] }
      const context = fakeCliContext({ env, homedir: dirname(home), version: '0.0.0' })
      const before = filesIn(dirname(home))
      const here = await allOf(async (channel, input) =>
        answerAtRest(context, paths, channel, input),
      )
      expect(filesIn(dirname(home))).toEqual(before)
      const app = await opened(paths, true)
      const whole = await allOf((channel, input) => app.call(channel, input, { surface: 'cli' }))
      await app.dispose()
      const left = here.filter(([, answer]) => answer === null).map(([asked]) => asked)
      expect(here.filter(([, answer]) => answer !== null)).toEqual(
        whole.filter(([asked]) => !left.includes(asked)),
      )
      const channelsLeft = new Set(left.map((asked) => asked.split(' ')[0] ?? ''))
      expect([...channelsLeft].toSorted()).toEqual(leftToWhole[name] ?? [])
    },
  )
})
