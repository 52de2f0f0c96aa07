// Joins the journal to what finds its rows and to the check of its chain. Handles when the index
// follows the rows: behind them, and out of the way of the calls that write them.
import type { Verification } from '../../../contract/journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { JournalFinder } from '../../store/journal/journal-finder.ts'
import { openChainCheck, type ChainCheck } from './chain-check.ts'

export type AuditIndexDeps = {
  readonly journal: Pick<Journal, 'finding' | 'rows' | 'verify' | 'onGrow'>
  readonly openFinder: () => Promise<JournalFinder>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The state of the journal's chain is another one. */
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}

export type AuditIndex = {
  /** Opened when somebody looks for the first time. */
  finder(): Promise<JournalFinder>
  /** Somebody searches, and may search again soon. */
  searched(): void
  readonly check: ChainCheck
  /** What is known of the whole chain; null until it was looked at, or something was found. */
  verification(): Verification | null
  /** From now on the index follows the rows. A command that asks once does not need that. */
  start(): void
  dispose(): Promise<void>
}

/** The first steps come when the start is over; later ones shortly after rows did. */
const FIRST_MS = 1_500
const SOON_MS = 120
/**
 * While rows come, a step is followed by so many times its own length for others: a third of the
 * time is the index's while somebody searches, who is served the quicker the less is left to be
 * looked at row by row, and a hundredth when nobody does: enough for twenty calls a second.
 */
const PAUSES = { searched: 2, unasked: 99 } as const
/** So long after a search somebody may search again. */
const SEARCHED_MS = 10_000
/**
 * What one step may take, and from how many rows to how many it has: the fewest while rows come,
 * for a call may have to wait for it.
 */
const STEP_MS = 8
const STEP_ROWS = [48, 1_024] as const
/**
 * So long after the last new row nobody is at work, and the index need not leave time to others.
 * Memory is given back before: memory-trim.ts.
 */
const QUIET_MS = 3_000
const AGAIN_MS = 10_000

export function openAuditIndex({
  journal,
  openFinder,
  now,
  changed,
  report,
}: AuditIndexDeps): AuditIndex {
  // What was found at the opening applies until the whole chain has been checked: a command is over
  // before that.
  const found = journal.finding()
  let verification: Verification | null =
    found === null ? null : { kind: 'broken', rows: journal.rows(), durationMs: 0, ...found }
  const check = openChainCheck({
    verify: journal.verify,
    rows: journal.rows,
    now,
    done(whole) {
      verification = whole
      changed()
    },
  })
  let opening: Promise<JournalFinder> | null = null
  let timer: NodeJS.Timeout | null = null
  let unlisten: (() => void) | null = null
  let closed = false
  let stepRows = STEP_ROWS[0] * 2
  let grewAt = -Infinity
  let searchedAt = -Infinity
  const finder = (): Promise<JournalFinder> => (opening ??= openFinder())

  const later = (milliseconds: number): void => {
    if (!closed) timer ??= setTimeout(() => void follow(), milliseconds)
  }
  const quiet = (): boolean => performance.now() - grewAt > QUIET_MS
  const pauseAfter = (took: number): number => {
    if (quiet()) return 1
    const at = performance.now()
    return Math.max(4, took * (at - searchedAt < SEARCHED_MS ? PAUSES.searched : PAUSES.unasked))
  }
  const follow = async (): Promise<void> => {
    try {
      const opened = await finder()
      if (closed) return
      const startedAt = performance.now()
      const many = quiet()
      const more = opened.step(many ? stepRows : STEP_ROWS[0])
      const took = performance.now() - startedAt
      timer = null
      // Half as many when it took too long, a little more when it did not: a busy machine is felt
      // at once.
      if (many)
        stepRows = Math.min(
          STEP_ROWS[1],
          Math.max(STEP_ROWS[0], Math.round(took > STEP_MS ? stepRows / 2 : stepRows * 1.25)),
        )
      if (more) later(pauseAfter(took))
    } catch (fault) {
      // Searching goes on by looking at the rows themselves; the index is tried again.
      timer = null
      if (!isBusy(fault)) report(fault)
      later(AGAIN_MS)
    }
  }

  return {
    finder,
    searched() {
      searchedAt = performance.now()
    },
    check,
    verification: () => verification,
    start() {
      unlisten ??= journal.onGrow(() => {
        grewAt = performance.now()
        later(SOON_MS)
      })
      later(FIRST_MS)
    },
    async dispose() {
      closed = true
      check.stop()
      if (timer !== null) clearTimeout(timer)
      unlisten?.()
      await opening?.then((opened) => opened.close()).catch(() => undefined)
    },
  }
}

/** Another program holds the index for a moment: a backup, a virus scanner. */
const isBusy = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'SQLITE_BUSY'
