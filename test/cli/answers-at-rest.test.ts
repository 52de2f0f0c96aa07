// What is answered without a Gatehouse, held against the answer of a whole one over the same home.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ToolListing } from '../../contract/call/manifest.ts'
import type { Failure } from '../../contract/failure.ts'
import type { IpcChannel } from '../../contract/ipc/ipc.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import { openClientDelegations } from '../../main/policy/client-delegations.ts'
import { clientGrant } from '../../main/policy/client-grant.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { openStore } from '../../main/store/open.ts'
import { clientsTable } from '../../main/store/tables/clients-table.ts'
import { inboundEventsTable } from '../../main/store/tables/inbound-events-table.ts'
import { stepUpTable } from '../../main/store/tables/step-up-table.ts'
import { webhooksTable } from '../../main/store/tables/webhooks-table.ts'
import { openApp } from '../../main/wiring/app.ts'
import { clientDelegationsFile } from '../../main/wiring/policy/client-delegations-file.ts'
import { sha256 } from '../../main/wiring/sha256.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeFolder } from '../store/fixture.ts'

const channels: readonly (readonly [IpcChannel, unknown])[] = [
  ['accounts.list', {}],
  ['clients.list', {}],
  ['audit.verifier', {}],
  ['events.get', { id: 1 }],
  ['events.get', { id: 99 }],
  ['events.list', { channel: null, source: null, type: null, state: null, limit: 50 }],
  ['fleet.collector', {}],
  ['fleet.state', {}],
  ['organisation.policy', {}],
  ['organisation.state', {}],
  ['own-agents.capabilities', {}],
  ['own-agents.list', {}],
  ['policy.check', { text: '' }],
  ['policy.check', { text: 'preset: careful\nallowlist: { hosts: [example.org] }\n' }],
  ['policy.check', { text: 'plugins: { allowExternal: true, externalAllowList: [echo] }\n' }],
  ['policy.check', { text: 'preset: nope\nzebra: 1\n' }],
  ['runs.list', { limit: 20 }],
  ['runs.search', { text: 'notes', limit: 20 }],
  ['schedules.failed', { state: null }],
  ['schedules.history', { id: null, before: null, limit: 100 }],
  ['secrets.list', {}],
  ['secrets.state', {}],
  ['servers.list', {}],
  ['servers.questions', {}],
  ['step-up.state', {}],
  ['webhooks.list', {}],
]

/** Where no sandbox starts, the whole says why. */
const sandbox = await startsBubblewrap()
const withSandbox: typeof channels = sandbox
  ? [
      ...channels,
      ['tools.list', {}],
      ...['notes', 'coder', 'broken', 'zebra'].map((name) => ['own-agents.get', { name }] as const),
    ]
  : channels

/** Whether the sandbox holds is not tried for a list; all else is the same. */
const certain = (listed: unknown): unknown =>
  z
    .array(ToolListing)
    .parse(listed)
    .map((one) => ({ ...one, missing: one.missing.filter(({ uncertain }) => uncertain !== true) }))

const comparable = (channel: IpcChannel, answer: Result<unknown, Failure> | null): unknown =>
  channel === 'tools.list' && answer?.ok === true ? ok(certain(answer.value)) : answer

async function home(used: boolean, config = '') {
  const folder = join(makeFolder(), 'home')
  const env = { GATEHOUSE_HOME: folder, PATH: process.env['PATH'] }
  const paths = findAppPaths({ env, platform: 'linux', homedir: folder })
  const { dataDir, defaultWorkspace, configFile, agentsDir } = paths
  for (const each of [dataDir, defaultWorkspace, dirname(configFile)])
    mkdirSync(each, { recursive: true })
  if (config !== '') writeFileSync(configFile, config)
  const store = await openStore(paths.databaseFile, { now: () => 42 })
  if (!store.ok || !openAtRest(join(dataDir, 'approvals.key')).ok) throw new Error('no home')
  if (used) {
    const { db } = store.value
    webhooksTable(db).put({ name: 'build', createdAt: 1, paused: false, usedAt: 2, received: 3 })
    const clients = clientsTable(db)
    clients.put({ id: 'client_1', name: 'claude-code' }, 'ab'.repeat(32), 7)
    const delegations = openClientDelegations({
      table: clients,
      ...clientDelegationsFile(join(dataDir, 'client-delegations.json')),
      asGrant: clientGrant,
      sha256,
      lastAt: 0,
      now: () => 42,
      monotonic: () => 0,
    })
    const narrowed = delegations.add('client_2', { tools: ['read_file'], seconds: null, calls: 2 })
    if (!narrowed.ok) throw new Error(narrowed.error.text)
    clients.put({ id: 'client_2', name: 'ci' }, 'cd'.repeat(32), 7, narrowed.value.hash)
    delegations.spend('ci')
    stepUpTable(db).put('passphrase', { salt: 'aa', tag: 'bb' })
    inboundEventsTable(db).add({
      channel: 'command',
      source: 'build',
      type: '',
      state: 'pending',
      text: 'Done.',
      receivedAt: 9,
      processedAt: null,
      bytes: 5,
      flags: [],
      jobs: [],
    })
    mkdirSync(agentsDir, { recursive: true })
    writeFileSync(join(agentsDir, 'notes.yaml'), 'name: notes\ndescription: Reads.\n')
    writeFileSync(join(agentsDir, 'broken.yaml'), 'name: [')
    writeFileSync(
      join(agentsDir, 'coder.yaml'),
      'name: coder\ncapabilities: [fs_read, command_run]\n',
    )
  }
  store.value.close()
  return { paths, context: fakeCliContext({ env, homedir: folder }) }
}

const SANDBOXED = `gateway:
  clients:
    claude-code: { commands: sandbox }
    cursor: { commands: sandbox }
    codex: { commands: agent }
`

const homes: readonly (readonly [string, boolean, string])[] = [
  ['a home that was used', true, ''],
  ['a new home', false, ''],
  [
    'a configuration that names each of them @whole',
    true,
    '# fleet, servers and the organisation are not set\nfleet: null\nservers: {}\norganisation: null\n',
  ],
  // Where no sandbox starts, the whole says so.
  ...(sandbox ? ([['clients whose commands run in the sandbox', true, SANDBOXED]] as const) : []),
]

describe.each(homes)('with no Gatehouse running, over %s', (_name, used, config) => {
  it('answers as a running Gatehouse would', async () => {
    const { paths, context } = await home(used, config)
    const here: unknown[] = []
    for (const [channel, input] of withSandbox) {
      const answer = await answerAtRest(context, paths, channel, input)
      here.push([channel, comparable(channel, answer)])
    }
    const opened = await openApp({ host: 'cli', paths, version: '0.0.0', queryOnly: true })
    if (!opened.ok) throw new Error(opened.error.text)
    const whole: unknown[] = []
    for (const [channel, input] of withSandbox) {
      const answer = await opened.value.call(channel, input, { surface: 'cli' })
      whole.push([channel, comparable(channel, answer)])
    }
    await opened.value.dispose()
    expect(here).toEqual(whole)
  })
})

it.each([
  ['clients.list', 'gateway: {}\npreset: nope'],
  ['tools.list', 'preset: nope'],
  ['own-agents.capabilities', 'plugins: { strict: true }\npreset: nope'],
] as const)('%s needs a full start with %s', async (channel, config) => {
  const { paths, context } = await home(false, config)
  expect(await answerAtRest(context, paths, channel, {})).toBe(null)
})
