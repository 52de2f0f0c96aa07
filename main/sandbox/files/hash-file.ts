// The hash of a file's content, and how much it is, read through the same safe open as the file powers.
import { createHash } from 'node:crypto'
import { read } from 'node:fs'
import { promisify } from 'node:util'
import type { FileContent } from '../../../contract/call/touch.ts'
import { FileHash } from '../../../contract/ids.ts'
import { errorCode, openRegular } from './safe-open.ts'

const readLater = promisify(read)

/**
 * SHA-256 of the file at `path`, absolute and canonical. Null: there is no regular file that can be
 * read there (missing, a folder, a pipe, no access, or a link put in the way). An approval bound to
 * a hash then does not match.
 */
export const hashFile = async (path: string): Promise<FileHash | null> =>
  (await contentOf(path))?.sha256 ?? null

export const hashOf = (bytes: Uint8Array): FileHash =>
  FileHash.parse(createHash('sha256').update(bytes).digest('hex'))

/** The first `most` bytes of it, by the same safe open; null as for `hashFile`. */
export async function bytesOf(path: string, most: number): Promise<Uint8Array | null> {
  try {
    const file = await openRegular(path)
    if (file === null) return null
    try {
      const bytes = Buffer.alloc(most)
      let at = 0
      while (at < most) {
        const { bytesRead } = await readLater(file.fd, bytes, at, most - at, at)
        if (bytesRead === 0) break
        at += bytesRead
      }
      return bytes.subarray(0, at)
    } finally {
      file.close()
    }
  } catch (error) {
    if (errorCode(error) === '') throw error
    return null
  }
}

/**
 * As `hashFile`, with the size of what was read. It stops behind `most` bytes; then there is more
 * than that, and the hash is of no file.
 */
export async function contentOf(
  path: string,
  most = Number.POSITIVE_INFINITY,
): Promise<FileContent | null> {
  try {
    const file = await openRegular(path)
    if (file === null) return null
    try {
      const hash = createHash('sha256')
      const buffer = Buffer.allocUnsafe(65_536)
      let bytes = 0
      for (;;) {
        const { bytesRead } = await readLater(file.fd, buffer, 0, buffer.length, null)
        bytes += bytesRead
        if (bytesRead === 0 || bytes > most)
          return { sha256: FileHash.parse(hash.digest('hex')), bytes }
        hash.update(buffer.subarray(0, bytesRead))
      }
    } finally {
      file.close()
    }
  } catch (error) {
    if (errorCode(error) === '') throw error
    return null
  }
}
