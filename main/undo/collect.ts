// Keeps the store within its budget. What was kept of a call goes first, oldest first, and contents
// that nothing names any more after that: cut off at any moment, it leaves contents nobody needs,
// and the next round finds them.
import type { Budget } from './limits.ts'
import type { Manifests } from './manifests.ts'
import type { Objects } from './contents/objects.ts'
import type { StatCache } from './stat-cache.ts'
import type { State } from './state.ts'

export type Collected = {
  readonly evicted: readonly string[]
  readonly bytes: number
  readonly calls: number
  readonly oldest: number | null
}

/** @param running calls that are not over: what is kept for them stays, whatever it costs. */
export function collect(
  {
    manifests,
    objects,
    cache,
    running,
    staged,
  }: {
    manifests: Manifests
    objects: Objects
    cache: StatCache | null
    running: ReadonlySet<string>
    /** Contents of what waits to be committed. */
    staged: ReadonlySet<string>
  },
  budget: Budget,
  now: number,
): Collected {
  const evicted: string[] = []
  const evict = (callId: string): void => {
    manifests.remove(callId)
    evicted.push(callId)
  }
  const stored = manifests.list().filter(({ callId, at }) => {
    if (now - at <= budget.ageMs || running.has(callId)) return true
    evict(callId)
    return false
  })

  const sizes = new Map(objects.list().map(({ hash, bytes }) => [hash, bytes]))
  /**
   * How many calls need a content. What the cache names represents the workspace as it is: it is
   * needed before every command.
   */
  const needed = new Map<string, number>()
  const named = new Map(stored.map(({ callId }) => [callId, hashesOf(callId, manifests)]))
  for (const hashes of named.values())
    for (const hash of hashes) needed.set(hash, (needed.get(hash) ?? 0) + 1)
  const cached = new Set(cache?.hashes())
  const isNeeded = (hash: string): boolean =>
    (needed.get(hash) ?? 0) > 0 || cached.has(hash) || staged.has(hash)

  let total = stored.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const [hash, bytes] of sizes) {
    if (isNeeded(hash)) total += bytes
    else objects.remove(hash)
  }
  const left = [...stored]
  const drop = (hash: string): void => {
    if (isNeeded(hash)) return
    total -= sizes.get(hash) ?? 0
    objects.remove(hash)
  }
  for (const each of stored) {
    if (total <= budget.bytes) break
    if (running.has(each.callId)) continue
    evict(each.callId)
    left.splice(left.indexOf(each), 1)
    total -= each.bytes
    for (const hash of named.get(each.callId) ?? []) {
      needed.set(hash, (needed.get(hash) ?? 1) - 1)
      drop(hash)
    }
  }
  if (total > budget.bytes && cache !== null) {
    cache.clear()
    const once = [...cached]
    cached.clear()
    once.forEach(drop)
  }
  return { evicted, bytes: total, calls: left.length, oldest: left[0]?.at ?? null }
}

/** Each content once. One that is damaged names nothing. */
function hashesOf(callId: string, manifests: Manifests): ReadonlySet<string> {
  const hashes = new Set<string>()
  const add = (state: State): void => {
    if (state.k === 'file' && state.h !== null) hashes.add(state.h)
  }
  const after = manifests.after(callId)
  // Only what was there before is ever put back.
  if (after !== null) for (const { before } of after.changes) add(before)
  else for (const state of manifests.before(callId)?.states.values() ?? []) add(state)
  return hashes
}
