// A server that tries to read a folder it was not given, over the whole app and a real program: seen,
// granted with one press, still reviewed; a closed place is never on offer.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { ServerConfig } from '../../contract/server/server.ts'
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
