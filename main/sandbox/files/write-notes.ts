// The notes of writes under way, so that a crash in the middle of one leaves no temporary file for
// ever: the next start reads them and removes what they name. A note is on disk before its file is.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { lstat, unlink } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { errorCode, holdFolder, unless } from './safe-open.ts'

export type WriteNotes = {
  /**
   * `path`: the temporary file, absolute and canonical. Call what comes back once it is gone.
   * Throws the system's error.
   */
  start(path: string): () => void
  /**
   * Removes what crashed writes left, and their notes. Gives the files that were removed. To be
   * called before any `start`.
   */
  cleanUp(): Promise<readonly string[]>
}

const pattern = /^\.gatehouse-[0-9a-f]{18}\.tmp$/
export const temporaryName = (): string => `.gatehouse-${randomBytes(9).toString('hex')}.tmp`

/** `folder`: one of Gatehouse's own, for nothing else; made when it is needed. */
export function openWriteNotes(folder: string): WriteNotes {
  return {
    start(path) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const note = join(folder, basename(path))
      writeFileSync(note, path, { flag: 'wx', mode: 0o600 })
      return () => unlinkQuietly(note)
    },
    async cleanUp() {
      const removed: string[] = []
      for (const name of namesIn(folder)) {
        const note = join(folder, name)
        const path = readFileSync(note, 'utf8')
        // Half a note is one of a file that was not begun. Nothing but files of our own making is
        // ever removed.
        const gone =
          !isAbsolute(path) || !pattern.test(basename(path)) || basename(path) !== name
            ? 'nothing'
            : await remove(path)
        if (gone === 'removed') removed.push(path)
        if (gone !== 'kept') unlinkQuietly(note)
      }
      return removed
    },
  }
}

/**
 * kept: it may be there but cannot be reached now (a disk that is not mounted), so the note stays
 * for the next start.
 */
async function remove(path: string): Promise<'removed' | 'nothing' | 'kept'> {
  try {
    const held = await holdFolder(dirname(path), false)
    try {
      const file = held.at(basename(path))
      if (!(await lstat(file)).isFile()) return 'nothing'
      await unlink(file)
      return 'removed'
    } finally {
      await held.close()
    }
  } catch (error) {
    if (errorCode(error) === '') throw error
    return errorCode(error) === 'ENOENT' && isThere(dirname(path)) ? 'nothing' : 'kept'
  }
}

const isThere = (folder: string): boolean => {
  try {
    readdirSync(folder)
    return true
  } catch {
    return false
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name))
  } catch (error) {
    unless('ENOENT')(error)
    return []
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    unless('ENOENT')(error)
  }
}
