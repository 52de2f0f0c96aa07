// Signing in within a whole Gatehouse, as a window has it: a browser that the host hands in, and a
// keychain that takes its time.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import type { App } from '../../main/host/app.ts'
import type { SystemStore } from '../../main/secrets/system-store.ts'
import { startGuardedServer } from '../fakes/mcp/guarded-server.ts'
import type { GuardedServer } from '../fakes/mcp/guarded-server.ts'

const turned = (text: string): string => text.split('').toReversed().join('')
const slowKeychain: SystemStore = {
  available: async () => ({ ok: true, backend: 'gnome_libsecret' }),
  encrypt: async (text) => Buffer.from(turned(text)),
  async decrypt(encrypted) {
    await pause(1_000)
    return turned(encrypted.toString())
  },
}

let root: string
let server: GuardedServer
let app: App
let opened: string[]
const start = async (): Promise<void> => {
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const browse = async (address: string): Promise<void> => {
    opened.push(address)
    await (await fetch(address)).text()
  }
  const composed = await openApp({
    host: 'browser',
    paths: paths,
    version: '0.0.0-test',
    systemStore: slowKeychain,
    browse,
  })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
}
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-sign-in-'))
  mkdirSync(join(root, 'home-workspace'))
  server = await startGuardedServer()
  opened = []
  await start()
})
afterEach(async () => {
  await app.dispose()
  server.close()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, { surface: 'window' })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
async function becomes(kind: string): Promise<void> {
  await expect.poll(async () => (await ask('servers.list', {}))[0]?.state.kind).toBe(kind)
}

describe('signing in within a whole Gatehouse', () => {
  it(
    'never begins by itself, and after a restart waits for the store instead of asking again',
    { timeout: 600_000 },
    async () => {
      await ask('servers.add', {
        name: 'forge',
        config: ServerConfig.parse({ transport: 'http', url: server.url }),
        confirmed: true,
      })
      await becomes('needs-sign-in')
      await app.dispose()
      await start()
      await becomes('needs-sign-in')
      expect([opened, server.visits.length]).toEqual([[], 0])

      await ask('servers.start', { name: 'forge' })
      await becomes('ready')
      expect(opened).toEqual([server.visits[0]?.href])
      expect((await ask('servers.list', {}))[0]).not.toHaveProperty('signInUrl')
      await app.dispose()

      await start()
      await becomes('ready')
      expect(opened.length).toBe(1)
      await ask('servers.remove', { name: 'forge' })
      await ask('servers.add', {
        name: 'forge',
        config: ServerConfig.parse({ transport: 'http', url: server.url }),
        confirmed: true,
      })
      await becomes('needs-sign-in')
    },
  )
})
