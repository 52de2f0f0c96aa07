// Pure. Does a path pattern name a guarded path by itself, or does it only happen to reach it? `src/**` reaches `src/.envrc` and
// does not name it; `.envrc`, `**/.envrc` and `.git/hooks/**` name what they reach.
import { foldName } from '../../contract/fold-name.ts'
import { anyName, guardedSpots } from '../../contract/guarded-spots.ts'
import { comparable, globNames, isWild, pathPattern } from './path-glob.ts'
import type { PathRoots } from './path-glob.ts'

/** A pattern that was read, and whether it names this guarded path. */
export type GuardedNaming = (path: string) => boolean

/** Each guarded spot on the way of the path has to be written out in the pattern, not met by a wildcard. */
export function guardedNaming(glob: string, roots: PathRoots): GuardedNaming {
  const names = globNames(glob, roots)
  const pattern = pathPattern(glob, roots)
  const wild = names.map(isWild)
  const head = wild.includes(true) ? wild.indexOf(true) : names.length
  const tail = wild.includes(true) ? names.length - 1 - wild.lastIndexOf(true) : names.length
  return (path) => {
    const compared = comparable(path, roots.foldsCase)
    if (!pattern.matches(compared)) return false
    const there = compared.split('/').slice(1)
    const spots = spotsIn(there)
    // Guarded for another reason than its names: then only the whole path names it.
    if (spots.length === 0) return head === names.length
    return spots.every((at) => at < head || at >= there.length - tail)
  }
}

const folded = guardedSpots.map(([folder, names]) => [foldName(folder), new Set(names.map(foldName))] as const)

/** Which of these names make the path guarded. Where everything in a folder counts, it is the folder's name. */
const spotsIn = (names: readonly string[]): readonly number[] => {
  const plain = names.map(foldName)
  return plain.flatMap((name, at) =>
    folded.flatMap(([folder, guarded]) => {
      if (folder === '') return guarded.has(name) ? [at] : []
      if (at === 0 || plain[at - 1] !== folder) return []
      return guarded.has(name) ? [at] : guarded.has(anyName) ? [at - 1] : []
    }),
  )
}
