// Undo as the rest of main sees it: says beforehand what it can put back, keeps it right before a
// call, and puts it back when a person asks. Decides nothing and runs nothing.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import type { CallId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { UndoForecast, UndoRecord } from '../../contract/call/undo.ts'
import type { UndoDone, UndoForce, UndoPreview } from '../../contract/call/undo-preview.ts'
import type { Exactness, ScanResult, Wanted } from './checkpoint.ts'
import type { CommitEnd } from './staged/commit-end.ts'
import type { Copied } from './changes-in-copy.ts'
import type { Layer } from './changes-in-layer.ts'
import type { Budget, CaptureLimits } from './limits.ts'
import type { Committed, StagedRun } from './staged/staged-store.ts'
import { openThread } from './thread.ts'
import {
  conflictsOf,
  conflictText,
  forecastText,
  lost,
  notesOf,
  notUndoable,
  previewOf,
  type StoredCall,
} from './undo-text.ts'

export type UndoDeps = {
  /** Where checkpoints lie. Made when first needed. */
  readonly folder: string
  readonly table: {
    put(call: StoredCall): void
    get(callId: CallId): StoredCall | null
    gone(callIds: readonly string[]): void
  }
  readonly now: () => number
  /** Tests and small disks; left out, what limits.ts says. */
  readonly limits?: CaptureLimits
  readonly budget?: Budget
}

/** What is kept of a call that runs. One of the two is called, once. */
export type Checkpoint = { after(): Promise<UndoRecord | null>; drop(): Promise<void> }

export type Undo = {
  /** Never fails: what cannot be looked at cannot be undone. */
  forecast(wanted: Wanted): Promise<UndoForecast>
  /**
   * Keeps what the call may change. `promised`: a person was told that it can be undone. Failures,
   * after which the call must not run: `undo.promised` (it cannot be kept any more),
   * `undo.no-space`, `undo.no-access`, `undo.store`.
   */
  before(callId: CallId, wanted: Wanted, promised: boolean): Promise<Result<Checkpoint, Failure>>
  /**
   * Failures: `undo.unknown`, `undo.gone`, `undo.nothing`, those of the store.
   * @param exactness quick: reads for two seconds at most, and says what it did not read. exact:
   *   the conflicts that `apply` finds.
   */
  preview(callId: CallId, exactness: Exactness): Promise<Result<UndoPreview, Failure>>
  /** As `preview`, and `undo.busy`, `undo.conflicts`. Nothing was changed where it fails. */
  apply(callId: CallId, undoId: CallId, force: UndoForce): Promise<Result<UndoDone, Failure>>
  /**
   * Keeps what a command changed in a layer, until it is committed or discarded. Failures: those of
   * the store.
   */
  stage(
    callId: CallId,
    layer: Layer | Copied,
    ended: ProcessEnd,
  ): Promise<Result<StagedRun, Failure>>
  /**
   * Carries it over into the real folder, all of it or nothing; then it can be undone. Failures:
   * `staged.gone` (nothing is kept of it), those of the store.
   */
  commit(callId: CallId): Promise<Result<Committed, Failure>>
  /** As it is kept, and what a commit would stumble over now; null: nothing is kept of it. */
  staged(callId: CallId): Promise<Result<StagedRun | null, Failure>>
  discard(callId: CallId): Promise<void>
  /** The journal says how its commit ended. */
  forget(callId: CallId): Promise<void>
  /**
   * Finishes commits that were cut off, and gives how those ended of which nobody has written it
   * down; discards what is staged for no call that still waits. Before any call may run.
   */
  recoverStaged(
    waiting: readonly CallId[],
  ): Promise<readonly { readonly callId: CallId; readonly end: CommitEnd }[]>
  /** Closes what a process that ended in the middle left open. Before any call may run. */
  recover(): Promise<void>
  /** Cleans up, and says what is left: bytes, calls, and when the oldest began. */
  stats(): Promise<
    Result<
      { readonly bytes: number; readonly calls: number; readonly oldest: number | null },
      Failure
    >
  >
  dispose(): Promise<void>
}

export function openUndo({ folder, table, now, limits, budget }: UndoDeps): Undo {
  const thread = openThread(
    {
      folder,
      ...(limits === undefined ? {} : { limits }),
      ...(budget === undefined ? {} : { budget }),
    },
    (callIds) => table.gone(callIds),
  )

  const known = (callId: CallId): Failure | null => notUndoable(callId, table.get(callId))
  const putCommitted = (
    callId: CallId,
    { end, root, at }: Pick<Committed, 'end' | 'root' | 'at'>,
  ): void => {
    if (end.kind === 'committed') table.put({ callId, at, root, files: end.files, state: 'kept' })
  }

  return {
    async forecast(wanted) {
      const scanned = await thread.ask('forecast', wanted)
      return forecastText(
        scanned.ok ? scanned.value : { kind: 'none', why: reasonOf(scanned.error) },
        wanted,
      )
    },

    async before(callId, wanted, promised) {
      const started = await thread.ask('begin', callId, wanted)
      if (!started.ok) return err(unkept(started.error))
      const scanned: ScanResult = started.value
      if (scanned.kind === 'none' && promised) {
        const text = `Not run: its approval promised an undo, which is no longer possible, because ${scanned.why}.`
        return err(
          failure(
            'undo.promised',
            text,
            'Make the call again if you still need it. The new approval says so.',
          ),
        )
      }
      if (scanned.kind === 'none')
        return ok({ after: async () => ({ kind: 'none', why: scanned.why }), drop: async () => {} })
      const at = now()
      return ok({
        async after() {
          const ended = await thread.ask('end', callId)
          if (!ended.ok) return { kind: 'none', why: reasonOf(ended.error) }
          // Too much to compare now: it is known what was there, and so it can be put back.
          const files = ended.value.files ?? scanned.entries
          table.put({ callId, at, root: wanted.root, files, state: 'kept' })
          return { kind: 'kept', files }
        },
        async drop() {
          await thread.ask('drop', callId)
        },
      })
    },

    async preview(callId, exactness) {
      const wrong = known(callId)
      if (wrong !== null) return err(wrong)
      const found = await thread.ask('preview', callId, exactness)
      if (!found.ok) return found
      return found.value === null ? err(lost(callId)) : ok(previewOf(callId, found.value))
    },

    async apply(callId, undoId, force) {
      const wrong = known(callId)
      if (wrong !== null) return err(wrong)
      const busy = await thread.ask('busy', callId)
      if (!busy.ok) return busy
      if (busy.value.length > 0)
        return err(
          failure(
            'undo.busy',
            `${busy.value.join(', ')} runs in this folder now.`,
            'Stop it or wait until it ends, then undo.',
          ),
        )
      const applied = await thread.ask('apply', callId, undoId, force)
      if (!applied.ok) return applied
      if (applied.value === null) return err(lost(callId))
      const { plan } = applied.value
      if (applied.value.kind === 'conflicts') return err(conflictText(conflictsOf(plan, false)))
      const { files, failed, stayed, final } = applied.value
      const row = table.get(callId)
      if (final === null && row !== null)
        table.put({ callId: undoId, at: now(), root: row.root, files, state: 'kept' })
      return ok({
        callId,
        undoId,
        files,
        forced: conflictsOf(plan, true).map(({ path }) => path),
        failed: [...failed],
        notes: notesOf(stayed, final),
      })
    },

    stage: (callId, layer, ended) => thread.ask('stage', callId, layer, ended),

    async commit(callId) {
      const committed = await thread.ask('commit', callId)
      if (!committed.ok) return committed
      if (committed.value === null) return err(notStaged)
      putCommitted(callId, committed.value)
      return ok(committed.value)
    },

    staged: (callId) => thread.ask('look', callId),

    async discard(callId) {
      await thread.ask('discard', callId)
    },

    async forget(callId) {
      await thread.ask('forget', callId)
    },

    async recoverStaged(waiting) {
      if (!hasAny(join(folder, 'staged'))) return []
      const finished = await thread.ask('finishCommits')
      await thread.ask('keepStaged', waiting)
      return (finished.ok ? finished.value : []).map((settled) => {
        const callId = settled.callId as CallId
        putCommitted(callId, settled)
        return { callId, end: settled.end }
      })
    },

    async recover() {
      if (!leftOpen(folder)) return
      const recovered = await thread.ask('recover')
      for (const { callId, at, root, files } of recovered.ok ? recovered.value : [])
        table.put({ callId: callId as CallId, at, root, files, state: 'kept' })
    },

    async stats() {
      const collected = await thread.ask('collect')
      if (!collected.ok) return collected
      table.gone(collected.value.evicted)
      return ok(collected.value)
    },

    dispose: () => thread.end(),
  }
}

/**
 * Whether an earlier process left something open: looked at without the thread, for there hardly
 * ever is anything.
 */
function leftOpen(folder: string): boolean {
  try {
    return readdirSync(join(folder, 'calls')).some((name) => name.endsWith('.before'))
  } catch {
    // Nothing was ever kept; what else is wrong with the folder shows with the first call that
    // needs it.
    return false
  }
}

/** Whether anything is in a folder; false where there is none. */
function hasAny(path: string): boolean {
  try {
    return readdirSync(path).length > 0
  } catch {
    // As above: what is wrong with it shows with the first call that needs it.
    return false
  }
}

const notStaged = failure(
  'staged.gone',
  'What this command changed is not kept any more, so nothing was changed.',
  'Ask again if it is still wanted.',
)

const unkept = ({ code, text, hint }: Failure): Failure =>
  failure(code, `Not run: the files it would change could not be kept for undo. ${text}`, hint)

/** As the end of a sentence. */
const reasonOf = ({ text }: Failure): string => text.replace(/\.$/, '')
