// The keychain of a desktop: a key in a file of the profile, so that it lasts over a start as a
// real one does. What the desktop has is told by GATEHOUSE_STAND_IN_KEYCHAIN: a backend's name, or
// `none`; without it, basic_text, as Electron has on a machine without one.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from './app.ts'

const kind = process.env['GATEHOUSE_STAND_IN_KEYCHAIN'] ?? 'basic_text'

function key(): Buffer {
  const file = join(app.getPath(), 'stand-in.keychain')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32))
  return readFileSync(file)
}

export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => kind !== 'none',
  getSelectedStorageBackend: (): string => (kind === 'none' ? 'unknown' : kind),
  async encryptStringAsync(text: string): Promise<Buffer> {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key(), nonce)
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12), {
      authTagLength: 16,
    })
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([
      decipher.update(sealed.subarray(12, -16)),
      decipher.final(),
    ]).toString('utf8')
    return { result: text, shouldReEncrypt: false }
  },
}
