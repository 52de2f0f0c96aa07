// The one file that holds the credentials, for its owner alone. Replaced as a whole: a killed
// program or a full disk leaves the old one.
import { readFileSync, statSync } from 'node:fs'
import { fileReason } from '../../contract/file-reason.ts'
import { strictJson } from '../../contract/strict-json.ts'
import { replaceFile } from '../disk/replace-file.ts'
import { Vault } from './vault.ts'

export type VaultFile = {
  readonly path: string
  /** Null where there is none; a sentence where it cannot be used. */
  read(): Vault | string | null
  /** Throws what the file system throws; then the old one is left as it was. */
  write(vault: Vault): void
}

/** A thousand long credentials fit. */
const MOST_BYTES = 32 * 1024 * 1024

export const vaultFile = (path: string): VaultFile => ({
  path,
  read() {
    try {
      const size = statSync(path, { throwIfNoEntry: false })?.size
      if (size === undefined) return null
      if (size > MOST_BYTES) return 'it is far too large'
      const read = strictJson(readFileSync(path, 'utf8'))
      if (!read.ok) return read.error.kind === 'syntax' ? 'it is not JSON' : read.error.text
      const parsed = Vault.safeParse(read.value)
      if (parsed.success) return parsed.data
      const [issue] = parsed.error.issues
      return `${issue?.path.map(String).join('.') || 'the whole'} is not what it should be`
    } catch (error) {
      return `it cannot be read: ${fileReason(error)}`
    }
  },
  write: (vault) => replaceFile(path, `${JSON.stringify(vault, null, 2)}\n`),
})
