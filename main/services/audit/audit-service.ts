// The topic `audit`: searches, counts, charts, checks, receipts and exports of the journal.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { parseQuery, type JournalQuery } from '../../../contract/journal/journal-query.ts'
import { MOST_VIEWS } from '../../../contract/journal/audit.ts'
import type { JournalFilter } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { exportPiece } from '../../journal/export.ts'
import { verifierText } from '../../journal/receipts/load-verifier.ts'
import type { Journal } from '../../journal/journal.ts'
import type { AuditViewsTable } from '../../store/tables/audit-views-table.ts'
import type { JournalFinder } from '../../store/journal/journal-finder.ts'
import type { AttentionSums } from '../../store/journal/journal-sums.ts'
import { attention, type AttentionDeps } from './attention.ts'
import type { AuditIndex } from './audit-index.ts'
import { actOf, type ToolNamed } from './call-act.ts'
import { chartBars } from './chart-bars.ts'
import { callSummary } from '../../journal/call-summary.ts'
import type { Receipts } from './receipts.ts'

export type AuditServiceDeps = {
  readonly journal: Journal
  readonly index: AuditIndex
  readonly views: AuditViewsTable
  readonly version: string
  readonly signed: Receipts
  /** What the rules that would have saved questions are found with. */
  readonly saving: Omit<AttentionDeps, 'sums'>
  /** A tool that is here now. */
  readonly toolNamed: ToolNamed
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly report: (fault: unknown) => void
}

/** Rows that are counted for one page of a filter. */
const COUNTED = 1_000
/** What one answer may take. */
const PAGE_MS = 25
const COUNT_MS = 8
/** What sums, and values that are offered, wait for rows that are not in the index yet. */
const CATCH_UP_MS = 300
const OFFER_MS = 50

export function auditService({
  journal,
  index,
  views,
  saving,
  signed,
  toolNamed,
  version,
  now,
  report,
}: AuditServiceDeps): TopicHandlers<'audit'> {
  const asked = async <T>(
    line: string,
    answer: (found: JournalFinder, query: JournalQuery) => T,
    asOf = now(),
  ): Promise<Result<T, Failure>> => {
    const query = parseQuery(line, asOf)
    if (!query.ok) return err(failure(query.error.code, query.error.text, query.error.hint))
    const found = await index.finder()
    index.searched()
    journal.catchUp()
    return ok(answer(found, query.value))
  }

  /** With the newest rows in it, where they are few enough to be taken in at once. */
  const caughtUp = async (withinMs: number): Promise<JournalFinder> => {
    const finder = await index.finder()
    for (const until = performance.now() + withinMs; finder.step();) {
      if (performance.now() > until) break
      await new Promise((next) => setImmediate(next))
    }
    return finder
  }
  const sumsOf = (hours: keyof typeof chartBars) => async (): Promise<AttentionSums> =>
    (await caughtUp(CATCH_UP_MS)).sums.attention(now(), hours, chartBars[hours])

  return {
    'audit.page': async ({ before, limit, filter }) =>
      ok({
        rows: [...journal.page(filter, before, limit)],
        total: isEverything(filter) ? journal.rows() : journal.count(filter, COUNTED),
      }),
    'audit.verify': async () => ok(await index.check.whole()),
    'audit.search': ({ query, before, after, limit }) =>
      asked(query, (found, wanted) => {
        const page = found.page(wanted, { before, after }, limit, PAGE_MS)
        return { ...page, rows: [...page.rows], newest: journal.head().seq }
      }),
    'audit.count': ({ query, before, after, every, from }) =>
      asked(query, (found, wanted) => {
        const counted = found.count(wanted, { before, after }, every, from, COUNT_MS)
        return { ...counted, marks: [...counted.marks] }
      }),
    'audit.values': async ({ key, typed }) => ok((await caughtUp(OFFER_MS)).values(key, typed, 12)),
    'audit.overview': async ({ hours }) =>
      ok((await index.finder()).sums.overview(now(), hours, chartBars[hours])),
    'audit.attention': async ({ hours }) => ok(await attention({ ...saving, sums: sumsOf(hours) })),
    'audit.check': async ({ start }) => {
      if (start) void index.check.whole().catch(report)
      return ok(index.check.state())
    },
    'audit.calls': async ({ callIds }) =>
      ok(
        callIds.flatMap((id) => {
          const summary = callSummary(id, journal.ofCall(id))
          if (summary === null) return []
          const act = actOf(summary, toolNamed)
          return act === null ? summary : { ...summary, act }
        }),
      ),
    'audit.call': async ({ callId }) =>
      ok({ callId, rows: journal.ofCall(callId), head: journal.head() }),
    'audit.export': async ({ format, query: line, redact = [], asOf = now(), ...from }) => {
      if (format !== 'proof') {
        if (redact.length > 0) return err(redactsProofOnly)
        const piece = await asked(
          line,
          (found, query) =>
            exportPiece(
              { format, query, ...from },
              { ...found, ofCall: journal.ofCall, newest: () => journal.head().seq, version },
            ),
          asOf,
        )
        return piece.ok ? ok({ ...piece.value, asOf }) : piece
      }
      const query = parseQuery(line, asOf)
      if (!query.ok) return err(failure(query.error.code, query.error.text, query.error.hint))
      const piece = await signed.exportProof({ query: query.value, line, redact, ...from })
      return piece.ok ? ok({ ...piece.value, asOf }) : piece
    },
    'audit.receipt': ({ id }) => signed.make(id),
    'audit.row-proof': signed.rowProof,
    'audit.check-receipt': signed.check,
    'audit.key': signed.key,
    'audit.verifier': async () => ok({ text: verifierText() }),
    'audit.views': async () => ok(views.all()),
    'audit.save-view': async (view) => {
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
    'audit.remove-view': async ({ name }) => {
      views.remove(name)
      return ok(views.all())
    },
  }
}

const redactsProofOnly = failure(
  'usage',
  'Only an export with proof can hide fields.',
  'Use the format "proof".',
)

const isEverything = ({ kinds, tool, effect, callId, runId, text }: JournalFilter): boolean =>
  kinds.length === 0 &&
  tool === null &&
  effect === null &&
  callId === null &&
  runId === null &&
  text.trim() === ''
