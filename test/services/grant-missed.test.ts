// A server that tries to read a folder it was not given, over the whole app and a real program: seen,
// granted with one press, still reviewed; a closed place is never on offer.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import type { MissedGrant } from '../../contract/server/missed-grant.ts'
import type { ServerListing } from '../../contract/server/server.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const project = join(import.meta.dirname, '../..')
let root: string
let app: App
let configFile: string

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-grant-'))
  for (const folder of ['home-workspace', 'offers', 'records']) mkdirSync(join(root, folder))
  writeFileSync(
    join(root, 'offers', 'offer.json'),
    JSON.stringify({ tools: [{ name: 'list_issues', description: 'Lists.' }] }),
  )
  const env = { GATEHOUSE_HOME: join(root, 'home') }
  const paths = findAppPaths({ env, platform: process.platform, homedir: root })
  configFile = paths.configFile
  const composed = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, { surface: 'window' })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
const forge = async (): Promise<ServerListing> => {
  const [first] = await ask('servers.list', {})
  if (first === undefined) throw new Error('no server')
  return first
}

it('offers what it lacked, grants just that, and keeps the review', async () => {
  const [records, closed] = [join(root, 'records'), join(root, 'home')]
  const config = ServerConfig.parse({
    transport: 'stdio',
    command: process.execPath,
    args: [join(project, 'test/fakes/mcp/forge.ts'), records, closed],
    env: { OFFER: join(root, 'offers', 'offer.json') },
    folders: [{ path: project }, { path: join(root, 'offers') }],
    trust: 'local',
  })
  await ask('servers.add', { name: 'forge', config, confirmed: true })
  const first = await ask('servers.review', { name: 'forge' })
  await ask('servers.accept', { name: 'forge', items: 'all', digest: first.digest })
  const grant = { kind: 'read', path: records } as const
  expect(await forge()).toMatchObject({ open: 1, missed: [grant] })

  for (const other of [
    { kind: 'read', path: closed },
    { kind: 'write', path: records },
  ] as const)
    expect(
      await app.call(
        'servers.grant',
        { name: 'forge', grant: other, confirmed: true },
        { surface: 'window' },
      ),
    ).toMatchObject({ ok: false, error: { code: 'server.not-missed' } })
  // A grant loosens, so it is asked for like anything that does.
  expect(
    await app.call('servers.grant', { name: 'forge', grant }, { surface: 'window' }),
  ).toMatchObject({ ok: false, error: { code: 'policy.unconfirmed' } })

  await ask('servers.grant', { name: 'forge', grant, confirmed: true })
  const after = await forge()
  expect(after.missed).toBeUndefined()
  expect(after.config).toMatchObject({
    folders: [{ path: project }, { path: join(root, 'offers') }, { path: records, write: false }],
  })
  await expect.poll(async () => (await forge()).open).toBe(1)
  expect(readFileSync(configFile, 'utf8')).toContain(records)
})

/** A call, and the person says yes. */
async function called(tool: string, args: JsonObject) {
  let over = false
  const call = app.call('tools.run', { tool, args, wait: true }, { surface: 'cli' })
  const end = call.finally(() => (over = true))
  while (!over) {
    const [held] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (held !== undefined) await ask('approvals.answer', { id: held.id, answer: 'once' })
    await Promise.race([end, new Promise((done) => setTimeout(done, 20))])
  }
  const answer = await end
  if (!answer.ok) throw new Error(answer.error.text)
  return (answer.value as Output<'tools.run'>).status
}

/** Started with nothing granted, and reviewed. */
async function needy(): Promise<void> {
  const program = readFileSync(join(project, 'test/fakes/mcp/honest/needy.cjs'), 'utf8')
  const config = ServerConfig.parse({
    transport: 'stdio',
    command: process.execPath,
    args: ['-e', program],
    trust: 'local',
  })
  await ask('servers.add', { name: 'forge', config, confirmed: true })
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
  const { digest } = await ask('servers.review', { name: 'forge' })
  await ask('servers.accept', { name: 'forge', items: 'all', digest })
}
async function grantOnly(grant: MissedGrant): Promise<void> {
  await expect.poll(async () => (await forge()).missed).toEqual([grant])
  await ask('servers.grant', { name: 'forge', grant, confirmed: true })
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
}

it.each<[string, string, () => JsonObject, () => MissedGrant]>([
  [
    'reads',
    'read_note',
    () => ({ path: join(root, 'records', 'note.txt') }),
    () => ({ kind: 'read', path: join(root, 'records', 'note.txt') }),
  ],
  [
    'writes',
    'write_note',
    () => ({ path: join(root, 'records', 'new.txt') }),
    () => ({ kind: 'write', path: join(root, 'records') }),
  ],
  ['opens a socket', 'open_socket', () => ({}), () => ({ kind: 'sockets' })],
])(
  'what a running server lacks when it %s is granted by one press, and then its call works @whole',
  async (_what, tool, args, grant) => {
    // As root the sandbox is another user.
    chmodSync(root, 0o755)
    chmodSync(join(root, 'records'), 0o777)
    writeFileSync(join(root, 'records', 'note.txt'), 'a note', { mode: 0o644 })
    await needy()
    expect(await called(`forge__${tool}`, args())).toBe('failed')
    await grantOnly(grant())
    expect(await called(`forge__${tool}`, args())).toBe('done')
  },
  600_000,
)

it('a granted host that a program dials without the proxy stays out of reach, and the server says so @whole', async () => {
  await needy()
  const args = { host: 'db.example.invalid' }
  expect(await called('forge__ask_database', args)).toBe('failed')
  await grantOnly({ kind: 'host', host: 'db.example.invalid:5432' })
  expect(await called('forge__ask_database', args)).toBe('failed')
  await expect
    .poll(async () => (await forge()).advice.join(' '))
    .toContain('It does not get to db.example.invalid:5432, though you granted that')
})
