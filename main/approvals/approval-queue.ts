// The one queue of held calls. A question is a row; a yes or a no changes the row in one statement,
// once. Silence is no. This room decides nothing and runs nothing: it asks, waits, and tells the
// road how it ended.
import { denies } from '../../contract/approval/approval.ts'
import type { ApprovalRoute } from '../../contract/approval/approval-route.ts'
import type {
  Approval,
  ApprovalAnswer,
  ApprovalState,
  Reply,
} from '../../contract/approval/approval.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import type { AnsweredOn } from '../../contract/call/principal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { ApprovalQueue, ApprovalQueueDeps, Keep } from './approval-queue-deps.ts'
import { openDeadlines } from './deadlines.ts'
import type { DueEnd } from './deadlines.ts'
import { pagesOf } from './approval-pages.ts'
import { stopAll } from './stop-all.ts'

export function openApprovalQueue(needs: ApprovalQueueDeps): ApprovalQueue {
  const { table, attempt, journal, opened, closed, settled, now } = needs
  let recovered = false
  const deadlines = openDeadlines(
    async (id, as) => (await end(id, 'pending', as, causes.get(id) ?? routeOf(as))).ok,
    needs.report,
  )
  /** Who or what ended that which could not be ended yet. */
  const causes = new Map<ApprovalId, Given | ApprovalRoute>()

  const arm = ({ id, createdAt, expiresAt }: Approval): void =>
    deadlines.set(id, Math.min(Math.max(expiresAt - now(), 0), expiresAt - createdAt), 'expired')

  /**
   * Moves a row to its end, journals it and hands it over. Null when somebody else was first. A
   * failure left it as it was.
   */
  async function end(
    id: ApprovalId,
    from: ApprovalState,
    to: Ending,
    by: Given | ApprovalRoute,
    keep: Keep = null,
  ): Promise<Result<Ended | null, Failure>> {
    const given = typeof by === 'string' ? null : by
    const route = typeof by === 'string' ? by : (by.route ?? 'person')
    const answer = given?.answer ?? 'deny-once'
    const patch = {
      answeredAt: now(),
      answeredOn: given?.surface ?? null,
      answer,
      word: given?.word ?? null,
      route,
    }
    const moved = await attempt(() => {
      const before = table.get(id)
      if (before === null || !table.transition(id, from, to, patch)) return null
      const { answeredOn, word } = before
      return {
        ...before,
        ...patch,
        state: to,
        answeredOn: patch.answeredOn ?? answeredOn,
        word: patch.word ?? word,
      }
    })
    if (!moved.ok) return moved
    deadlines.clear(id)
    causes.delete(id)
    const approval = moved.value
    if (approval === null) return ok(null)
    const { callId, tool } = approval
    await journal(
      {
        ...{
          kind: 'answered',
          callId,
          tool,
          approvalId: id,
          answer,
          route,
          surface: patch.answeredOn,
        },
        ...(given?.stepUp === undefined ? {} : { stepUp: given.stepUp }),
        ...(given?.word === undefined ? {} : { word: given.word }),
        ...(approval.edited === null || to !== 'approved' ? {} : { edited: approval.requestHash }),
      },
      'owed',
    )
    // Before the road goes on: the next call of the same run may already count on it.
    const kept = keep === null ? ok(null) : await keep()
    closed(approval)
    settled(approval)
    return ok({ approval, kept })
  }

  /** Ends it now or, where that cannot be written, as soon as it can. */
  async function surely(
    id: ApprovalId,
    as: DueEnd,
    by: Given | ApprovalRoute,
  ): Promise<Result<Ended | null, Failure>> {
    const ended = await end(id, 'pending', as, by)
    if (ended.ok) return ended
    causes.set(id, by)
    deadlines.set(id, 0, as)
    return ended
  }

  /** What was shown to need proof needs it; so does every yes on a surface that asks for it. */
  async function proof(
    { decision }: Approval,
    reply: Reply,
    surface: AnsweredOn,
  ): Promise<Result<'passphrase' | 'totp' | null, Failure>> {
    if (!decision.stepUp && !needs.wantsProof(surface)) return ok(null)
    if (reply.proof !== undefined) return needs.prove(reply.proof, surface)
    return err(
      failure(
        'approval.step-up',
        'A yes to this call needs the Gatehouse passphrase or a one-time code.',
        'Set a passphrase if there is none yet.',
      ),
    )
  }

  async function concluded(
    approval: Approval,
    reply: Reply,
    given: Given,
  ): Promise<Result<Approval, Failure>> {
    const keep = needs.lasting(approval, reply)
    if (!keep.ok) return keep
    const ended = await end(
      approval.id,
      'pending',
      denies(reply.answer) ? 'denied' : 'approved',
      given,
      keep.value,
    )
    if (!ended.ok) return err(untaken(ended.error))
    if (ended.value === null) return err(await endedMeanwhile(approval))
    const { kept } = ended.value
    if (kept.ok) return ok(ended.value.approval)
    const { error } = kept
    return err(
      failure(
        error.code,
        `Your answer counts this once, but it could not be kept: ${error.text}`,
        error.hint,
      ),
    )
  }

  const endedMeanwhile = async (known: Approval): Promise<Failure> => {
    const found = await attempt(() => table.get(known.id))
    return already((found.ok ? found.value : null) ?? known)
  }

  const self: ApprovalQueue = {
    async ask(question, request, onOpen) {
      const { id, callId, tool, expiresAt } = question
      // The row first, so that the same request a moment later finds it and joins.
      const put = await attempt(() => {
        const found = table.findPending(question.requestHash, question.principal.session)
        if (found === null) table.insert(question, request)
        return found
      })
      if (!put.ok) return put
      const same = put.value
      // One that is about to be withdrawn is answered by nobody.
      if (same !== null && deadlines.of(same.id) !== 'cancelled') {
        onOpen(same)
        return ok(same)
      }
      if (same !== null)
        return err(
          failure(
            'approval.withdrawn',
            'The same question is just being withdrawn.',
            'Ask again in a moment.',
          ),
        )
      // Before anything is waited for: a question that ends meanwhile, by a stop, is not open again
      // afterwards.
      arm(question)
      const written = await journal({ kind: 'asked', callId, tool, approvalId: id, expiresAt })
      if (!written.ok) {
        await surely(id, 'cancelled', 'unrecorded')
        return written
      }
      onOpen(question)
      opened(question)
      return ok(question)
    },

    async answer(id, reply, surface) {
      const found = await attempt(() => table.get(id))
      if (!found.ok) return err(untaken(found.error))
      const approval = found.value
      if (approval === null) return err(failure('approval.unknown', `There is no approval ${id}.`))
      if (approval.state !== 'pending') return err(already(approval))
      const due = deadlines.of(id)
      // Its end is decided, and only not written yet.
      if (due === 'cancelled' || due === 'denied') return err(already({ ...approval, state: due }))
      if (now() >= approval.expiresAt) {
        await surely(id, 'expired', 'time-out')
        return err(
          failure(
            'approval.expired',
            'The time for this question ran out, so the call was denied this once.',
          ),
        )
      }
      const { answer } = reply
      if (!approval.answers.includes(answer) || (reply.args !== undefined && answer !== 'once')) {
        return err(
          failure(
            'approval.not-offered',
            `“${answer}” is not an answer to this call.`,
            `It takes: ${approval.answers.join(', ')}.`,
          ),
        )
      }
      if (denies(answer))
        return concluded(approval, reply, {
          answer,
          surface,
          ...(reply.word === undefined ? {} : { word: reply.word }),
        })

      // Before any proof is used up: a yes to what has changed since is not used, and asked for
      // again.
      const renewed = reply.args === undefined ? await needs.renewed(approval) : ok(null)
      if (!renewed.ok) return renewed
      if (renewed.value !== null) {
        const { question, request, moved } = renewed.value
        const put = await self.replace(id, question, request, moved)
        if (!put.ok) return err(untaken(put.error))
        return err(put.value ? askedAgain(question) : await endedMeanwhile(approval))
      }
      const anew = reply.args === undefined ? null : await needs.edited(approval, reply.args)
      if (anew !== null && !anew.ok) return anew
      const asked = anew?.value.question ?? approval
      const proven = await proof(asked, reply, surface)
      if (!proven.ok) return proven
      const given = { answer, surface, ...(proven.value === null ? {} : { stepUp: proven.value }) }
      if (anew === null) return concluded(approval, reply, given)
      const { question, request, moved } = anew.value
      const put = await self.replace(id, question, request, moved)
      if (!put.ok) return err(untaken(put.error))
      return put.value ? concluded(question, reply, given) : err(await endedMeanwhile(approval))
    },

    async replace(id, question, request, moved) {
      const patch = {
        answeredAt: now(),
        answeredOn: null,
        answer: 'deny-once',
        word: null,
        route: 'replaced',
      } as const
      const put = await attempt(() => {
        const before = table.get(id)
        return table.replace(id, patch, question, request) ? before : false
      })
      if (!put.ok) return put
      if (put.value === false) return ok(false)
      deadlines.clear(id)
      const { callId, tool, expiresAt } = question
      arm(question)
      moved()
      opened(question)
      if (put.value !== null) closed({ ...put.value, ...patch, state: 'cancelled' })
      await journal(
        {
          kind: 'answered',
          callId,
          tool,
          approvalId: id,
          answer: 'deny-once',
          route: 'replaced',
          surface: null,
        },
        'owed',
      )
      const again = question.again === null ? {} : { again: { of: id, why: question.again } }
      const written = await journal({
        kind: 'asked',
        callId,
        tool,
        approvalId: question.id,
        expiresAt,
        ...again,
      })
      if (!written.ok) await surely(question.id, 'cancelled', 'unrecorded')
      return ok(true)
    },

    async cancel(id, why) {
      await surely(id, 'cancelled', why)
    },

    async stopAll(surface) {
      const all = await attempt(table.pendingIds)
      if (!all.ok) return all
      const by: Given = { answer: 'deny-once', surface, route: 'emergency-stop' }
      return stopAll(all.value, {
        decided(id, withinMs) {
          causes.set(id, by)
          deadlines.set(id, withinMs, 'denied')
        },
        async deny(id) {
          const ended = await surely(id, 'denied', by)
          return ended.ok ? ok(ended.value !== null) : ended
        },
      })
    },

    pending: () => table.pending(),
    held: () => (recovered ? deadlines.count() : table.count()),

    async recover() {
      // Approved, and killed before it began: a person may ask again, but nothing starts by itself.
      for await (const { id } of pagesOf(table, ['approved']))
        await end(id, 'approved', 'cancelled', 'program-end')
      for await (const approval of pagesOf(table, ['pending'])) {
        if (approval.expiresAt <= now()) await surely(approval.id, 'expired', 'time-out')
        else arm(approval)
      }
      recovered = true
    },

    dispose: deadlines.dispose,
  }
  return self
}

type Ended = { readonly approval: Approval; readonly kept: Result<null, Failure> }
type Given = {
  readonly answer: ApprovalAnswer
  readonly surface: AnsweredOn
  readonly word?: string
  /** Where it was no answer to this one question. */
  readonly route?: 'emergency-stop'
  readonly stepUp?: 'passphrase' | 'totp'
}

type Ending = 'approved' | 'denied' | 'expired' | 'cancelled'

/** Of an end that nobody gave a cause for. */
const routeOf = (due: DueEnd): ApprovalRoute => (due === 'expired' ? 'time-out' : 'cancelled')

const askedAgain = ({ id, again }: Approval): Failure =>
  failure(
    'approval.asked-again',
    `Not run. ${again ?? ''} It is asked again as ${id}.`,
    'Look at it anew and answer that one.',
  )

/** An answer that could not be written is none. */
const untaken = ({ code, text, hint }: Failure): Failure =>
  failure(code, `Your answer was not saved, and the call still waits: ${text}`, hint)

const already = ({ state }: Approval): Failure =>
  failure(
    'approval.answered',
    `This question has ended already: it was ${state === 'consumed' ? 'approved and used' : state}.`,
  )
