// Staged calls: kept when the command has ended, committed or thrown away when that is decided.
// Synchronous, in the thread of undo, and over the same contents.
import { join } from 'node:path'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import { commitStaged, reversedChange, uncommittable } from './commit.ts'
import type { CommitEnd, Problem } from './commit-end.ts'
import { changesInCopy, type Copied } from '../changes-in-copy.ts'
import { changesInLayer, type Layer } from '../changes-in-layer.ts'
import { onlyRefreshesIndex } from '../git-index.ts'
import { stagedLimits, type CaptureLimits } from '../limits.ts'
import type { Manifests } from '../manifests.ts'
import type { Objects } from '../contents/objects.ts'
import { TooMuch, type Depth, type ScanDeps } from '../scan.ts'
import { planUndo } from '../plan.ts'
import type { Replaced } from '../restore/replaced.ts'
import { openStagedManifests, type Settled, type Staged } from './staged-manifests.ts'
import { isShown, shownPath, type Change } from '../state.ts'
import { textsOfChanges, type ChangedText } from '../text-pairs.ts'

export type StagedChange = {
  readonly path: string
  readonly before: Change['before']
  readonly after: Change['after']
}

export type StagedRun =
  | {
      readonly kind: 'staged'
      readonly root: string
      /** How the command ended. */
      readonly ended: ProcessEnd
      /** Worth telling a person, by path; `path` is for people. */
      readonly changes: readonly StagedChange[]
      readonly texts: readonly ChangedText[]
      /** All of it could be put back after a commit. */
      readonly whole: boolean
      /** Changed in the real folder while the command ran. */
      readonly moved: readonly string[]
      /** Why it can never be committed; empty: it can. */
      readonly problems: readonly Problem[]
    }
  | { readonly kind: 'none'; readonly why: string }

/** `at`: when the command had ended. */
export type Committed = {
  readonly end: CommitEnd
  readonly root: string
  readonly at: number
  readonly ended: ProcessEnd
}

export function openStagedStore(
  folder: string,
  objects: Objects,
  manifests: Manifests,
  replaced: Replaced,
  now: () => number,
) {
  const staged = openStagedManifests(join(folder, 'staged'))
  const scanDeps = (depth: Depth, limits: CaptureLimits): ScanDeps => ({
    objects,
    cache: null,
    depth,
    limits,
  })
  const comparing = { ...scanDeps('hash', stagedLimits.fresh), replaced }

  const finish = (callId: string, resumed: boolean): CommitEnd | null => {
    const stored = staged.read(callId)
    if (stored === null) return null
    const ended = commitStaged(stored, comparing, resumed)
    if (ended.kind === 'committed')
      manifests.writeAfter({
        callId,
        at: stored.at,
        root: stored.root,
        paths: [],
        changes: stored.changes,
        alongside: [],
      })
    // A conflict can be looked at and tried again; everything else is over.
    if (ended.kind !== 'conflicts')
      staged.settle({ callId, at: stored.at, root: stored.root, end: ended })
    return ended
  }

  const runOf = ({ changes, whole, root, ended }: Staged, moved: readonly string[]): StagedRun => {
    const shown = changes.filter(isShown)
    return {
      kind: 'staged',
      root,
      ended,
      changes: shown.map((change) => ({ ...change, path: shownPath(change.path) })),
      texts: textsOfChanges(shown, objects),
      whole,
      moved,
      problems: uncommittable(changes),
    }
  }

  return {
    /** What the command did, kept until `commit` or `discard`. Nothing is kept where it did nothing. */
    stage(callId: string, layer: Layer | Copied, ended: ProcessEnd): StagedRun {
      try {
        const both = {
          former: scanDeps('keep', stagedLimits.former),
          fresh: scanDeps('keep', stagedLimits.fresh),
        }
        const found =
          'paths' in layer
            ? changesInCopy(layer, both, stagedLimits)
            : changesInLayer(layer, both, stagedLimits)
        const changes = found.changes
          .filter((change) => !onlyRefreshesIndex(change, objects))
          .toSorted((a, b) => (a.path < b.path ? -1 : 1))
        const { whole, moved } = found
        const one = { callId, at: now(), root: layer.root, changes, whole, ended }
        // Folders of which only the time moved are no effect that anybody asked for.
        if (changes.some(isShown)) staged.write(one)
        return runOf(one, moved.map(shownPath))
      } catch (error) {
        if (error instanceof TooMuch) return { kind: 'none', why: error.why }
        throw error
      }
    },

    /** Null: nothing is kept of it. After a conflict it is kept on, and nothing was changed. */
    commit(callId: string): Committed | null {
      const stored = staged.read(callId)
      if (stored === null) return null
      const { root, at, ended } = stored
      const committed = (end: CommitEnd): Committed => ({ end, root, at, ended })
      const problems = uncommittable(stored.changes)
      if (problems.length > 0) return committed({ kind: 'failed', failed: problems, left: [] })
      // Both sides must outlive a power cut before the first of them is written over.
      objects.syncAll()
      staged.begin(callId)
      const end = finish(callId, false)
      if (end?.kind === 'conflicts') staged.end(callId)
      return end === null ? null : committed(end)
    },

    /** As it was kept; null: nothing is. `moved`: what a commit would stumble over now. */
    look(callId: string): StagedRun | null {
      const stored = staged.read(callId)
      if (stored === null) return null
      const reversed = stored.changes.map(reversedChange)
      const { conflicts } = planUndo(stored.root, reversed, [], new Set(), comparing)
      return runOf(
        stored,
        conflicts.map(({ path }) => path),
      )
    },

    discard(callId: string): void {
      staged.remove(callId)
    },

    /** Somebody has written down how it ended. */
    forget: (callId: string): void => staged.forget(callId),

    /**
     * Finishes commits that were cut off, and gives how these and all others ended of which nobody has
     * written it down. Staged calls that wait for an answer stay.
     */
    recover(): readonly Settled[] {
      for (const callId of staged.list()) if (staged.begun(callId)) finish(callId, true)
      return staged.settled()
    },

    /** Throws away what nobody can answer any more. */
    keepOnly(callIds: ReadonlySet<string>): void {
      for (const callId of staged.list())
        if (!callIds.has(callId) && !staged.begun(callId)) staged.remove(callId)
    },

    hashes: () => staged.hashes(),
  }
}
