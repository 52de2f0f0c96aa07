// Files with several names that wildcards of the person's own `stop:` list name, wherever they lie:
// a hard link is a name that no pattern matches, and the same file.
import { realPathOf } from './follow-path.ts'
import { lstatSync, readdirSync, type Dirent } from 'node:fs'
import { dirname, join } from 'node:path'
import { openCachedTree } from './cached-tree.ts'
import { usuallyFolds } from './path-syntax.ts'
import type { StopPattern } from './stop-pattern.ts'

/**
 * `device:inode` of each. Null: a pattern reaches more folders than can be looked through, so nobody
 * can say what it names.
 */
export type FindListedLinks = (
  patterns: readonly StopPattern[],
) => Promise<ReadonlySet<string> | null>

const MOST_FOLDERS = 200_000
type Walk = ReturnType<typeof openCachedTree<readonly string[]>>

/** @param device left out: on every one. A file has no name on another device than its own. */
export function openListedLinks(device?: bigint): FindListedLinks {
  const traversals = new Map<StopPattern, { readonly start: string; readonly walk: Walk }>()
  return async (patterns) => {
    const identities = new Set<string>()
    let complete = true
    for (const pattern of patterns) {
      // A folder that is a link: its files are found by their real names, and judged by those of
      // the pattern.
      const [location = null] = onDisk('/', pattern.prefix)
      const start = location === null ? null : realPathOf(location)
      if (start === null) continue
      const named = (path: string): string =>
        start === '/' ? path : pattern.prefix + path.slice(start.length)
      const known = traversals.get(pattern)
      const traversal =
        known?.start === start
          ? known.walk
          : openCachedTree<readonly string[]>((folder, entries) =>
              linkedIn(folder, entries, (path) => pattern.matches(compared(named(path))), device),
            )
      traversals.set(pattern, { start, walk: traversal })
      const traversed = await traversal(start, MOST_FOLDERS)
      complete &&= traversed.complete
      for (const { retained } of traversed.found)
        for (const identity of retained) identities.add(identity)
    }
    return complete ? identities : null
  }
}

/** Matched by the pattern, or below a match, with more than one name. */
function linkedIn(
  folder: string,
  entries: readonly Dirent[],
  isListed: (path: string) => boolean,
  device: bigint | undefined,
) {
  const below = upwards(folder).some(isListed)
  const retained = entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isFile() || !(below || isListed(path))) return []
    const stat = statOf(path)
    return stat !== undefined && stat.nlink > 1n ? [`${stat.dev}:${stat.ino}`] : []
  })
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => device === undefined || statOf(join(folder, name))?.dev === device)
  return { retained: retained.length === 0 ? null : retained, folders }
}

const statOf = (path: string) => lstatSync(path, { bigint: true, throwIfNoEntry: false })

const FOLDS = usuallyFolds(process.platform)
/** As the patterns of the policy are: composed characters, one case where the system has one. */
export const compared = (path: string): string =>
  FOLDS ? path.normalize('NFC').toLowerCase() : path.normalize('NFC')

/**
 * Where a path of a pattern is on the disk, under whatever spelling of its names: a name that another
 * system wrote is not composed, and a look by the composed one does not find it.
 * @param root a folder as it is on the disk
 * @param path in the form of patterns; it is `root`, in that form, or below it
 */
export function onDisk(root: string, path: string): readonly string[] {
  const names = path.slice(compared(root).length).split('/')
  let found: readonly string[] = [root]
  for (const name of names) if (name !== '') found = found.flatMap((at) => spelled(at, name))
  return found
}

/** A name that can be spelled one way only is not looked for. */
function spelled(folder: string, name: string): readonly string[] {
  if (!FOLDS && /^[\0-\x7f]*$/.test(name)) return [join(folder, name)]
  try {
    return readdirSync(folder)
      .filter((each) => compared(each) === name)
      .map((each) => join(folder, each))
  } catch {
    return []
  }
}

/** The path and every folder above it. */
export function upwards(path: string): readonly string[] {
  const paths = [path]
  for (let at = path; dirname(at) !== at; at = dirname(at)) paths.push(dirname(at))
  return paths
}
