// How things are: reads the files of a call before and after it, with what the folder's last reading
// knows. Keeps no account of calls.
import { join } from 'node:path'
import { capturePaths, captureTree, stateOf } from './capture.ts'
import type { Wanted } from './checkpoint.ts'
import type { CaptureLimits } from './limits.ts'
import type { Before } from './manifests.ts'
import type { Objects } from './contents/objects.ts'
import { TooMuch, type Depth, type ScanDeps } from './scan.ts'
import { openStatCache, type StatCache } from './stat-cache.ts'
import type { States } from './state.ts'

export type CapturesDeps = {
  readonly folder: string
  readonly objects: Objects
  readonly limits: CaptureLimits
  /** How many files and folders a command may leave behind and still be compared. */
  readonly mostAfter: number
}

export function openCaptures({ folder, objects, limits, mostAfter }: CapturesDeps) {
  const loose: CaptureLimits = {
    entries: mostAfter,
    totalBytes: Number.POSITIVE_INFINITY,
    fileBytes: 1024 * 1024,
  }
  let cache: { readonly root: string; readonly cache: StatCache } | null = null

  function cacheOf(root: string): StatCache {
    if (cache?.root !== root) {
      cache?.cache.save()
      cache = { root, cache: openStatCache(join(folder, 'stat-cache.json'), root) }
    }
    return cache.cache
  }
  const depsFor = (root: string, depth: Depth, within: CaptureLimits = limits): ScanDeps => ({
    objects,
    cache: cache?.root === root ? cache.cache : null,
    depth,
    limits: within,
  })
  const capture = (
    { root, paths, without = [] }: Wanted,
    depth: Depth,
    within: CaptureLimits = limits,
  ) =>
    paths === null
      ? captureTree(root, {
          ...depsFor(root, depth, within),
          cache: cacheOf(root),
          without: new Set(without),
        })
      : capturePaths(root, paths, depsFor(root, depth, within))

  /** How things are after a call; null where that is more than can be compared. */
  function afterOf(before: Before): States | null {
    const { root, paths, states } = before
    const attempts: readonly (() => States)[] =
      paths === null
        ? // Kept at once where it fits: the next command needs these contents, and then they are read already.
          [() => capture(before, 'keep').states, () => capture(before, 'hash', loose).states]
        : [() => capture(before, 'hash').states]
    for (const attempt of attempts) {
      try {
        const found = attempt()
        if (paths !== null)
          for (const path of states.keys())
            if (!found.has(path)) found.set(path, stateOf(root, path, depsFor(root, 'hash')))
        return found
      } catch (error) {
        if (!(error instanceof TooMuch) && !(error instanceof Error && 'code' in error)) throw error
      }
    }
    return null
  }

  return {
    depsFor,
    /** Within the limits of after a call: contents of large files stay unread. */
    looseDepsFor: (root: string, depth: Depth): ScanDeps => depsFor(root, depth, loose),
    /** @throws TooMuch where the limits are passed. */
    capture,
    afterOf,
    /** Of the folder that was read last; null: none was. */
    cache: (): StatCache | null => cache?.cache ?? null,
  }
}
