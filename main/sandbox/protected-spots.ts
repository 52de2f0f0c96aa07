// Shows read-only inside what other programs run or trust by themselves: a change there would act later, outside the
// sandbox. The list is the contract's.
// Given up: what is created during a run in a place that did not exist before it, and repositories nested deeper.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { guardedSpots as spots } from '../../contract/guarded-spots.ts'

export type Guarded = {
  readonly path: string
  readonly readOnly: boolean
  /** `device:inode` of what must be seen at `path` inside. */
  readonly identity: string
}

/**
 * What to mount over itself in `workspace`, parents first. A folder that holds a spot is mounted too, writable: a mount
 * point cannot be renamed, so the spot cannot be moved away and made anew. Links are left out: inside, they lead nowhere
 * that can be written, and as a mount they would bring their target in.
 */
export async function guardedSpots(workspace: string): Promise<readonly Guarded[]> {
  const groups = await Promise.all(
    spots.map(async ([folder, names]) => {
      const base = folder === '' ? workspace : join(workspace, folder)
      const holder = folder === '' ? null : await look(base)
      if (folder !== '' && holder === null) return []
      // `.git` of a linked worktree is a file that says where the real one is.
      if (holder?.kind === 'file') return [{ path: base, readOnly: true, identity: holder.identity }]
      const seen = await Promise.all(names.map(async (name) => ({ path: join(base, name), seen: await look(join(base, name)) })))
      const found = seen.flatMap(({ path, seen: is }) => (is === null ? [] : [{ path, readOnly: true, identity: is.identity }]))
      return holder === null ? found : [{ path: base, readOnly: false, identity: holder.identity }, ...found]
    }),
  )
  return groups.flat()
}

async function look(path: string): Promise<{ kind: 'file' | 'folder'; identity: string } | null> {
  const stat = await lstat(path, { bigint: true }).catch(() => null)
  if (stat === null || !(stat.isFile() || stat.isDirectory())) return null
  return { kind: stat.isFile() ? 'file' : 'folder', identity: `${stat.dev}:${stat.ino}` }
}
