// Tells whether a real place is on the person's own `stop:` list under another name: by a link, by
// a folder that is itself reached by one, by a hard link. Patterns compare letters; this compares
// what they lead to.
import { lstatSync, realpathSync, type Dirent } from 'node:fs'
import { dirname, join } from 'node:path'
import { openCachedTree } from './cached-tree.ts'
import { filesWithNames, type OwnStop, type StopPattern } from './own-stop.ts'
import { usuallyFolds } from './path-syntax.ts'

/** A path that was followed to its end. */
export type FollowedPath = {
  /** Every real place that the walk stood on at a link or `..`, and where it ended. */
  readonly through: readonly string[]
  /** `device:inode` of everything it came by; its own last, where it is there. */
  readonly met: readonly string[]
  /** How many names the file has that it ended on. */
  readonly names: bigint
}
export type OwnPaths = (followed: FollowedPath) => Promise<boolean>

/** How long resolved links are believed, as those of the built-in list. */
const FRESH_MS = 1000
/** Beyond these a hard link counts as leading to the list: nobody can say that it does not. */
const MOST_FOLDERS = 200_000

type Resolved = {
  readonly identities: ReadonlySet<string>
  /** Patterns by the names that their folder really has. */
  readonly moved: readonly {
    readonly from: string
    readonly to: string
    readonly pattern: StopPattern
  }[]
}

export function openOwnPaths(own: OwnStop): OwnPaths {
  let list: readonly StopPattern[] | null = null
  let until = 0
  let resolved: Resolved = { identities: new Set(), moved: [] }
  let named: { readonly until: number; readonly identities: ReadonlySet<string> | null } = {
    until: 0,
    identities: new Set(),
  }
  let traversals = new Map<StopPattern, ReturnType<typeof openCachedTree<readonly string[]>>>()

  /** Files on the list that have several names; null where there are too many folders to know. */
  const withNames = async (
    patterns: readonly StopPattern[],
  ): Promise<ReadonlySet<string> | null> => {
    if (performance.now() < named.until) return named.identities
    const identities = new Set<string>()
    let complete = true
    for (const pattern of patterns) {
      if (pattern.matches(pattern.prefix)) {
        for (const { identity } of await filesWithNames(pattern.prefix)) identities.add(identity)
        continue
      }
      const traversal =
        traversals.get(pattern) ??
        openCachedTree<readonly string[]>((folder, entries) => linkedIn(folder, entries, pattern))
      traversals.set(pattern, traversal)
      const traversed = await traversal(pattern.prefix === '' ? '/' : pattern.prefix, MOST_FOLDERS)
      complete &&= traversed.complete
      for (const { retained } of traversed.found)
        for (const identity of retained) identities.add(identity)
    }
    named = { until: performance.now() + FRESH_MS, identities: complete ? identities : null }
    return named.identities
  }

  return async ({ through, met, names }) => {
    const patterns = own()
    if (patterns.length === 0) return false
    if (patterns !== list || performance.now() >= until) {
      if (patterns !== list) [traversals, named] = [new Map(), { until: 0, identities: new Set() }]
      list = patterns
      resolved = resolve(patterns)
      until = performance.now() + FRESH_MS
    }
    if (met.some((identity) => resolved.identities.has(identity))) return true
    const paths = [...new Set(through.map(compared).flatMap(upwards))]
    if (paths.some((path) => patterns.some((pattern) => pattern.matches(path)))) return true
    const elsewhere = resolved.moved.some(({ from, to, pattern }) =>
      paths.some(
        (path) =>
          (path === from || path.startsWith(`${from}/`)) &&
          pattern.matches(to + path.slice(from.length)),
      ),
    )
    if (elsewhere || names <= 1n) return elsewhere
    const linked = await withNames(patterns)
    const [last] = met.slice(-1)
    return linked === null || (last !== undefined && linked.has(last))
  }
}

function resolve(patterns: readonly StopPattern[]): Resolved {
  const identities = new Set<string>()
  const moved: { from: string; to: string; pattern: StopPattern }[] = []
  for (const pattern of patterns) {
    const { prefix, matches } = pattern
    const real = realOf(prefix === '' ? '/' : prefix)
    if (real === null) continue
    if (compared(real) !== prefix && prefix !== '')
      moved.push({ from: compared(real), to: prefix, pattern })
    const stat = matches(prefix)
      ? lstatSync(real, { bigint: true, throwIfNoEntry: false })
      : undefined
    if (stat !== undefined) identities.add(`${stat.dev}:${stat.ino}`)
  }
  return { identities, moved }
}

/** Matched by the pattern, or below a match, with more than one name. */
function linkedIn(folder: string, entries: readonly Dirent[], pattern: StopPattern) {
  const below = upwards(compared(folder)).some((path) => pattern.matches(path))
  const retained = entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isFile() || !(below || pattern.matches(compared(path)))) return []
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stat !== undefined && stat.nlink > 1n ? [`${stat.dev}:${stat.ino}`] : []
  })
  return {
    retained: retained.length === 0 ? null : retained,
    folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
  }
}

const FOLDS = usuallyFolds(process.platform)
/** As the patterns of the policy are: composed characters, one case where the system has one. */
const compared = (path: string): string =>
  FOLDS ? path.normalize('NFC').toLowerCase() : path.normalize('NFC')

function upwards(path: string): readonly string[] {
  const paths = [path]
  for (let at = path; dirname(at) !== at; at = dirname(at)) paths.push(dirname(at))
  return paths
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
