// What the undo of one call would change, and the undo itself.
import type { Applied, Scanning } from '../checkpoint.ts'
import { stateOf } from '../capture.ts'
import type { openCaptures } from '../captures.ts'
import type { After, Before, Folders, openManifests } from '../manifests.ts'
import type { openObjects } from '../contents/objects.ts'
import { planUndo, type Force, type Step } from '../plan.ts'
import type { openReplaced } from './replaced.ts'
import { restore } from './restore.ts'
import { TooMuch, type Depth } from '../scan.ts'
import { sinceThen, type Seen } from '../since-then.ts'
import { parentOf, type Change, type States } from '../state.ts'

export type UndoCallDeps = Pick<ReturnType<typeof openCaptures>, 'depsFor' | 'looseDepsFor'> & {
  readonly objects: ReturnType<typeof openObjects>
  readonly manifests: ReturnType<typeof openManifests>
  readonly replaced: ReturnType<typeof openReplaced>
  readonly now: () => number
}

export type UndoCall = {
  /** Null: nothing is kept of this call. `mayRead` false: what would have to be read is not. */
  planOf(
    callId: string,
    force: Force,
    depth: Depth,
    mayRead?: () => boolean,
  ): (Scanning & { steps: readonly Step[] }) | null
  /**
   * Puts a call back, and keeps what was there until now under `undoId`. Null: nothing is kept of
   * it.
   */
  apply(callId: string, undoId: string, force: Force): Applied | null
}

export function openUndoCall({
  objects,
  manifests,
  replaced,
  now,
  depsFor,
  looseDepsFor,
}: UndoCallDeps): UndoCall {
  function storedOf(callId: string): {
    head: Before | After
    changes: readonly Change[]
    alongside: readonly string[]
    seen: Seen
  } | null {
    const after = manifests.after(callId)
    if (after !== null)
      return { head: after, changes: after.changes, alongside: after.alongside, seen: 'after' }
    const before = manifests.before(callId)
    return before === null
      ? null
      : { head: before, alongside: [], ...sinceThen(before, looseDepsFor(before.root, 'hash')) }
  }

  function planOf(
    callId: string,
    force: Force,
    depth: Depth,
    mayRead?: () => boolean,
  ): (Scanning & { steps: readonly Step[] }) | null {
    const stored = storedOf(callId)
    if (stored === null) return null
    const { root, at } = stored.head
    const searching = { ...depsFor(root, depth), ...(mayRead === undefined ? {} : { mayRead }) }
    const plan = planUndo(
      root,
      stored.changes,
      force,
      new Set(manifests.undoing(callId).paths),
      searching,
    )
    return {
      at,
      root,
      plan,
      steps: plan.steps,
      texts: [],
      alongside: stored.alongside,
      seen: stored.seen,
    }
  }

  /**
   * Folders that lose their time by what is put back in them. What an undo that was cut off wrote
   * down of them counts.
   */
  function asideOf(root: string, steps: readonly Step[], known: Folders): Folders {
    const aside = new Map(known)
    const own = new Set(steps.flatMap(({ path, before }) => (before.k === 'folder' ? [path] : [])))
    for (const parent of new Set(steps.map(({ path }) => parentOf(path)))) {
      if (own.has(parent) || aside.has(parent)) continue
      const state = stateOf(root, parent, depsFor(root, 'stat'))
      if (state.k === 'folder') aside.set(parent, state)
    }
    return aside
  }

  return {
    planOf,
    apply(callId, undoId, force) {
      let final: string | null = null
      let found: ReturnType<typeof planOf>
      try {
        found = planOf(callId, force, 'keep')
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error
        final = error.why
        found = planOf(callId, force, 'hash')
      }
      if (found === null) return null
      const { root, plan, steps } = found
      if (plan.conflicts.some(({ forced }) => !forced)) return { kind: 'conflicts', plan }
      // What somebody wrote since must be safe before it is written over; what the call wrote
      // becomes so after.
      if (plan.conflicts.length > 0) while (objects.sync(Number.POSITIVE_INFINITY));
      const [at, interrupted] = [now(), manifests.undoing(callId)]
      const states: States = new Map(steps.map(({ path, now: is }) => [path, is]))
      if (final === null) manifests.writeBefore({ callId: undoId, at, root, paths: [], states })
      const aside = asideOf(root, steps, interrupted.aside)
      manifests.writeUndoing(callId, { paths: steps.map(({ path }) => path), aside })
      const mark = `.gatehouse-${callId}`
      const restored = restore(
        { root, steps, aside, mark, interrupted: interrupted.paths },
        { objects, replaced },
      )
      const changes = steps.map(({ path, now: is }) => ({
        path,
        before: is,
        after: stateOf(root, path, depsFor(root, 'hash')),
      }))
      if (final === null)
        manifests.writeAfter({ callId: undoId, at, root, paths: [], changes, alongside: [] })
      if (restored.failed.length === 0) manifests.clearUndoing(callId)
      const missed = new Set(restored.failed.map(({ path }) => path)).size
      return {
        kind: 'done',
        files: steps.filter(({ shown }) => shown).length - missed,
        plan,
        final,
        ...restored,
      }
    },
  }
}
