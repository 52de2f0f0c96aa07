// Whether files are still what was hashed, by what tells one state of a file from another.
import { stat } from 'node:fs/promises'

/**
 * touched: the same files, sizes, times and content as before, but for the time of the last change of
 * anything about them. Another process has linked one of them or changed its rights, or somebody has
 * put back all that can be put back: which of these, the files do not tell, and a hash that is taken
 * afterwards says nothing of what was loaded. So such a start is not let go on, but made again.
 */
export type FilesChange = 'none' | 'touched' | 'changed'

type Marks = { readonly set: string; readonly changed: string }

/** What tells one state of these files from another, without reading them; `changed` nobody can set. */
export async function marksOf(files: readonly string[]): Promise<Marks> {
  const stats = await Promise.all(
    files.map((file) => stat(file, { bigint: true }).catch(() => null)),
  )
  return {
    set: stats
      .map((each) => (each === null ? '' : [each.ino, each.size, each.mtimeNs].join(' ')))
      .join('\n'),
    changed: stats.map((each) => `${each?.ctimeNs ?? ''}`).join('\n'),
  }
}

/** @param hashed as `hashes` were made. */
export async function changeOf(
  files: readonly string[],
  before: Marks,
  hashes: readonly string[],
  hashed: (file: string) => Promise<string>,
): Promise<FilesChange> {
  const now = await marksOf(files)
  if (now.set !== before.set) return 'changed'
  if (now.changed === before.changed) return 'none'
  const read = await Promise.all(files.map(hashed))
  return read.every((hash, at) => hash === hashes[at]) ? 'touched' : 'changed'
}
