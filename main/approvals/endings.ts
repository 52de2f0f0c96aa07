// How approvals end: the row changes in one statement, once; the journal gets its entry; anyone who
// waits is told. An end that cannot be written now is written as soon as it can.
import type { Approval, ApprovalAnswer, ApprovalState } from '../../contract/approval/approval.ts'
import type { Proof } from '../../contract/approval/proof.ts'
import type { FleetPerson } from '../../contract/approval/second-person.ts'
import type { Cut } from '../../contract/approval/result-review.ts'
import type { ApprovalRoute } from '../../contract/approval/approval-route.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import type { AnsweredOn } from '../../contract/call/principal.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { ApprovalQueueDeps, Keep, Seconded } from './approval-queue-deps.ts'
import { openDeadlines, type DueEnd } from './deadlines.ts'
import { needsSecond } from './needs-second.ts'

/** `stored`: what came of making a lasting answer last. */
export type Ended = { readonly approval: Approval; readonly stored: Result<null, Failure> }

export type Given = {
  readonly answer: ApprovalAnswer
  readonly surface: AnsweredOn
  readonly word?: string
  /** Lines of a result that are left out. */
  readonly cut?: Cut
  /** Where it was no answer to this one approval. */
  readonly route?: 'emergency-stop'
  readonly stepUp?: Proof['kind']
  /** The second person who gave it. */
  readonly second?: Seconded
}

export type Ending = 'approved' | 'denied' | 'expired' | 'cancelled'

export type Endings = {
  /** It ends by itself at its time. */
  arm(approval: Approval): void
  /**
   * Moves a row to its end, journals it and hands it over. Null when somebody else was first. A
   * failure left it as it was.
   */
  end(
    id: ApprovalId,
    from: ApprovalState,
    to: Ending,
    by: Given | ApprovalRoute,
    keep?: Keep,
  ): Promise<Result<Ended | null, Failure>>
  /** Ends it now or, where that cannot be written, as soon as it can. */
  surely(
    id: ApprovalId,
    as: DueEnd,
    by: Given | ApprovalRoute,
  ): Promise<Result<Ended | null, Failure>>
  /** Its end is decided, and written in so many milliseconds unless it was before. */
  decide(id: ApprovalId, as: DueEnd, by: Given, withinMs: number): void
  /** What it will end as by itself; null for one that is not pending. */
  due(id: ApprovalId): DueEnd | null
  /** It ended by another way than through here. */
  forget(id: ApprovalId): void
  /** How many are pending. */
  count(): number
  dispose(): void
}

export function openEndings(deps: ApprovalQueueDeps): Endings {
  const { table, attempt, now } = deps
  /** Who or what ended that which could not be ended yet. */
  const causes = new Map<ApprovalId, Given | ApprovalRoute>()
  const deadlines = openDeadlines(
    async (id, as) => (await end(id, 'pending', as, causes.get(id) ?? routeOf(as))).ok,
    deps.report,
    now,
  )

  const end: Endings['end'] = async (id, from, to, by, keep = null) => {
    const given = typeof by === 'string' ? null : by
    const patch = {
      answeredAt: now(),
      answeredOn: given?.surface ?? null,
      answer: given?.answer ?? ('deny-once' as const),
      word: given?.word ?? null,
      cut: given?.cut ?? null,
      route: typeof by === 'string' ? by : (by.route ?? 'person'),
    }
    const moved = await attempt(() => {
      const before = table.get(id)
      if (before === null) return null
      if (to === 'approved' && needsSecond(before) && given?.second === undefined)
        throw new Error(`approval ${id} needs a second person`)
      const secondBy = given?.second === undefined ? null : personOf(given.second)
      if (!table.transition(id, from, to, { ...patch, by: secondBy })) return null
      const { answeredOn, word } = before
      return {
        ...before,
        ...patch,
        state: to,
        answeredOn: patch.answeredOn ?? answeredOn,
        word: patch.word ?? word,
        ...(before.second === undefined ? {} : { second: { ...before.second, by: secondBy } }),
      }
    })
    if (!moved.ok) return moved
    deadlines.clear(id)
    causes.delete(id)
    const approval = moved.value
    if (approval === null) return ok(null)
    await deps.record.answered(approval, {
      answer: patch.answer,
      route: patch.route,
      surface: patch.answeredOn,
      stepUp: given?.stepUp,
      word: given?.word,
      cut: given?.cut,
      about: approval.review === null ? undefined : 'result',
      second: given?.second,
      edited: approval.edited === null || to !== 'approved' ? undefined : approval.requestHash,
    })
    // Before the pipeline goes on: the next call of the same run may already count on it.
    const stored = keep === null ? ok(null) : await keep()
    deps.closed(approval)
    deps.onEnded(approval)
    return ok({ approval, stored })
  }

  return {
    arm: ({ id, createdAt, expiresAt }) =>
      deadlines.set(
        id,
        Math.min(Math.max(expiresAt - now(), 0), expiresAt - createdAt),
        'expired',
        expiresAt,
      ),
    end,
    async surely(id, as, by) {
      // What was decided for it before is what ended it, whatever comes to it from that: the run of a
      // call that everything was stopped for ends too.
      const decided = causes.get(id)
      const cause = decided ?? by
      const due = (decided === undefined ? null : deadlines.of(id)) ?? as
      const ended = await end(id, 'pending', due, cause)
      if (ended.ok) return ended
      causes.set(id, cause)
      deadlines.set(id, 0, due)
      return ended
    },
    decide(id, as, by, withinMs) {
      causes.set(id, by)
      deadlines.set(id, withinMs, as)
    },
    due: deadlines.of,
    forget: deadlines.clear,
    count: deadlines.count,
    dispose: deadlines.dispose,
  }
}

const personOf = ({ machine, person }: Seconded): FleetPerson => ({ machine, person })

/** Of an end that nobody gave a cause for. */
const routeOf = (due: DueEnd): ApprovalRoute => (due === 'expired' ? 'time-out' : 'cancelled')
