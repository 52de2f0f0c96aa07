// What changed since a call began, where nobody saw how it left things.
import { captureTree, capturePaths, withStates } from './capture.ts'
import { TooMuch, type ScanDeps } from './scan.ts'
import type { Before } from './manifests.ts'
import { changesBetween, type Change, type State, type States } from './state.ts'

/**
 * How much is known of how the call left things. after: all of it. now: it was not looked at, so
 * what changed since cannot be told from what it did. before: it left too much to compare, so only
 * what was there before is.
 */
export type Seen = 'after' | 'now' | 'before'

/**
 * Compares with what is there now. now: everything was compared. before: there is too much for
 * that, so only the paths that were there before are, and what came since is not among the changes.
 */
export function sinceThen(
  { root, paths, without = [], states }: Before,
  deps: ScanDeps,
): { readonly changes: Change[]; readonly seen: Exclude<Seen, 'after'> } {
  const like = (path: string): readonly State[] => {
    const state = states.get(path)
    return state === undefined ? [] : [state]
  }
  const searching = { ...deps, like }
  const known = (): States =>
    withStates(
      root,
      (stateOf) =>
        new Map([...states.keys()].map((path) => [path, stateOf(path, searching)] as const)),
    )
  try {
    const found =
      paths === null
        ? captureTree(root, { ...searching, without: new Set(without) }).states
        : new Map([...known(), ...capturePaths(root, paths, searching).states])
    return { changes: changesBetween(states, found), seen: 'now' }
  } catch (error) {
    if (!(error instanceof TooMuch) && !(error instanceof Error && 'code' in error)) throw error
    return { changes: changesBetween(states, known()), seen: 'before' }
  }
}
