import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Makes new names in a folder durable. Windows has no such thing and refuses to open a folder.
 * Throws what the file system throws.
 */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
