// The app without a window, with a keychain as a desktop has one: it is there, and locked.
import { homedir } from 'node:os'
import { findAppPaths } from '../../../main/config/paths.ts'
import { openAppSafely } from '../../../main/wiring/safe-mode.ts'
import type { SystemStore } from '../../../main/secrets/system-store.ts'

const locked = (): Promise<never> => Promise.reject(new Error('The keychain is locked'))
const systemStore: SystemStore = {
  available: async () => ({ ok: true, backend: 'gnome_libsecret' }),
  encrypt: locked,
  decrypt: locked,
}
const { env, platform } = process
const app = await openAppSafely({
  host: 'browser',
  paths: findAppPaths({ env, platform, homedir: homedir() }),
  version: '0',
  systemStore,
})
if (!app.ok) throw new Error(app.error.text)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    app.value.dispose().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
