// How held calls are written: asked, answered, rehearsed, or replaced by another; with the one statement
// that lets exactly one of two answers win.
import type {
  Approval,
  ApprovalAnswer,
  ApprovalState,
} from '../../../contract/approval/approval.ts'
import type { ApprovalRoute } from '../../../contract/approval/approval-route.ts'
import type { Cut } from '../../../contract/approval/result-review.ts'
import type { FleetPerson } from '../../../contract/approval/second-person.ts'
import type { AnsweredOn } from '../../../contract/call/principal.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { Rehearsal } from '../../../contract/call/rehearsal.ts'
import type { AtRest } from '../at-rest.ts'
import type { WriteDb } from '../database.ts'
import { soonDurable } from '../soon-durable.ts'

/** What an answer adds to the row. Left out, what is there stays. */
export type AnswerPatch = {
  readonly answeredAt: number | null
  readonly answeredOn: AnsweredOn | null
  readonly answer: ApprovalAnswer | null
  /** What the person tells the model when they deny. */
  readonly word?: string | null
  readonly route?: ApprovalRoute | null
  /** Lines of a result that are left out. */
  readonly cut?: Cut | null
  /** The second person whose answer it is. */
  readonly by?: FleetPerson | null
}

export function approvalChanges(db: WriteDb, atRest: AtRest) {
  const soon = soonDurable(db)
  const insert = db.prepare<
    [
      ...[string, number, string, string, string, string, string],
      ...[number | null, string | null, string | null, string | null, string | null, string],
    ]
  >(
    `INSERT INTO approvals (id, created_at, session, request_hash, body, request, state, answered_at, answered_on, answer, word, route, call_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
  const addSoon = (approval: Approval, full: JsonObject): void => soon(() => add(approval, full))

  return {
    insert: addSoon,
    /**
     * Ends one question and puts another in its place: both or neither. False when it had ended
     * already.
     */
    replace: (id: ApprovalId, patch: AnswerPatch, held: Approval, full: JsonObject): boolean =>
      replaceOne.immediate(id, patch, held, full),
    /**
     * In place of an earlier one. False when the question is not open any more: then nothing is
     * added to it.
     */
    rehearsed: (id: ApprovalId, rehearsal: Rehearsal): boolean =>
      putRehearsal.run(JSON.stringify(rehearsal), id).changes === 1,
    /**
     * One statement: of two answers at once, exactly one gets `true`. Throws on a step that no
     * approval may take.
     */
    transition: change,
  }
}
