// Replaces a file as a whole: a kill, a power cut or a full disk leaves the old one or the new one,
// never half of one. The only place where Gatehouse writes a file of its own over an older one.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { flushFolder } from './flush-folder.ts'

/**
 * durable: a power cut right after it finds the new one. content: it may still find the old one,
 * but never an empty one. soon: either, or an empty one, for what can be made again.
 */
export type Durability = 'durable' | 'content' | 'soon'

/**
 * Readable by its owner alone. Throws what the file system throws; then the old one is as it was.
 */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  durability: Durability = 'durable',
): void {
  const temporary = temporaryFor(file)
  try {
    const fd = openSync(temporary, 'wx', 0o600)
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
      if (durability !== 'soon') fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  if (durability === 'durable') flushFolder(dirname(file))
}

/**
 * For a file that others write too: the new content lies beside it, durable, and `put` decides with
 * a last look whether it takes the file's place, by renaming or linking it. What is left of it is
 * removed.
 */
export async function withReplacement<T>(
  file: string,
  content: string,
  put: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = temporaryFor(file)
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return await put(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Hidden, for folders that people and programs list; a name of its own for each attempt. */
const temporaryFor = (file: string): string =>
  join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`)
