// A folder for sockets: this user's, and closed to others.
import { chmod, lstat, mkdir } from 'node:fs/promises'
import { fileReason } from '../../contract/file-reason.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/**
 * Makes the folder, or sees that it is one, ours, and closed to others. In a shared temp folder
 * somebody may have been there first.
 */
export async function ownFolder(folder: string): Promise<Result<void, Failure>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stat = await lstat(folder)
    const uid = process.getuid?.()
    if (!stat.isDirectory() || (uid !== undefined && stat.uid !== uid)) {
      return err(
        failure(
          'socket.folder',
          `${folder} is not a folder of yours.`,
          'Remove it, or set XDG_RUNTIME_DIR or TMPDIR to a folder of your own.',
        ),
      )
    }
    if ((stat.mode & 0o077) !== 0) await chmod(folder, 0o700)
    return ok(undefined)
  } catch (cause) {
    return err(
      failure(
        'socket.folder',
        `${folder} cannot be used: ${fileReason(cause)}.`,
        'Check who may write there.',
      ),
    )
  }
}
