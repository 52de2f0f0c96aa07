// Changing a server that is there, over the whole app and a real program: trust at once, off and
// on, restarted; in the journal.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import type { ServerListing } from '../../contract/server/server.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const project = join(import.meta.dirname, '../..')
let root: string
let app: App
let events: PanelEvent['kind'][]

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-change-'))
  for (const folder of ['home-workspace', 'offers']) mkdirSync(join(root, folder))
  writeFileSync(
    join(root, 'offers', 'offer.json'),
    JSON.stringify({ tools: [{ name: 'list_issues', description: 'Lists.' }] }),
  )
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
  events = []
  app.subscribe(({ kind }) => void events.push(kind))
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
const reported = async (): Promise<string[]> => {
  const page = await ask('audit.page', {
    limit: 100,
    filter: { kinds: ['server'], tool: null, effect: null, callId: null, runId: null, text: '' },
  })
  return page.rows
    .flatMap(({ entry }) =>
      entry.kind === 'server' ? [`${entry.change} ${entry.text ?? ''}`.trim()] : [],
    )
    .toReversed()
}

const config = () =>
  ServerConfig.parse({
    transport: 'stdio',
    command: process.execPath,
    args: [join(project, 'test/fakes/mcp/forge.ts')],
    env: { OFFER: join(root, 'offers', 'offer.json') },
    folders: [{ path: project }, { path: join(root, 'offers') }],
  })

it('changes trust at once, ends and begins a program, and says so in the journal and to every window', async () => {
  const added = config()
  await ask('servers.add', { name: 'forge', config: added, confirmed: true })
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
  expect(await forge()).toMatchObject({ review: { fresh: 2, changed: 0, gone: 0, refused: 0 } })
  await expect.poll(async () => (await ask('app.state', {})).servers.attention).toBe(1)
  await expect.poll(() => events.includes('servers-changed')).toBe(true)

  await ask('servers.change', {
    name: 'forge',
    trust: 'verified',
    timeoutSeconds: 90,
    confirmed: true,
  })
  expect(await forge()).toMatchObject({
    config: {
      trust: 'verified',
      timeoutSeconds: 90,
      args: added.transport === 'stdio' ? added.args : [],
    },
    state: { kind: 'ready' },
  })
  expect(readFileSync(join(root, 'home', 'config.yaml'), 'utf8')).toContain('trust: verified')

  await ask('servers.change', { name: 'forge', enabled: false })
  expect(await forge()).toMatchObject({ state: { kind: 'off' }, config: { enabled: false } })
  await ask('servers.start', { name: 'forge', confirmed: true })
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
  await ask('servers.restart', { name: 'forge' })
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
  expect(await reported()).toEqual([
    'added',
    'changed trust community → verified, timeoutSeconds',
    'changed switched off',
    'started',
    'started',
  ])

  const wrong = await app.call(
    'servers.change',
    { name: 'nobody', trust: 'local' },
    { surface: 'window' },
  )
  expect(wrong).toMatchObject({ ok: false, error: { code: 'server.unknown' } })
  // A program that can type may not give trust without a person's second word.
  const typed = await app.call(
    'servers.change',
    { name: 'forge', trust: 'local' },
    { surface: 'cli' },
  )
  expect(typed).toMatchObject({ ok: false, error: { code: 'policy.unconfirmed' } })
  expect(await forge()).toMatchObject({ config: { trust: 'verified' } })
}, 600_000)

it('starts differently after an edit, closed until it is reviewed again, and keeps settings that no screen shows @whole', async () => {
  await ask('servers.add', { name: 'forge', config: config(), confirmed: true })
  const shown = await forge()
  if (shown.config.transport !== 'stdio') throw new Error('not a program')
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
  const { digest, items } = await ask('servers.review', { name: 'forge' })
  await ask('servers.accept', {
    name: 'forge',
    items: items.map(({ what, name }) => ({ what, name })),
    digest,
  })
  expect((await forge()).review).toEqual({ fresh: 0, changed: 0, gone: 0, refused: 0 })
  const open = (await forge()).open
  expect(open).toBeGreaterThan(0)

  const { command, args, env, hosts, folders } = shown.config
  const launch = {
    transport: 'stdio',
    command,
    args: [...args, '--more'],
    env: { ...env, OFFER: { unchanged: true } },
    hosts,
    folders,
  } as const
  const edit = (change: object) =>
    app.call(
      'servers.edit',
      { name: 'forge', launch: { ...launch, ...change }, confirmed: true },
      { surface: 'window' },
    )
  const file = () => readFileSync(join(root, 'home', 'config.yaml'), 'utf8')
  const before = file()
  for (const [change, code] of [
    [{ env: { TOKEN: 'ghp_0123456789abcdefghijklmnopqrstuvwxyzABCD' } }, 'server.secret-in-clear'],
    [{ env: { NEVER: { unchanged: true } } }, 'server.nothing-stored'],
  ] as const)
    expect(await edit(change)).toMatchObject({ ok: false, error: { code } })
  const other = {
    name: 'forge',
    launch: { transport: 'http', url: 'https://evil.example.org/', headers: {} },
    confirmed: true,
  }
  expect(await app.call('servers.edit', other, { surface: 'window' })).toMatchObject({
    ok: false,
    error: { code: 'server.other-way' },
  })
  expect(
    await app.call('servers.edit', { name: 'forge', launch }, { surface: 'window' }),
  ).toMatchObject({
    error: { code: 'policy.unconfirmed' },
  })
  expect(
    await app.call('servers.edit', { name: 'forge', launch, confirmed: true }, { surface: 'cli' }),
  ).toMatchObject({
    error: { code: 'ipc.not-from-here' },
  })
  expect(file()).toBe(before)

  expect(await edit({})).toMatchObject({ ok: true })
  expect(file()).toContain('--more')
  expect(file()).toContain('offer.json')
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
  expect(await forge()).toMatchObject({ open: 0, closed: open })
  expect(await reported()).toContain('changed args')
  // Back as it was is no way round the look: it stays closed.
  expect(await edit({ args })).toMatchObject({ ok: true })
  await expect.poll(async () => (await forge()).state.kind).toBe('ready')
  expect((await forge()).open).toBe(0)
}, 600_000)
