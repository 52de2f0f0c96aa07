// The newest decisions of the journal, with what people said to them, ready to be replayed.
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import { LeaseId, type CallId } from '../../contract/ids.ts'
import { JournalFilter, type JournalKind, type JournalRow } from '../../contract/journal/journal.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'
import type { Journal } from '../journal/journal.ts'
import { capabilityOf } from '../gate/phase.ts'
import type { HistoricDecision } from '../gate/simulate.ts'

export type DecisionHistoryDeps = {
  readonly journal: Pick<Journal, 'page'>
  readonly leases: { get(id: LeaseId): Lease | null }
  /** Takes a command line apart: rows older than the parser do not hold its parts. */
  readonly reparse: (touch: CanonicalTouchOf<'proc.run'>) => Promise<CanonicalTouch>
}

type Row<K extends JournalKind> = JournalRow & {
  readonly entry: Extract<JournalRow['entry'], { kind: K }>
}

const PAGE = 500

/**
 * Decisions looked at below a piece: what was asked there and is asked again in the piece is an
 * edited call.
 */
const CHECKED_BACK = 100

/**
 * At most `limit`, oldest first; `below` a number, or the newest. Gives way to other work between
 * pages.
 */
export async function decisionHistory(
  limit: number,
  { journal, leases, reparse }: DecisionHistoryDeps,
  below?: number,
): Promise<readonly HistoricDecision[]> {
  const rows = await newest(journal, 'decision', limit, 0, below)
  const since = rows.at(-1)?.seq
  if (since === undefined) return []
  const answers = answersByCall(await newest(journal, 'answered', Number.POSITIVE_INFINITY, since))
  const history: HistoricDecision[] = []
  const earlier =
    below === undefined ? [] : await newest(journal, 'decision', CHECKED_BACK, 0, since)
  const seen = new Set<CallId>(earlier.filter(isAsked).map(({ entry }) => entry.callId))
  /** An answer belongs to the last question of its call. */
  const last = new Map(rows.toReversed().map(({ seq, entry }) => [entry.callId, seq]))
  for (const { seq, at, entry } of rows.toReversed()) {
    const touches = await Promise.all(
      entry.decision.touches.map((touch) =>
        touch.kind === 'proc.run' && touch.parts === undefined
          ? reparse(touch)
          : Promise.resolve(touch),
      ),
    )
    const said = last.get(entry.callId) === seq ? (answers.get(entry.callId) ?? null) : null
    history.push({
      seq,
      at,
      entry: { ...entry, decision: { ...entry.decision, touches } },
      answer:
        entry.decision.by.kind === 'lease'
          ? answerOf(leases.get(LeaseId.parse(entry.decision.by.id)))
          : said,
      edited: seen.has(entry.callId),
    })
    if (isAsked({ entry })) seen.add(entry.callId)
  }
  return history
}

/** The decision to run it in a copy first is about the same arguments as the one that follows. */
const isAsked = ({ entry }: Pick<Row<'decision'>, 'entry'>): boolean =>
  entry.capability !== capabilityOf.stage

/** Newest first, down to number `since`. */
export async function newest<K extends 'decision' | 'answered' | 'lease'>(
  journal: DecisionHistoryDeps['journal'],
  kind: K,
  limit: number,
  since: number,
  below?: number,
): Promise<readonly Row<K>[]> {
  const filter = JournalFilter.parse({ kinds: [kind] })
  const rows: Row<K>[] = []
  let before = below
  while (rows.length < limit) {
    const page = journal.page(filter, before, Math.min(PAGE, limit - rows.length))
    for (const row of page) if (isOf(row, kind) && row.seq >= since) rows.push(row)
    const end = page.at(-1)
    if (end === undefined || end.seq < since) break
    before = end.seq
    await new Promise((next) => setImmediate(next))
  }
  return rows
}

const isOf = <K extends JournalKind>(row: JournalRow, kind: K): row is Row<K> =>
  row.entry.kind === kind

/** What people said; silence and withdrawn questions are nobody's word. */
function answersByCall(rows: readonly Row<'answered'>[]): ReadonlyMap<CallId, ApprovalAnswer> {
  const answers = new Map<CallId, ApprovalAnswer>()
  for (const { entry } of rows)
    if (entry.route === 'person' && !answers.has(entry.callId))
      answers.set(entry.callId, entry.answer)
  return answers
}

/** The approval that a lease came from, by its form; one that is gone was lasting all the same. */
function answerOf(lease: Lease | null): ApprovalAnswer {
  if (lease === null) return 'always'
  if (lease.effect === 'deny') return 'deny-scope'
  const { paths, hosts, commands, calls = [], parts = [] } = lease.patterns
  return lease.session !== null
    ? 'session'
    : paths.length + hosts.length + commands.length + calls.length + parts.length > 0
      ? 'scope'
      : 'always'
}
