// What a home says that follows an organisation, where no Gatehouse runs: held against the answers of a
// whole one over the same home, for bundles that are good and for those that somebody had a hand in.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Bundle } from '../../contract/bundle/bundle.ts'
import { ToolListing } from '../../contract/call/manifest.ts'
import type { Input, IpcChannel } from '../../contract/ipc/ipc.ts'
import { SupposedCall } from '../../contract/policy/supposed.ts'
import { findAppPaths, type AppPaths } from '../../main/config/paths.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { openStore } from '../../main/store/open.ts'
import { openApp } from '../../main/wiring/app.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeFolder } from '../store/fixture.ts'

type More = Partial<z.input<typeof Bundle>>
const [key, second, stranger] = [signingKey(), signingKey(), signingKey()]

const AGENT = 'name: scout\ncapabilities: [fs_read]\n'
const HELD: More = {
  preset: 'theirs',
  presets: {
    theirs: {
      tiers: { R2: 'confirm' },
      allowNetwork: false,
      tools: ['read_file', 'write_file', 'exec', 'math_eval'],
    },
  },
  rules: [
    { id: 'no-push', when: { commands: ['git push'] }, effect: 'deny', reason: 'Not from here.' },
    { id: 'two', when: { paths: ['src/**'] }, effect: 'confirm', approvers: 2, reason: 'Grave.' },
  ],
  stop: ['**/ledger/**'],
  tools: { math_eval: { disabled: true }, write_file: { tier: 'R3' } },
  agents: {
    scout: AGENT,
    main: 'name: main\ncapabilities: [fs_read, {fs_write: {paths: ["src/**"]}}, command_run]\n',
  },
  servers: { forge: { tools: {} } },
  revokedKeys: [stranger.id],
}

const filesOf = ({ dataDir }: AppPaths) => {
  const at = (name: string): string => join(dataDir, 'organisation', `${name}.json`)
  return {
    at,
    put: (name: string, text: string): void => {
      mkdirSync(join(dataDir, 'organisation'), { recursive: true })
      writeFileSync(at(name), text)
    },
  }
}
const inForce =
  (more: More = {}, by = key) =>
  (paths: AppPaths): void =>
    filesOf(paths).put('in-force', signedBundle(by, more))
const seen = (more: object) =>
  JSON.stringify({
    organisation: 'Example',
    highest: 7,
    digest: 'ab'.repeat(32),
    checked: 1_700_000_000_000,
    latest: 1_800_000_000_000,
    trouble: null,
    tag: null,
    ...more,
  })
/** One letter of it is another. */
function changed(paths: AppPaths, field: 'payload' | 'sig'): void {
  const { at } = filesOf(paths)
  const text = readFileSync(at('in-force'), 'utf8')
  const from = text.indexOf(`"${field}": "`) + field.length + 5
  const other = text[from + 40] === 'A' ? 'B' : 'A'
  writeFileSync(at('in-force'), `${text.slice(0, from + 40)}${other}${text.slice(from + 41)}`)
}

type Organisation = Readonly<Record<string, unknown>>
/** `says`: what `organisation.state` has of it, so that no home is another than it claims. */
type Row = {
  readonly name: string
  readonly then: (paths: AppPaths) => void
  readonly organisation?: Organisation
  readonly config?: string
  readonly says: object
}
const serial = (of: number, more: object = {}) => ({ inForce: { serial: of }, ...more })

const rows: readonly Row[] = [
  { name: 'a bundle that holds something of each', then: inForce(HELD), says: serial(1) },
  { name: 'no bundle', then: () => {}, says: { inForce: null } },
  {
    name: 'a bundle that holds nothing @whole',
    then: inForce({ serial: 4 }),
    says: serial(4),
  },
  {
    name: 'a bundle that expired',
    then: inForce({ ...HELD, expires: '2026-01-01T00:00:00Z' }),
    says: serial(1, { expiredSince: Date.parse('2026-01-01T00:00:00Z') }),
  },
  {
    name: 'a bundle that expired by the time its source was last asked, and a clock set back @whole',
    then(paths) {
      inForce({ expires: '2090-01-01T00:00:00Z' })(paths)
      filesOf(paths).put('seen', seen({ latest: Date.parse('2091-01-01T00:00:00Z') }))
    },
    says: serial(1, { expiredSince: Date.parse('2090-01-01T00:00:00Z') }),
  },
  {
    name: 'an older bundle than was here already @whole',
    then(paths) {
      inForce({ ...HELD, serial: 3 })(paths)
      filesOf(paths).put('seen', seen({ highest: 7 }))
    },
    says: serial(3),
  },
  {
    name: 'a source that is silent, and notes that cannot be read @whole',
    then(paths) {
      inForce(HELD)(paths)
      filesOf(paths).put('seen', '{')
    },
    says: serial(1, { checked: null, trouble: null }),
  },
  {
    name: 'a source that is silent @whole',
    then(paths) {
      inForce(HELD)(paths)
      const why = { code: 'bundle.unreachable', text: 'It is not there.' }
      filesOf(paths).put('seen', seen({ trouble: { since: 1_700_000_000_000, why } }))
    },
    says: serial(1, { trouble: { since: 1_700_000_000_000 } }),
  },
  {
    name: 'a payload that was changed',
    then(paths) {
      inForce(HELD)(paths)
      changed(paths, 'payload')
    },
    says: { inForce: null },
  },
  {
    name: 'a signature that was changed @whole',
    then(paths) {
      inForce(HELD)(paths)
      changed(paths, 'sig')
    },
    says: { inForce: null },
  },
  {
    name: 'a key that may not sign @whole',
    then: inForce(HELD, stranger),
    says: { inForce: null },
  },
  {
    name: 'fewer signatures than are asked for @whole',
    then: inForce(HELD),
    organisation: { keys: [key.text, second.text], signatures: 2 },
    says: { inForce: null },
  },
  {
    name: 'the bundle of another organisation @whole',
    then: inForce({ ...HELD, organisation: 'Elsewhere' }),
    says: { inForce: null },
  },
  {
    name: 'a file that is no bundle @whole',
    then: (paths) => filesOf(paths).put('in-force', 'serial: 1\n'),
    says: { inForce: null },
  },
  {
    name: 'a bundle of another form @whole',
    then: inForce({ ...HELD, preset: 'nowhere' }),
    says: { inForce: null },
  },
  {
    name: 'a looser bundle that waits @whole',
    then(paths) {
      inForce(HELD)(paths)
      filesOf(paths).put('waiting', signedBundle(key, { serial: 2 }))
    },
    says: serial(1, { waiting: { bundle: { serial: 2 } } }),
  },
  {
    name: 'one that waits by a key that was revoked meanwhile @whole',
    then(paths) {
      inForce(HELD)(paths)
      filesOf(paths).put('waiting', signedBundle(stranger, { serial: 2 }))
    },
    organisation: { keys: [key.text, stranger.text] },
    says: serial(1, { waiting: null }),
  },
  {
    name: 'one that waits and is no newer @whole',
    then(paths) {
      inForce({ ...HELD, serial: 5 })(paths)
      filesOf(paths).put('waiting', signedBundle(key, { serial: 5, stop: ['**/x'] }))
    },
    says: serial(5, { waiting: null }),
  },
  {
    name: 'a configuration that says more of its own @whole',
    then: inForce(HELD),
    config: [
      'preset: careful',
      'stop: ["**/diary/**"]',
      'tools: { exec: { default: deny } }',
      'allowlist: { hosts: [example.org] }',
      'rules: [{ id: mine, when: { tools: [write_file] }, effect: allow, reason: Mine. }]',
      'exfiltrationGuard: { enabled: true }',
    ].join('\n'),
    says: serial(1),
  },
]

const write = (path: string) => ({ tool: 'write_file', args: { path, content: 'x' } })
const command = (line: string) => ({ tool: 'exec', args: { command: line } })
const asked: readonly (Partial<SupposedCall> & { tool: string; args: unknown })[] = [
  write('a.txt'),
  write('src/a.txt'),
  write('ledger/a.txt'),
  { ...write('a.txt'), principal: 'person' },
  { ...write('a.txt'), principal: 'cli' },
  { ...write('a.txt'), principal: 'schedule' },
  { ...write('a.txt'), principal: 'subagent' },
  { ...write('a.txt'), earlier: { calls: 500, denials: 9 } },
  { tool: 'read_file', args: { path: 'ledger/a.txt' } },
  { tool: 'read_file', args: { path: 'a.txt' } },
  ...['ls', 'git push', 'cat ledger/a.txt', 'curl https://example.org'].map(command),
  { ...command('git push'), principal: 'person' },
  { tool: 'http', args: { method: 'GET', url: 'https://example.org/a' }, principal: 'person' },
]
const explained = asked.map((call) => ({ calls: [SupposedCall.parse(call)] }))
const tried = { text: 'preset: careful\nrules: []\n' }

const channels: readonly (readonly [IpcChannel, unknown])[] = [
  ['organisation.state', {}],
  ['organisation.policy', {}],
  ['policy.hash', {}],
  ['policy.check', { text: '' }],
  ['policy.check', { text: 'preset: careful\n' }],
  ['policy.check', { text: 'preset: nope\n' }],
  ['own-agents.list', {}],
  ['own-agents.capabilities', {}],
  ['plugins.list', {}],
  ['servers.list', {}],
  ['servers.export', { format: 'vscode' }],
  ['undo.preview', { callId: 'call_0123456789' }],
  ['audit.attention', { hours: 24 }],
]
/** Where no sandbox starts, the whole says why. */
const withSandbox: typeof channels = (await startsBubblewrap())
  ? [
      ...channels,
      ['tools.list', {}],
      ...explained.flatMap((input): typeof channels => [
        ['policy.explain', input],
        ['policy.explain', { ...input, ...tried }],
      ]),
    ]
  : channels

async function homeOf({ then, organisation = {}, config = '' }: Row) {
  const folder = makeFolder()
  const env = { GATEHOUSE_HOME: join(folder, 'home'), PATH: process.env['PATH'] }
  const paths = findAppPaths({ env, platform: 'linux', homedir: folder })
  const { dataDir, defaultWorkspace, configFile, databaseFile } = paths
  for (const each of [dataDir, join(defaultWorkspace, 'ledger')])
    mkdirSync(each, { recursive: true })
  const follows = {
    name: 'Example',
    source: join(folder, 'policy'),
    keys: [key.text],
    ...organisation,
  }
  writeFileSync(configFile, `organisation: ${JSON.stringify(follows)}\n${config}\n`)
  const store = await openStore(databaseFile, { now: () => 42 })
  if (!store.ok || !openAtRest(join(dataDir, 'approvals.key')).ok) throw new Error('no home')
  store.value.close()
  then(paths)
  return { paths, env, folder }
}

/** What follows from the clock, and what a trial of the sandbox or the tools’ own code knows, is left out of both. */
function comparable(channel: IpcChannel, answer: unknown): unknown {
  if (!['tools.list', 'audit.attention', 'plugins.list'].includes(channel)) return answer
  const { value } = z.looseObject({ ok: z.literal(true), value: z.unknown() }).parse(answer)
  if (channel === 'audit.attention') return { ...(value as object), bars: null }
  if (channel === 'plugins.list') return { ...(value as object), tools: null }
  return z
    .array(ToolListing)
    .parse(value)
    .map((one) => ({ ...one, missing: one.missing.filter(({ uncertain }) => uncertain !== true) }))
}
/** All but what SQLite puts beside a database that is read. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:shm|wal)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => `${file} ${readFileSync(file, 'latin1')}`)
    .toSorted()

it.each(rows.map((row): [string, Row] => [row.name, row]))(
  'answers as a running Gatehouse would, over %s',
  async (_name, row) => {
    const { paths, env, folder } = await homeOf(row)
    const context = fakeCliContext({ env, homedir: folder })
    const before = filesIn(folder)
    const here: unknown[] = []
    for (const [channel, input] of withSandbox) {
      const answer = await answerAtRest(context, paths, channel, input)
      here.push([channel, input, answer && comparable(channel, answer)])
    }
    expect(filesIn(folder)).toEqual(before)
    expect(here[0]).toMatchObject(['organisation.state', {}, { ok: true, value: row.says }])
    const app = await openApp({ host: 'cli', paths, version: '1', queryOnly: true })
    if (!app.ok) throw new Error(app.error.text)
    const whole: unknown[] = []
    for (const [channel, input] of withSandbox) {
      const answer = await app.value.call(channel, input as Input<typeof channel>, {
        surface: 'cli',
      })
      whole.push([channel, input, comparable(channel, answer)])
    }
    await app.value.dispose()
    expect(here).toEqual(whole)
  },
)
