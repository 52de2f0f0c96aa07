// Looks at undo, the journal, runs, jobs, servers and policies where no Gatehouse runs, held against the
// answers of a whole one over the same home; and that they leave that home as it was.
import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import type { IpcChannel } from '../../contract/ipc/ipc.ts'
import { canonicalJson, Json } from '../../contract/json.ts'
import { RunId } from '../../contract/ids.ts'
import { err } from '../../contract/result.ts'
import { Capsule } from '../../contract/agent/capsule.ts'
import { findAppPaths, type AppPaths } from '../../main/config/paths.ts'
import { foundRows } from '../../main/host/cli/audit/found-rows.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import type { CliConnection } from '../../main/host/client-connection.ts'
import { capsuleFault } from '../../main/journal/receipts/capsule-signature.ts'
import { verify } from '../../main/journal/receipts/load-verifier.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { openSigningKeys } from '../../main/secrets/signing-key.ts'
import { credentialsAtRest } from '../../main/wiring/at-rest/credentials-at-rest.ts'
import { wireCredentials } from '../../main/wiring/execution/secrets.ts'
import { openApp } from '../../main/wiring/app.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { modelServer } from '../fakes/model-server.ts'
import { shellPlugin } from '../plugins/shell-plugin.ts'
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
/** The run that read a file and said a secret. */
let run = ''
/** What was signed of them, as its file has it, by name; and whose key it was. */
const signed: Record<string, string> = {}
let key = ''

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

/**
 * Calls that wrote, overwrote and only computed; one that is refused; one whose files hold a secret; and a
 * run of an agent.
 */
async function seed(): Promise<void> {
  const model = await modelServer([
    { kind: 'say', calls: [{ id: 'c1', name: 'read_file', args: { path: 'a.txt' } }] },
    { kind: 'say', text: [`It says ${SECRET}.`] },
  ])
  const paths = pathsIn(at('home'))
  mkdirSync(paths.defaultWorkspace, { recursive: true })
  mkdirSync(dirname(paths.configFile), { recursive: true })
  writeFileSync(
    paths.configFile,
    `preset: flow\nmodel: { provider: openai-compatible, name: fake, baseUrl: ${model.url} }\n`,
  )
  mkdirSync(paths.agentsDir)
  writeFileSync(join(paths.agentsDir, 'scout.yaml'), 'name: scout\ncapabilities: [fs_read]\n')
  const app = await opened(paths, false)
  const called = async (name: string, tool: string, args: unknown) => {
    const from = { surface: 'cli' } as const
    const done = await app.call('tools.run', { tool, args, wait: false }, from)
    const ran = Ran.safeParse(done)
    ids[name] = ran.success ? ran.data.value.requestId : ''
  }
  await called('pure', 'math_eval', { expression: '6 * 7' })
  await called('new', 'write_file', { path: 'a.txt', content: 'One line.\n' })
  await called('over', 'write_file', { path: 'a.txt', content: `Another.\ntoken=${SECRET}\n` })
  await called('refused', 'write_file', { path: '/etc/hosts', content: '' })
  if (sandbox) await called('command', 'exec', { command: 'echo three > b.txt' })
  const ask: Ask = (channel, input) => app.call(channel, input, { surface: 'cli' })
  const Started = z.object({ value: z.object({ id: RunId }) })
  const started = await ask('own-agents.run', {
    name: 'scout',
    text: `What is in a.txt? ${SECRET}`,
  })
  run = Started.parse(started).value.id
  const isOver = async (): Promise<void> =>
    expect(await ask('runs.get', { id: run })).toMatchObject({ value: { run: { state: 'idle' } } })
  await vi.waitFor(isOver, { timeout: 300_000, interval: 200 })
  await sign(ask)
  await app.dispose()
  await model.close()
}

/** Receipts, a proof of one row and exports, as they were signed, and each with one number changed. */
async function sign(ask: Ask): Promise<void> {
  const line = async (channel: IpcChannel, input: unknown) =>
    `${canonicalJson(Json.parse(z.object({ value: z.unknown() }).parse(await ask(channel, input)).value))}\n`
  signed['receipt'] = await line('audit.receipt', { id: run })
  signed['proof'] = await line('audit.row-proof', { id: ids['over'], index: 0, redact: [] })
  signed['export'] = await exported(ask, { format: 'proof', query: '' })
  const hidden = { format: 'proof', query: 'tool:write_file', redact: ['content'] }
  signed['hidden'] = await exported(ask, hidden)
  for (const [name, text] of Object.entries(signed))
    signed[`${name}, changed`] = text.replace(/("madeAt":|"from":)\d/, '$19')
  signed['nothing'] = 'No receipt.'
  const Key = z.object({ value: z.object({ fingerprint: z.string() }) })
  key = Key.parse(await ask('audit.key', { rotate: false })).value.fingerprint
}

const Piece = z.object({
  ok: z.literal(true),
  value: z.object({ text: z.string(), next: z.int().nullable(), seq: z.int(), asOf: z.int() }),
})

/** All pieces of an export as one text; of none, what was said instead. */
async function exported(ask: Ask, wanted: object): Promise<string> {
  let text = ''
  for (let from = {}; ;) {
    const answer = await ask('audit.export', { ...wanted, ...from })
    const piece = Piece.safeParse(answer)
    if (!piece.success) return answer === null ? '' : JSON.stringify(answer)
    const { next, seq, asOf } = piece.data.value
    text += piece.data.value.text
    if (next === null) return text
    from = { after: next, until: seq, asOf }
  }
}

/** By the name of the file. The last one is not there. */
const manifests: Readonly<Record<string, string | null>> = {
  word_count: shellPlugin('word_count', 'Counts words.'),
  wrong: 'tool_name = "Wrong name"\nversion = 1\n',
  nowhere: null,
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
  ['runs.capture', { id: run }],
  ['audit.receipt', { id: run }],
  ...Object.values(signed).flatMap((text): [IpcChannel, unknown][] => [
    ['audit.check-receipt', { text, key: '' }],
    ['audit.check-receipt', { text, key }],
    ['audit.check-receipt', { text, key: 'ab'.repeat(32) }],
  ]),
  ...['', `run:${run}`, 'tool:write_file', 'tool:nothing', 'tool:('].flatMap(
    (query): [IpcChannel, unknown][] => [
      ['audit.export', { format: 'proof', query }],
      ['audit.export', { format: 'proof', query, redact: ['content', 'people'] }],
    ],
  ),
  ['schedules.preflight', { id: 'job_0123456789', expected: [] }],
  ['policy.simulate', { text: rules, limit: 1000 }],
  ['policy.simulate', { text: '', limit: 2 }],
  ['servers.export', { format: 'vscode' }],
  ['servers.export', { format: 'codex', names: ['forge'] }],
  ['organisation.policy', {}],
  ['audit.key', { rotate: false }],
  ['app.running', {}],
  ...Object.keys(manifests).map((name): [IpcChannel, unknown] => [
    'plugins.check',
    { file: at(`${name}.toml`) },
  ]),
]

const keyFile = ({ dataDir }: AppPaths): string => join(dataDir, 'signing-key.json')
const keysOf = async (paths: AppPaths, store = credentialsAtRest(paths.home)) =>
  openSigningKeys({ file: keyFile(paths), store: (await store).signingKey, now: Date.now })

const homes: readonly (readonly [string, (paths: AppPaths) => void | Promise<void>])[] = [
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
  ['no key yet @whole', (paths) => rmSync(keyFile(paths))],
  ['a key that cannot be read @whole', (paths) => writeFileSync(keyFile(paths), 'zebra')],
  ['another key by now', async (paths) => void (await (await keysOf(paths)).rotate())],
  [
    'a key of somebody else @whole',
    async (paths) => {
      rmSync(keyFile(paths))
      await (await keysOf(paths)).start()
    },
  ],
  [
    'a key in the store, which is locked @whole',
    async (paths) => {
      const store = wireCredentials({
        home: paths.home,
        system: null,
        env: { GATEHOUSE_PASSPHRASE: 'correct horse battery' },
        stepUp: {
          state: () => ({ passphrase: false, totp: false, system: 'none', lockedUntil: null }),
          prove: noProof,
        },
        now: Date.now,
        changed: () => {},
      })
      await store.start()
      expect((await store.unlock('correct horse battery')).ok).toBe(true)
      await (await keysOf(paths, Promise.resolve(store))).start()
      expect(existsSync(keyFile(paths))).toBe(false)
    },
  ],
  ['killed before the head was written', (paths) => leaveOpen(paths)],
  [
    'killed so, and a row beyond the head changed since',
    (paths) => {
      leaveOpen(paths)
      changeRow(paths, 'kind', 'max')
    },
  ],
  [
    'an organisation whose bundle is not here @whole',
    ({ configFile }) => {
      const { publicKey } = generateKeyPairSync('ed25519')
      const theirs = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
      const source = join(dirname(configFile), 'nowhere')
      const line = `organisation: { name: Example, source: ${source}, keys: ['${theirs}'], signatures: 1 }\n`
      writeFileSync(configFile, line, { flag: 'a' })
    },
  ],
  ['a row that somebody changed @whole', (paths) => changeRow(paths, 'write_file')],
  ['a row that somebody changed, of another call @whole', (paths) => changeRow(paths, 'math_eval')],
]

const noProof = async () => err(failure('test.proof', 'Nobody is asked.'))

/** As a machine leaves it that lost its power: the last three rows are beyond the head. */
function leaveOpen({ databaseFile, headFile }: AppPaths): void {
  const db = new Database(databaseFile, { readonly: true })
  const sql = 'SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1 OFFSET 3'
  const { seq, hash } = z.object({ seq: z.int(), hash: z.string() }).parse(db.prepare(sql).get())
  db.close()
  writeFileSync(headFile, JSON.stringify({ seq, hash, state: 'open' }).padEnd(255) + '\n')
}

/** So that its words are others and its hash is as it was. */
function changeRow({ databaseFile }: AppPaths, tool: string, which: 'min' | 'max' = 'min'): void {
  const db = new Database(databaseFile)
  const Triggers = z.array(z.object({ name: z.string(), sql: z.string() }))
  const held = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'journal'"
  const triggers = Triggers.parse(db.prepare(held).all())
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  const sql = `UPDATE journal SET body = replace(body, '"at":1', '"at":2') WHERE seq =
    (SELECT ${which}(seq) FROM journal WHERE body LIKE ?)`
  expect(db.prepare(sql).run(`%"${tool}"%`).changes).toBe(1)
  for (const { sql: again } of triggers) db.exec(again)
  db.close()
}

/** Of the time at which it was asked. */
const Signed = z.looseObject({
  ok: z.literal(true),
  value: z.looseObject({ signature: z.string(), key: z.string() }),
})
/** A whole one checks its journal meanwhile: what it has found by now is a matter of time. */
const TIMED = /^(?:madeAt|signature|tookMs|durationMs|journalBroken)$/

function comparable(answer: unknown): string {
  const found = Signed.safeParse(answer)
  if (found.success) {
    const { value } = found.data
    const capsule = Capsule.safeParse(value)
    if (capsule.success) expect(capsuleFault(capsule.data, undefined, value)).toBe(null)
    else expect(verify(`${canonicalJson(Json.parse(value))}\n`, value.key).kind).toBe('valid')
  }
  return JSON.stringify(answer, (name, value: unknown) => (TIMED.test(name) ? null : value), 1)
}

/** An export without the time of its seal, which has to be one. */
function comparableExport(text: string): string | null {
  if (text === '') return null
  const lines = text
    .trimEnd()
    .split('\n')
    .map((one) => Json.parse(JSON.parse(one)))
  return comparable({ kind: verify(text).kind, lines })
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
    const asked = `${channel} ${JSON.stringify(input)}`
    if (channel === 'audit.export') {
      const text = await exported(ask, z.looseObject({}).parse(input))
      said.push([asked, comparableExport(text)])
      continue
    }
    const answer =
      channel === 'audit.search' ? await searched(ask, input) : await ask(channel, input)
    said.push([asked, answer && comparable(answer)])
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

const signs = ['audit.export', 'audit.receipt', 'audit.row-proof', 'runs.capture']
/**
 * Where there is no database there is no key, so no piece of an export can be signed; and what is kept of calls
 * is made again as it is looked at.
 */
const leftToWhole: Readonly<Record<string, readonly string[]>> = {
  'a new home': ['audit.export', 'audit.key', 'audit.search'],
  'contents that are gone @whole': ['undo.preview'],
  'no key yet @whole': [...signs, 'audit.key'].toSorted(),
  'a key that cannot be read @whole': [...signs, 'audit.key'].toSorted(),
  // What was done to the journal, the whole finds out.
  'killed so, and a row beyond the head changed since': [
    'app.running',
    'audit.check-receipt',
    'audit.export',
    'audit.receipt',
    'audit.row-proof',
    'audit.search',
    'plugins.check',
    'policy.simulate',
    'runs.capture',
    'schedules.preflight',
    'undo.preview',
  ],
}

describe('with no Gatehouse running', () => {
  beforeAll(async () => {
    root = makeTemporary('looks')
    writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 })
    for (const [name, text] of Object.entries(manifests))
      if (text !== null) writeFileSync(at(`${name}.toml`), text)
    await seed()
  }, 600_000)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each(homes)(
    'answers as a running Gatehouse would and writes nothing, over %s',
    async (name, change) => {
      const home = at(join(`copy of ${homes.findIndex(([other]) => other === name)}`, 'home'))
      cpSync(at('home'), home, { recursive: true })
      const paths = pathsIn(home)
      await change(paths)
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
