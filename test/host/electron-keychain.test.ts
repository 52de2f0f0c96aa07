// The keychain of the desktop as Electron offers it, on the stand-in: what is asked of Electron,
// and what is made of it.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTemporary } from '../temporary.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const script = `
  const { systemStore } = await import(${JSON.stringify(join(root, 'main/host/electron/system-store.ts'))})
  const available = await systemStore.available()
  const sealed = await systemStore.encrypt('a key of thirty-two bytes')
  const opened = await systemStore.decrypt(sealed)
  process.stdout.write(JSON.stringify({ available, hidden: !sealed.includes('thirty-two'), opened }))
  process.exit(0)
`

let folder: string
beforeEach(() => {
  folder = makeTemporary('keychain')
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('the keychain of the desktop', () => {
  it.each<[string, { ok: boolean; backend: string }]>([
    ['gnome_libsecret', { ok: true, backend: 'gnome_libsecret' }],
    ['basic_text', { ok: true, backend: 'basic_text' }],
    ['none', { ok: false, backend: 'unknown' }],
  ])(
    '%s is told as it is, and gives back what it sealed',
    async (kind, available) => {
      const preload = join(root, 'test/electron-stand-in/register.mjs')
      const { stdout } = await run(
        process.execPath,
        ['--import', preload, '--input-type=module', '-e', script],
        {
          cwd: folder,
          env: { ...process.env, GATEHOUSE_STAND_IN_KEYCHAIN: kind, NODE_NO_WARNINGS: '1' },
          timeout: 100_000,
        },
      )
      const shown: unknown = JSON.parse(stdout)
      // Only Linux has names for what is behind it.
      const others: Partial<Record<NodeJS.Platform, string>> = {
        darwin: 'Keychain',
        win32: 'DPAPI',
      }
      const backend = others[process.platform] ?? available.backend
      expect(shown).toEqual({
        available: { ok: available.ok, backend },
        hidden: true,
        opened: 'a key of thirty-two bytes',
      })
    },
    600_000,
  )
})
