// The whole of undo, synchronous: it lives in a thread of its own and does one thing after the
// other. Nothing here asks whether it may: the pipeline decides what runs, a person what is undone.
import {
  orTooMuch,
  type Wanted,
  type ScanResult,
  type Scanning,
  type Applied,
  type Exactness,
} from './checkpoint.ts'
import { join } from 'node:path'
import { stateOf } from './capture.ts'
import { openCaptures } from './captures.ts'
import { collect, type Collected } from './collect.ts'
import { afterEntries, previewReadingMs, type Budget, type CaptureLimits } from './limits.ts'
import { TooMuch, type Depth } from './scan.ts'
import { openManifests, type After, type Before, type Folders } from './manifests.ts'
import { openObjects } from './objects.ts'
import { planUndo, type Force, type Step } from './plan.ts'
import { openReplaced } from './restore/replaced.ts'
import { restore } from './restore/restore.ts'
import { sinceThen, type Seen } from './since-then.ts'
import { openStagedStore } from './staged/staged-store.ts'
import { changesBetween, isShown, parentOf, type Change, type States } from './state.ts'
import { textsOf } from './texts.ts'

export type CheckpointStoreOptions = {
  readonly folder: string
  readonly limits: CaptureLimits
  readonly budget: Budget
  readonly now: () => number
  /** How long a quick preview reads. */
  readonly readingMs?: number
  /** How many files and folders a command may leave behind and still be compared. */
  readonly mostAfter?: number
}

export type CheckpointStore = ReturnType<typeof openCheckpointStore>

/** A running call. */
type Open = { readonly before: Before; readonly alongside: Set<string> }

/** How much may come in before the budget is looked at again, and how long it may rest at most. */
const COLLECT_BYTES = 64 * 1024 * 1024
const COLLECT_MS = 60 * 60 * 1000

/** Makes its folders. Throws the system's error where that is not possible. */
export function openCheckpointStore({
  folder,
  limits,
  budget,
  now,
  readingMs = previewReadingMs,
  mostAfter = afterEntries,
}: CheckpointStoreOptions) {
  const objects = openObjects(join(folder, 'objects'))
  const manifests = openManifests(join(folder, 'calls'))
  const { capture, afterOf, depsFor, looseDepsFor, cache } = openCaptures({
    folder,
    objects,
    limits,
    mostAfter,
  })
  const replaced = openReplaced()
  const staged = openStagedStore(folder, objects, manifests, replaced, now)
  const open = new Map<string, Open>()
  let collectedAt = -COLLECT_MS
  let collectedBytes = 0

  function close(before: Before, alongside: readonly string[]): { files: number | null } {
    const after = afterOf(before)
    if (after === null) return { files: null }
    const { callId, at, root, paths } = before
    const changes = changesBetween(before.states, after)
    const files = changes.filter(isShown).length
    if (changes.length === 0) manifests.remove(callId)
    else manifests.writeAfter({ callId, at, root, paths, changes, alongside })
    return { files }
  }

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
    /** Looks and counts; keeps nothing. */
    forecast(wanted: Wanted): ScanResult {
      return orTooMuch(() => {
        const { entries, bytes, others } = capture(wanted, 'stat')
        return { kind: 'files', entries, bytes, others }
      })
    },

    /**
     * Keeps what is there now, durable as far as it is listed. Throws where it cannot be written.
     */
    begin(callId: string, wanted: Wanted): ScanResult {
      return orTooMuch(() => {
        const { states, entries, bytes, others } = capture(wanted, 'keep')
        // One file is made safe before it is written over; a whole workspace while the command
        // runs.
        if (wanted.paths !== null) while (objects.sync(Number.POSITIVE_INFINITY));
        const before: Before = { callId, at: now(), ...wanted, states }
        manifests.writeBefore(before)
        const mine: Open = { before, alongside: new Set() }
        for (const [other, { before: theirs, alongside }] of open) {
          if (theirs.root !== wanted.root) continue
          alongside.add(callId)
          mine.alongside.add(other)
        }
        open.set(callId, mine)
        return { kind: 'files', entries, bytes, others }
      })
    },

    /**
     * Compares with what is there now. `files` is null where that was too much; undo then goes by
     * what was there before.
     */
    end(callId: string): { files: number | null } {
      const mine = open.get(callId)
      if (mine === undefined) throw new Error(`undo: ${callId} was never begun`)
      open.delete(callId)
      return close(mine.before, mine.before.paths === null ? [...mine.alongside] : [])
    },

    /** The call did not run. */
    drop(callId: string): void {
      open.delete(callId)
      manifests.remove(callId)
    },

    /**
     * Null: nothing is kept of this call.
     * @param exactness quick: files that neither their inode nor their size tells from what was
     *   kept are read for two
     * seconds at most. exact: each of them is.
     */
    preview(callId: string, exactness: Exactness): Scanning | null {
      const until = performance.now() + readingMs
      const found = planOf(
        callId,
        'all',
        'hash',
        exactness === 'exact' ? undefined : () => performance.now() < until,
      )
      return found === null
        ? null
        : {
            ...found,
            texts: textsOf(
              found.root,
              found.steps.filter(({ shown }) => shown),
              objects,
            ),
          }
    },

    /** Calls that run now in the folder that this call's undo would change. */
    busy(callId: string): string[] {
      const root = (manifests.after(callId) ?? manifests.before(callId))?.root
      return [...open].filter(([, { before }]) => before.root === root).map(([id]) => id)
    },

    /**
     * Puts a call back, and keeps what was there until now under `undoId`. Null: nothing is kept of
     * it.
     */
    apply(callId: string, undoId: string, force: Force): Applied | null {
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

    /**
     * What a process that ended in the middle left open: how things are now means how the call
     * left them.
     */
    recover(): { callId: string; at: number; root: string; files: number }[] {
      return manifests.list().flatMap(({ callId, open: unfinished }) => {
        if (!unfinished || open.has(callId)) return []
        const before = manifests.before(callId)
        if (before === null) {
          manifests.remove(callId)
          return []
        }
        const { files } = close(before, [])
        return files === null ? [] : [{ callId, at: before.at, root: before.root, files }]
      })
    },

    stage: staged.stage,
    commit: staged.commit,
    discard: staged.discard,
    look: staged.look,
    forget: staged.forget,
    finishCommits: staged.recover,
    keepStaged: (callIds: readonly string[]): void => staged.keepOnly(new Set(callIds)),

    collect(): Collected {
      collectedAt = now()
      collectedBytes = objects.added()
      return collect(
        {
          manifests,
          objects,
          cache: cache(),
          running: new Set(open.keys()),
          staged: staged.hashes(),
        },
        budget,
        now(),
      )
    },
    collectDue: (): boolean =>
      now() - collectedAt >= COLLECT_MS || objects.added() - collectedBytes >= COLLECT_BYTES,

    /** One small step of making things durable, then of letting old files end; false when all is. */
    sync: (): boolean => objects.sync(4) || manifests.sync() || replaced.letGo(4),

    close(): void {
      while (objects.sync(Number.POSITIVE_INFINITY) || manifests.sync());
      replaced.letGo(Number.POSITIVE_INFINITY)
      cache()?.save()
    },
  }
}
