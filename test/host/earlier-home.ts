// Puts a home folder of an earlier version where it was written, and starts Gatehouse in it an hour
// after it ended.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import type { SystemStore } from '../../main/secrets/system-store.ts'
import { openApp } from '../../main/wiring/app.ts'

const fixture = join(import.meta.dirname, '../fixtures/home-of-2026-11-23')
/** Rows of the journal name it, and their hashes cover it. */
const root = '/tmp/gatehouse-home-of-today'
const claim = `${root}.claim`
const writtenAt = Date.UTC(2026, 10, 23, 9)
const HOUR_MS = 3_600_000
const ABANDONED_MS = 300_000

export const workspace = join(root, 'home-workspace')

/** One at a time on this machine: the folder has one name. */
async function claimFolder(): Promise<void> {
  for (;;) {
    try {
      mkdirSync(claim)
      return
    } catch {
      const age = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      if (age > ABANDONED_MS) rmSync(claim, { recursive: true, force: true })
      await pause(200)
    }
  }
}

function unpack(): void {
  rmSync(root, { recursive: true, force: true })
  for (const entry of readdirSync(fixture, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const from = join(entry.parentPath, entry.name)
    const to = join(root, from.slice(fixture.length))
    mkdirSync(dirname(to), { recursive: true })
    if (to.endsWith('.gz')) writeFileSync(to.slice(0, -3), gunzipSync(readFileSync(from)))
    else copyFileSync(from, to)
    const mode = entry.name === 'notes' ? 0o755 : to.startsWith(workspace) ? 0o644 : 0o600
    chmodSync(to.replace(/\.gz$/, ''), mode)
  }
  // An undo compares with how the call left them.
  for (const folder of [root, workspace, join(root, 'server')]) chmodSync(folder, 0o755)
}

/** The keychain that the fixture was written with. */
const keychain: SystemStore = {
  available: async () => ({ ok: true, backend: 'test-keychain' }),
  encrypt: async (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x5a)),
  decrypt: async (encrypted) => Buffer.from(encrypted.map((byte) => byte ^ 0x5a)).toString(),
}

export type EarlierHome = {
  start(): Promise<void>
  stop(): Promise<void>
  ask<C extends IpcChannel>(
    channel: C,
    input: Input<C>,
    surface?: 'cli' | 'window',
  ): Promise<Output<C>>
  dispose(): Promise<void>
}

export async function openEarlierHome(): Promise<EarlierHome> {
  await claimFolder()
  unpack()
  const clock = Date.now
  const shift = clock() - writtenAt - HOUR_MS
  Date.now = () => clock() - shift
  let app: App | null = null
  const stop = async (): Promise<void> => {
    await app?.dispose()
    app = null
  }
  return {
    async start() {
      const paths = findAppPaths({
        env: { GATEHOUSE_HOME: join(root, 'home') },
        platform: process.platform,
        homedir: root,
      })
      const composed = await openApp({
        host: 'browser',
        paths,
        version: '0.2.0',
        systemStore: keychain,
        gatewayPort: null,
        modelWaitMs: 1,
      })
      if (!composed.ok) throw new Error(composed.error.text)
      app = composed.value
    },
    stop,
    async ask(channel, input, surface = 'window') {
      if (app === null) throw new Error('not started')
      const answer = await app.call(channel, input, { surface })
      if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
      return answer.value as Output<typeof channel>
    },
    async dispose() {
      await stop()
      Date.now = clock
      rmSync(root, { recursive: true, force: true })
      rmSync(claim, { recursive: true, force: true })
    },
  }
}
