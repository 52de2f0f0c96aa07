// Texts that lie in the database and are not for anyone who gets a copy of it: sealed by a key in a
// file of its own. No wall against a program that runs as the person; it keeps secrets in arguments
// out of the bytes of the database, and so out of its backups.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export type AtRest = {
  /** `use` says what it is, and has to be the same when it is opened. */
  encrypt(text: string, use: string): string
  /** A text that was never sealed comes back as it is; null for one that this key does not open. */
  open(text: string, use: string): string | null
}

const MARK = 'sealed:1:'

/** Beside the key file: it says since when the key of earlier calls is gone. */
export const lostMark = (keyFile: string): string => `${keyFile}.lost`

/**
 * Makes the file when it is not there. `expected`: there are calls of before, so a missing key is
 * one that was lost, and a mark beside it says so until a person removes it. Fails with `store.key`
 * when it cannot be read or holds no key.
 */
export function openAtRest(keyFile: string, expected = false): Result<AtRest, Failure> {
  try {
    const lost = expected && !existsSync(keyFile)
    const opened = withKey(readKey(keyFile))
    if (lost) writeFileSync(lostMark(keyFile), `${new Date().toISOString()}\n`, { mode: 0o600 })
    return ok(opened)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return err(
      failure(
        'store.key',
        `Held calls cannot be read: ${keyFile} is no key of theirs (${why}).`,
        'Put the file back from a backup; or move it away, and the calls that were held until now are lost.',
      ),
    )
  }
}

function withKey(key: Buffer): AtRest {
  return {
    encrypt(text, use) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(use))
      return (
        MARK +
        Buffer.concat([
          nonce,
          cipher.update(text, 'utf8'),
          cipher.final(),
          cipher.getAuthTag(),
        ]).toString('base64')
      )
    },
    open(text, use) {
      if (!text.startsWith(MARK)) return text
      const bytes = Buffer.from(text.slice(MARK.length), 'base64')
      if (bytes.length < 28) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(use)).setAuthTag(bytes.subarray(-16))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}

function readKey(file: string): Buffer {
  // Two processes may make it at once; the one that comes second reads that of the first.
  const created = existsSync(file) ? null : makeKey(file)
  if (created !== null) return created
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new Error('it does not hold 32 bytes')
  return key
}

function makeKey(file: string): Buffer | null {
  const key = randomBytes(32)
  try {
    const fd = openSync(file, 'wx', 0o600)
    try {
      writeSync(fd, `${key.toString('hex')}\n`)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    return key
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}
