// Pure. Does a path pattern name a guarded path by itself, or does it only happen to reach it?
// `src/**` reaches `src/.envrc` and does not name it; `.envrc`, `**/.envrc` and `.git/hooks/**`
// name what they reach.
import { guardOf } from '../../contract/policy/paths/guarded-path.ts'
import { comparable, globNames, isWild, pathPattern } from './path-glob.ts'
import type { PathRoots } from './path-glob.ts'

/** A pattern that was read, and whether it names this guarded path. */
export type GuardedNaming = (path: string) => boolean

/**
 * Each guarded spot on the way of the path has to be written out in the pattern, not met by a
 * wildcard.
 */
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
    const positions = positionsIn(there)
    // Guarded for another reason than its names: then only the whole path names it.
    if (positions.length === 0) return head === names.length
    return positions.every((at) => at < head || at >= there.length - tail)
  }
}

/** No list of guarded names has it. */
const ANY_NAME = 'gatehouse-any-name'

/**
 * Which of these names make the path guarded: that of the outermost folder in which everything is
 * guarded for the same reason, else the first name that is; then those below it that are guarded on
 * their own.
 */
function positionsIn(names: readonly string[]): readonly number[] {
  const why = guardOf(`/${names.join('/')}`)?.why
  if (why === undefined) return []
  const head = (length: number): string => `/${names.slice(0, length).join('/')}`
  const lengths = names.map((_, at) => at + 1)
  const length =
    lengths.slice(0, -1).find((each) => guardOf(`${head(each)}/${ANY_NAME}`)?.why === why) ??
    lengths.find((each) => guardOf(head(each))?.why === why)
  if (length === undefined) return []
  return [length - 1, ...positionsIn(names.slice(length)).map((at) => at + length)]
}
