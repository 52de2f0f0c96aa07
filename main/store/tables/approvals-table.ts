// Held calls. Holds their SQL and the one statement that lets exactly one of two answers win; never
// decides an answer. The full arguments lie in a column of their own and leave this file only
// through `requestOf`. Question and arguments may hold secrets, so they are sealed where they lie.
import { jsonOf, readJson } from '../../../contract/read-json.ts'
import type { FleetPerson } from '../../../contract/approval/second-person.ts'
import type { Cut } from '../../../contract/approval/result-review.ts'
import type { ApprovalRoute } from '../../../contract/approval/approval-route.ts'
import {
  Approval,
  type ApprovalAnswer,
  type ApprovalState,
} from '../../../contract/approval/approval.ts'
import { ApprovalId, CallId, type RequestHash, type SessionId } from '../../../contract/ids.ts'
import { JsonObject } from '../../../contract/json.ts'
import type { AnsweredOn } from '../../../contract/call/principal.ts'
import type { Rehearsal } from '../../../contract/call/rehearsal.ts'
import { asItIs, type AtRest } from '../at-rest.ts'
import type { WriteDb } from '../database.ts'

type Row = {
  body: string
  state: string
  answered_at: number | null
  answered_on: string | null
  answer: string | null
  word: string | null
  route: string | null
  cut: string | null
  rehearsal: string | null
  second: string | null
}

/** What an answer adds to the row. Left out, what is there stays. */
export type AnswerPatch = {
  readonly answeredAt: number | null
  readonly answeredOn: AnsweredOn | null
  readonly answer: ApprovalAnswer | null
  /** With a no: a word to the model. */
  readonly word?: string | null
  readonly route?: ApprovalRoute | null
  /** Lines of a result that are left out. */
  readonly cut?: Cut | null
  /** The second person whose answer it is. */
  readonly by?: FleetPerson | null
}

export type ApprovalsTable = ReturnType<typeof approvalsTable>

export function approvalsTable(db: WriteDb, atRest: AtRest = asItIs) {
  const insert = db.prepare<
    [
      ...[string, number, string, string, string, string, string],
      ...[number | null, string | null, string | null, string | null, string | null, string],
    ]
  >(
    `INSERT INTO approvals (id, created_at, session, request_hash, body, request, state, answered_at, answered_on, answer, word, route, call_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const columns =
    'body, state, answered_at, answered_on, answer, word, route, cut, (SELECT body FROM rehearsals WHERE approval_id = approvals.id) AS rehearsal, ' +
    `(SELECT json_patch(wait, json_object('request', request, 'sent', json(iif(sent, 'true', 'false')), 'trouble', trouble)) FROM second_requests WHERE approval_id = approvals.id) AS second`
  const one = db.prepare<[string], Row>(`SELECT ${columns} FROM approvals WHERE id = ?`)
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
  const ofCall = db.prepare<[string], Row>(
    `SELECT ${columns} FROM approvals WHERE call_id = ? ORDER BY created_at, rowid`,
  )
  const answered = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM approvals WHERE (answered_at >= ? OR created_at >= ?) AND state <> 'pending' ORDER BY answered_at, rowid`,
  )
  // Left to itself SQLite takes the index that gives the order, and walks over everything that
  // waits: asked with every held call.
  const joinable = db.prepare<[string, string], Row>(
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
  const list = db.prepare<{ states: string; before: number; from: number }, Row>(
    `SELECT ${columns} FROM approvals WHERE state IN (SELECT value FROM json_each(@states)) AND created_at < @before AND created_at >= @from
     ORDER BY created_at DESC, rowid DESC`,
  )
  const move = db.prepare<
    [
      string,
      number | null,
      string | null,
      string | null,
      string | null,
      string | null,
      string | null,
      string,
      string,
    ]
  >(
    `UPDATE approvals SET state = ?, answered_at = coalesce(?, answered_at), answered_on = coalesce(?, answered_on),
       answer = coalesce(?, answer), word = coalesce(?, word), route = coalesce(?, route), cut = coalesce(?, cut) WHERE id = ? AND state = ?`,
  )
  const seconded = db.prepare<[string, string]>(
    `UPDATE second_requests SET wait = json_set(wait, '$.by', json(?)) WHERE approval_id = ?`,
  )
  const putRehearsal = db.prepare<[string, string]>(
    `INSERT INTO rehearsals (approval_id, body) SELECT id, ? FROM approvals WHERE id = ? AND state = 'pending'
     ON CONFLICT (approval_id) DO UPDATE SET body = excluded.body`,
  )

  const read = (row: Row): Approval[] =>
    fromRow({ ...row, body: atRest.open(row.body, 'question') ?? 'null' })
  const firstOf = (row: Row | undefined): Approval | null =>
    row === undefined ? null : (read(row)[0] ?? null)
  function* pending(): Generator<Approval, void, undefined> {
    for (const id of pendingIds.all()) {
      const found = firstOf(one.get(id))
      if (found?.state === 'pending') yield found
    }
  }

  /** `full` are the arguments as they would run, secrets included. Throws when the id is taken. */
  const add = (approval: Approval, full: JsonObject): void => {
    const {
      state,
      answeredAt,
      answeredOn,
      answer,
      word,
      route,
      rehearsal,
      cut: _cut,
      second: _second,
      ...held
    } = approval
    const { id, createdAt, requestHash } = approval
    insert.run(
      id,
      createdAt,
      approval.principal.session,
      requestHash,
      atRest.encrypt(JSON.stringify(held), 'question'),
      atRest.encrypt(JSON.stringify(full), 'request'),
      state,
      answeredAt,
      answeredOn,
      answer,
      word,
      route,
      approval.callId,
    )
    if (rehearsal !== null) putRehearsal.run(JSON.stringify(rehearsal), id)
  }
  const moveTo = (
    id: ApprovalId,
    from: ApprovalState,
    to: ApprovalState,
    patch?: AnswerPatch,
  ): boolean =>
    move.run(
      ...([
        to,
        patch?.answeredAt ?? null,
        patch?.answeredOn ?? null,
        patch?.answer ?? null,
        patch?.word ?? null,
        patch?.route ?? null,
        (patch?.cut ?? null) === null ? null : JSON.stringify(patch?.cut),
        id,
        from,
      ] as const),
    ).changes === 1
  const moveBySecond = db.transaction((...given: Parameters<typeof moveTo>): boolean => {
    if (!moveTo(...given)) return false
    seconded.run(JSON.stringify(given[3]?.by), given[0])
    return true
  })
  const change: typeof moveTo = (id, from, to, patch) =>
    (patch?.by ?? null) === null
      ? moveTo(id, from, to, patch)
      : moveBySecond.immediate(id, from, to, patch)
  const replaceOne = db.transaction(
    (id: ApprovalId, patch: AnswerPatch, held: Approval, full: JsonObject): boolean => {
      if (!change(id, 'pending', 'cancelled', patch)) return false
      add(held, full)
      return true
    },
  )

  /**
   * Not flushed by itself: a question that a power cut takes back was answered by nobody, and its
   * call is asked again. Every answer, and every other row of this database, is flushed, and what
   * is before it with it.
   */
  const addSoon = (approval: Approval, full: JsonObject): void => {
    db.pragma('synchronous = NORMAL')
    try {
      add(approval, full)
    } finally {
      db.pragma('synchronous = FULL')
    }
  }

  return {
    insert: addSoon,
    /**
     * Ends one question and puts another in its place: both or neither. False when it had ended
     * already.
     */
    replace: (id: ApprovalId, patch: AnswerPatch, held: Approval, full: JsonObject): boolean =>
      replaceOne.immediate(id, patch, held, full),
    /**
     * Null also for a row that somebody made unreadable: what cannot be read cannot be approved.
     */
    get: (id: ApprovalId): Approval | null => firstOf(one.get(id)),
    /**
     * In place of an earlier one. False when the question is not open any more: then nothing is
     * added to it.
     */
    rehearsed: (id: ApprovalId, rehearsal: Rehearsal): boolean =>
      putRehearsal.run(JSON.stringify(rehearsal), id).changes === 1,
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
    /**
     * One statement: of two answers at once, exactly one gets `true`. Throws on a step that no
     * approval may take.
     */
    transition: change,
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

function fromRow(row: Row): Approval[] {
  const held = jsonOf(row.body)
  if (typeof held !== 'object' || held === null) return []
  const { state, answer, word, route, answered_at: answeredAt, answered_on: answeredOn } = row
  const rehearsal = row.rehearsal === null ? null : jsonOf(row.rehearsal)
  const cut = row.cut === null ? null : jsonOf(row.cut)
  const second = row.second === null ? {} : { second: secondOf(row.second) }
  const parsed = Approval.safeParse({
    ...held,
    state,
    answeredAt,
    answeredOn,
    answer,
    word,
    route,
    rehearsal,
    cut,
    ...second,
  })
  return parsed.success ? [parsed.data] : []
}

/** A null is no value in a merged object, so it is put back. */
const secondOf = (text: string): unknown => ({ trouble: null, ...(jsonOf(text) as object) })
