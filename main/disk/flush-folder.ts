// Makes new names in a folder durable: without it a power cut may take a file that was made, or
// give back the one that was replaced.
import { closeSync, constants, fsyncSync, openSync } from 'node:fs'

/**
 * Windows has no such thing and refuses to open a folder. Throws what the file system throws.
 */
export function flushFolder(folder: string | Buffer): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(fd)
  } catch (error) {
    // Some file systems cannot; the files themselves are on the disk.
    if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error
  } finally {
    closeSync(fd)
  }
}
