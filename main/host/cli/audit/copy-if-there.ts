// Copies a file that may not be there, without its bytes where the disk can share them.
import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'

/** Does nothing where there is no such file. */
export async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause
  }
}
