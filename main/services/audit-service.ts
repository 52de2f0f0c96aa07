// Joins the journal, what finds its rows and the check of its chain to the topic that screens and
// commands ask. Handles when the index follows the rows: behind them, and out of the way of the
// calls that write them.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { parseQuery } from '../../contract/journal/journal-query.ts'
import type { JournalQuery } from '../../contract/journal/journal-query.ts'
import { MOST_VIEWS } from '../../contract/journal/audit.ts'
import type { Verification } from '../../contract/journal/journal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { exportPiece } from '../journal/export.ts'
import type { Journal } from '../journal/journal.ts'
import type { AuditService } from '../ipc/handlers/audit.ts'
import type { AuditViewsTable } from '../store/audit-views-table.ts'
import type { JournalFinder } from '../store/journal-finder.ts'
import { openChainCheck } from './chain-check.ts'

export type AuditDeps = {
  readonly journal: Journal
  readonly openFinder: () => Promise<JournalFinder>
  readonly views: AuditViewsTable
  readonly version: string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The state of the journal's chain is another one. */
  readonly changed: () => void
  readonly report: (fault: unknown) => void
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
/** What one answer may take. */
const PAGE_MS = 25
const COUNT_MS = 8

export function createAuditService({
  journal,
  openFinder,
  views,
  version,
  now,
  changed,
  report,
}: AuditDeps) {
  // What was found at the opening stands until the whole chain has been checked: a command is over
  // before that.
  const found = journal.finding()
  let verification: Verification | null =
    found === null ? null : { kind: 'broken', rows: journal.rows(), durationMs: 0, ...found }
  const check = openChainCheck({
    ...{ verify: journal.verify, rows: journal.rows, now },
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

  const asked = async <T>(
    line: string,
    answer: (found: JournalFinder, query: JournalQuery) => T,
  ): Promise<Result<T, Failure>> => {
    const query = parseQuery(line, now())
    if (!query.ok) return err(failure(query.error.code, query.error.text, query.error.hint))
    const found = await finder()
    searchedAt = performance.now()
    journal.catchUp()
    return ok(answer(found, query.value))
  }

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
      const found = await finder()
      if (closed) return
      const began = performance.now()
      const many = quiet()
      const more = found.step(many ? stepRows : STEP_ROWS[0])
      const took = performance.now() - began
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
      report(fault)
      later(AGAIN_MS)
    }
  }

  const offer: AuditService = {
    page: journal.page,
    count: journal.count,
    rows: journal.rows,
    verify: () => check.whole(),
    search: ({ query, before, after, limit }) =>
      asked(query, (found, wanted) => ({
        ...found.page(wanted, { before, after }, limit, PAGE_MS),
        newest: journal.head().seq,
      })),
    countOf: ({ query, before, after, every, from }) =>
      asked(query, (found, wanted) =>
        found.count(wanted, { before, after }, every, from, COUNT_MS),
      ),
    values: async (key, typed) => (await finder()).values(key, typed, 12),
    overview: async (hours) =>
      (await finder()).sums(now(), hours, { 24: 24, 168: 28, 720: 30, 2160: 30 }[hours]),
    check: (start) => {
      if (start) void check.whole().catch(report)
      return check.state()
    },
    call: (callId) => ({ callId, rows: journal.ofCall(callId), head: journal.head() }),
    export: ({ format, query, after, until }) =>
      asked(query, (found, wanted) =>
        exportPiece(
          { format, query: wanted, after, until },
          { ...found, ofCall: journal.ofCall, newest: () => journal.head().seq, version },
        ),
      ),
    views: views.all,
    saveView: (view) => {
      const known = views.all()
      if (
        known.length >= MOST_VIEWS &&
        !known.some(({ name }) => name.toLowerCase() === view.name.toLowerCase())
      )
        return err(
          failure(
            'audit.views-full',
            `There are ${MOST_VIEWS} saved views.`,
            'Remove one that you do not need.',
          ),
        )
      views.put(view)
      return ok(views.all())
    },
    removeView: (name) => {
      views.remove(name)
      return views.all()
    },
  }

  return {
    offer,
    /** `calm`: nobody waits for it. */
    verify: (calm = false) => check.whole(calm),
    verification: (): Verification | null => verification,
    /** From now on the index follows the rows. A command that asks once does not need that. */
    begin: (): void => {
      unlisten ??= journal.onGrow(() => {
        grewAt = performance.now()
        later(SOON_MS)
      })
      later(FIRST_MS)
    },
    dispose: async (): Promise<void> => {
      closed = true
      check.stop()
      if (timer !== null) clearTimeout(timer)
      unlisten?.()
      await opening?.then((found) => found.close()).catch(() => undefined)
    },
  }
}
