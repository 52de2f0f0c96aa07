// Tells beforehand what a program of root's could not read: it belongs to an ordinary user, whom
// the modes of the person's files keep out. Without this it would start and end with a bare
// "Permission denied".
import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { HostUser } from '../linux/host-user.ts'
import { within } from './resolve-path.ts'

/**
 * The first of the shown paths, and of the files that the command line names in them, that `as` may
 * not enter or read. Folders above what is shown do not count: it is shown from elsewhere. Fails
 * with `sandbox.unreadable`.
 */
export async function unreadable(
  as: HostUser | null,
  argv: readonly string[],
  shown: readonly string[],
): Promise<Failure | null> {
  if (as === null) return null
  const named = argv.filter(isAbsolute).flatMap((path) => {
    const base = shown
      .filter((each) => within(path, each))
      .toSorted((one, other) => other.length - one.length)[0]
    return base === undefined ? [] : stepsTo(base, path)
  })
  for (const path of [...shown, ...named]) {
    const found = await stat(path).catch(() => null)
    if (found === null || mayUse(as, found)) continue
    const kind = found.isDirectory() ? 'folder' : 'file'
    const text = `It runs as the ordinary user ${as.uid}, because Gatehouse runs as root, and that user may not ${kind === 'folder' ? 'enter' : 'read'} the ${kind} ${path} (mode ${(found.mode & 0o7777).toString(8).padStart(4, '0')}).`
    return failure(
      'sandbox.unreadable',
      text,
      `Run: chmod ${kind === 'folder' ? 'o+rx' : 'o+r'} ${path}. Or start Gatehouse as the owner of that ${kind}, who is not root.`,
    )
  }
  return null
}

/** `/a/b/c` from `/a`: `/a/b`, `/a/b/c`. */
function stepsTo(base: string, path: string): string[] {
  const names = relative(base, path).split(sep)
  return names[0] === '' ? [] : names.map((_name, at) => join(base, ...names.slice(0, at + 1)))
}

/** Folders have to be entered, files read or run. */
function mayUse({ uid, gid }: HostUser, found: Stats): boolean {
  const bits = found.mode >> (uid === found.uid ? 6 : gid === found.gid ? 3 : 0)
  return (bits & (found.isDirectory() ? 0o1 : 0o5)) !== 0
}
