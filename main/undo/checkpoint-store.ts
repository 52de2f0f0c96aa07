// The whole of undo, synchronous: it lives in a thread of its own and does one thing after the
// other. Nothing here asks whether it may: the pipeline decides what runs, a person what is undone.
import { orTooMuch, type Wanted, type ScanResult } from './checkpoint.ts'
import { join } from 'node:path'
import { openCaptures } from './captures.ts'
import { collect, type Collected } from './collect.ts'
import { afterEntries, previewReadingMs, type Budget, type CaptureLimits } from './limits.ts'
import { openManifests } from './manifests.ts'
import { openObjects } from './contents/objects.ts'
import { previewOf } from './restore/preview.ts'
import { openReplaced } from './restore/replaced.ts'
import { openStagedStore } from './staged/staged-store.ts'
import { openUndoCall } from './restore/undo-call.ts'
import { openRunningCalls } from './running-calls.ts'

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
  const running = openRunningCalls({ objects, manifests, now, capture, afterOf })
  let collectedAt = -COLLECT_MS
  let collectedBytes = 0

  const { planOf, apply } = openUndoCall({
    objects,
    manifests,
    replaced,
    now,
    depsFor,
    looseDepsFor,
  })

  return {
    /** Looks and counts; keeps nothing. */
    forecast(wanted: Wanted): ScanResult {
      return orTooMuch(() => {
        const { entries, bytes, others } = capture(wanted, 'stat')
        return { kind: 'files', entries, bytes, others }
      })
    },

    begin: running.begin,
    end: running.end,
    drop: running.drop,
    busy: running.busy,
    recover: running.recover,

    preview: previewOf({ objects, planOf, readingMs }),

    apply,

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
          running: running.ids(),
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
