// The hash of a file's content, read through the same safe open as the file powers.
import { createHash } from 'node:crypto'
import { read } from 'node:fs'
import { promisify } from 'node:util'
import { FileHash } from '../../../contract/ids.ts'
import { errorCode, openRegular } from './safe-open.ts'

const readLater = promisify(read)

/**
 * SHA-256 of the file at `path`, absolute and canonical. Null: there is no regular file that can be
 * read there (missing, a folder, a pipe, no access, or a link put in the way). An approval bound to
 * a hash then does not match.
 */
export async function hashFile(path: string): Promise<FileHash | null> {
  try {
    const file = await openRegular(path)
    if (file === null) return null
    try {
      const hash = createHash('sha256')
      const capacity = Buffer.allocUnsafe(65_536)
      for (;;) {
        const { bytesRead } = await readLater(file.fd, capacity, 0, capacity.length, null)
        if (bytesRead === 0) return FileHash.parse(hash.digest('hex'))
        hash.update(capacity.subarray(0, bytesRead))
      }
    } finally {
      file.close()
    }
  } catch (error) {
    if (errorCode(error) === '') throw error
    return null
  }
}
