// The keychain of the desktop, by Electron's safeStorage, for the credential store.
import { app, safeStorage } from 'electron'
import type { AppOptions } from '../../wiring/app.ts'

/**
 * What is behind it, where the system says so: on Linux a key that everybody knows is among the
 * possibilities.
 */
const backend = (): string => {
  if (process.platform === 'linux') return safeStorage.getSelectedStorageBackend()
  return process.platform === 'darwin' ? 'Keychain' : 'DPAPI'
}

export const systemStore: NonNullable<AppOptions['systemStore']> = {
  async available() {
    await app.whenReady()
    return { ok: await safeStorage.isAsyncEncryptionAvailable(), backend: backend() }
  },
  async encrypt(text) {
    await app.whenReady()
    return safeStorage.encryptStringAsync(text)
  },
  async decrypt(encrypted) {
    await app.whenReady()
    const opened = await safeStorage.decryptStringAsync(encrypted)
    // The system has a newer key: what is asked for again comes with that one.
    return opened.shouldReEncrypt
      ? (await safeStorage.decryptStringAsync(encrypted)).result
      : opened.result
  },
}
