// Held calls. Never decides an answer; how they are written is in rows/approval-changes.ts. The full
// arguments lie in a column of their own and leave this file only through `requestOf`. Question and
// arguments may hold secrets, so they are sealed where they lie.
import { readJson } from '../../../contract/read-json.ts'
import type { Approval, ApprovalState } from '../../../contract/approval/approval.ts'
import { ApprovalId, CallId, type RequestHash, type SessionId } from '../../../contract/ids.ts'
import { JsonObject } from '../../../contract/json.ts'
import { asItIs, type AtRest } from '../at-rest.ts'
import type { WriteDb } from '../database.ts'
import { fromRow, type ApprovalRow } from '../rows/approval-row.ts'
import { approvalChanges } from '../rows/approval-changes.ts'

export type ApprovalsTable = ReturnType<typeof approvalsTable>

export function approvalsTable(db: WriteDb, atRest: AtRest = asItIs) {
  const columns =
    'body, state, answered_at, answered_on, answer, word, route, cut, (SELECT body FROM rehearsals WHERE approval_id = approvals.id) AS rehearsal, ' +
    `(SELECT json_patch(wait, json_object('request', request, 'sent', json(iif(sent, 'true', 'false')), 'trouble', trouble)) FROM second_requests WHERE approval_id = approvals.id) AS second`
  const one = db.prepare<[string], ApprovalRow>(`SELECT ${columns} FROM approvals WHERE id = ?`)
  const request = db.prepare<[string], string>('SELECT request FROM approvals WHERE id = ?').pluck()
  const pendingIds = db
    .prepare<[], string>(
      `SELECT id FROM approvals WHERE state = 'pending' ORDER BY created_at, rowid`,
    )
    .pluck()
  const pendingCalls = db
    .prepare<[], string | null>(`SELECT call_id FROM approvals WHERE state = 'pending'`)
    .pluck()
  const count = db
    .prepare<[], number>(`SELECT count(*) FROM approvals WHERE state = 'pending'`)
    .pluck()
  // Rows of before the column was there have none in it.
  const ofCall = db.prepare<[string], ApprovalRow>(
    `SELECT ${columns} FROM approvals WHERE call_id = ? ORDER BY created_at, rowid`,
  )
  const answered = db.prepare<[number, number], ApprovalRow>(
    `SELECT ${columns} FROM approvals WHERE (answered_at >= ? OR created_at >= ?) AND state <> 'pending' ORDER BY answered_at, rowid`,
  )
  // Left to itself SQLite takes the index that gives the order, and walks over everything that
  // waits: asked with every held call.
  const joinable = db.prepare<[string, string], ApprovalRow>(
    `SELECT ${columns} FROM approvals INDEXED BY approvals_pending
     WHERE state = 'pending' AND request_hash = ? AND session = ? ORDER BY created_at LIMIT 1`,
  )
  // A page ends only between two moments: `before` is a time, and calls held in the same
  // millisecond must not fall between pages. Each state has its own part: over several at once
  // SQLite would sort all there is to find the newest few.
  const newest = db
    .prepare<[string, number, number], number>(
      'SELECT created_at FROM approvals WHERE state = ? AND created_at < ? ORDER BY created_at DESC LIMIT ?',
    )
    .pluck()
  const list = db.prepare<{ states: string; before: number; from: number }, ApprovalRow>(
    `SELECT ${columns} FROM approvals WHERE state IN (SELECT value FROM json_each(@states)) AND created_at < @before AND created_at >= @from
     ORDER BY created_at DESC, rowid DESC`,
  )

  const read = (row: ApprovalRow): Approval[] =>
    fromRow({ ...row, body: atRest.open(row.body, 'question') ?? 'null' })
  const firstOf = (row: ApprovalRow | undefined): Approval | null =>
    row === undefined ? null : (read(row)[0] ?? null)
  function* pending(): Generator<Approval, void, undefined> {
    for (const id of pendingIds.all()) {
      const found = firstOf(one.get(id))
      if (found?.state === 'pending') yield found
    }
  }

  return {
    ...approvalChanges(db, atRest),
    /**
     * Null also for a row that somebody made unreadable: what cannot be read cannot be approved.
     */
    get: (id: ApprovalId): Approval | null => firstOf(one.get(id)),
    /** Never leaves main. */
    requestOf: (id: ApprovalId): JsonObject | null => {
      const text = request.get(id)
      return text === undefined ? null : readJson(atRest.open(text, 'request') ?? '', JsonObject)
    },
    /**
     * Newest first, created before `before` (epoch ms). A page may be longer than `limit` by what
     * has its last moment.
     */
    list: (
      states: readonly ApprovalState[],
      before = Number.MAX_SAFE_INTEGER,
      limit: number,
    ): Approval[] => {
      const moments = [...new Set(states)]
        .flatMap((state) => newest.all(state, before, limit))
        .toSorted((a, b) => b - a)
      const from = moments[Math.min(limit, moments.length) - 1]
      return from === undefined
        ? []
        : list.all({ states: JSON.stringify(states), before, from }).flatMap(read)
    },
    /**
     * Oldest first: the order in which they wait. Each is read when its turn comes, and left out
     * when it has ended by then.
     */
    pending,
    /** Oldest first. Reads no question. */
    pendingIds: (): ApprovalId[] => pendingIds.all().map((id) => ApprovalId.parse(id)),
    /** Whose questions wait. Reads none, but those of before there was a column for it. */
    pendingCalls: (): Set<CallId> => {
      const known = pendingCalls.all()
      const old = known.includes(null) ? [...pending()].map(({ callId }) => callId) : []
      return new Set([...known.flatMap((id) => (id === null ? [] : [CallId.parse(id)])), ...old])
    },
    /** The open question that the same request of the same session joins. */
    findPending: (requestHash: RequestHash, session: SessionId): Approval | null =>
      firstOf(joinable.get(requestHash, session)),
    /** How many wait. Reads no question. */
    count: (): number => count.get() ?? 0,
    /** Every question about one call, oldest first; none of before there was a column for it. */
    ofCall: (callId: CallId): Approval[] => ofCall.all(callId).flatMap(read),
    /**
     * What was asked or ended at this moment (epoch ms) or later, and is not open, in the order of
     * its end.
     */
    answeredSince: (at: number): Approval[] => answered.all(at, at).flatMap(read),
  }
}
