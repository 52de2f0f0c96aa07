// Tells whether a real place is on the person's own `stop:` list under another name: by a link, by
// a folder that is itself reached by one, by a hard link. Patterns compare letters; this compares
// what they lead to.
import { realPathOf, type OwnPaths } from './follow-path.ts'
import { lstatSync } from 'node:fs'
import { compared, onDisk, openListedLinks, upwards } from './listed-links.ts'
import { filesWithNames, type OwnStop } from './own-stop.ts'
import type { StopPattern } from './stop-pattern.ts'

/** How long resolved links are believed, as those of the built-in list. */
const FRESH_MS = 1000

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
  let listedLinks = openListedLinks()

  /**
   * Files on the list that have several names. Null where there are too many folders to know: then a
   * hard link counts as leading to the list, for nobody can say that it does not.
   */
  const withNames = async (
    patterns: readonly StopPattern[],
  ): Promise<ReadonlySet<string> | null> => {
    if (performance.now() < named.until) return named.identities
    const whole = patterns.filter(({ prefix, matches }) => matches(prefix))
    const links = await listedLinks(patterns.filter((pattern) => !whole.includes(pattern)))
    const identities = new Set(links ?? [])
    for (const { prefix } of whole)
      for (const { identity } of await filesWithNames(prefix)) identities.add(identity)
    named = {
      until: performance.now() + FRESH_MS,
      identities: links === null ? null : identities,
    }
    return named.identities
  }

  return async ({ through, met, names }) => {
    const patterns = own()
    if (patterns.length === 0) return false
    if (patterns !== list || performance.now() >= until) {
      if (patterns !== list)
        [listedLinks, named] = [openListedLinks(), { until: 0, identities: new Set() }]
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
    for (const location of onDisk('/', prefix)) {
      const real = realPathOf(location)
      if (real === null) continue
      if (compared(real) !== prefix && prefix !== '')
        moved.push({ from: compared(real), to: prefix, pattern })
      const stat = matches(prefix)
        ? lstatSync(real, { bigint: true, throwIfNoEntry: false })
        : undefined
      if (stat !== undefined) identities.add(`${stat.dev}:${stat.ino}`)
    }
  }
  return { identities, moved }
}
