// The one queue of held calls. A question is a row; a yes or a no changes the row in one statement, once. Silence is no.
// This room decides nothing and runs nothing: it asks, waits, and tells the road how it ended.
import { denies } from '../../contract/approval.ts'
import type { ApprovalRoute } from '../../contract/approval-route.ts'
import type { Approval, ApprovalAnswer, ApprovalState, Proof, Reply } from '../../contract/approval.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId, RequestHash, SessionId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal.ts'
import type { AnsweredOn } from '../../contract/principal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'

export type AnswerPatch = {
  readonly answeredAt: number
  readonly answeredOn: AnsweredOn | null
  readonly answer: ApprovalAnswer | null
  readonly word: string | null
  readonly route: ApprovalRoute
}

export type DeskNeeds = {
  readonly table: {
    insert(approval: Approval, request: JsonObject): void
    get(id: ApprovalId): Approval | null
    list(states: readonly ApprovalState[], before: number | undefined, limit: number): readonly Approval[]
    pending(): readonly Approval[]
    findPending(requestHash: RequestHash, session: SessionId): Approval | null
    /** One statement; false when the row was not in `from` any more. */
    transition(id: ApprovalId, from: ApprovalState, to: ApprovalState, patch: AnswerPatch): boolean
  }
  readonly journal: (entry: JournalEntry) => Promise<Result<JournalRow, Failure>>
  readonly opened: (approval: Approval) => void
  readonly closed: (approval: Approval) => void
  /** Checks a proof of presence, and uses it up. */
  readonly prove: (proof: Proof, surface: AnsweredOn) => Promise<Result<'passphrase' | 'totp', Failure>>
  /** Whether a proof is wanted on this surface even below R4. */
  readonly wantsProof: (surface: AnsweredOn) => boolean
  /**
   * Checks what a lasting answer would bring about (a lease, a rule) and gives the way to bring it about, which is taken
   * only once the answer has won. A failure leaves the question open.
   */
  readonly lasting: (approval: Approval, reply: Reply) => Result<Keep, Failure>
  /**
   * The same question put anew, because what it was rehearsed on is not what is there any more; null while it is. A failure
   * leaves the old one open.
   */
  readonly renewed: (
    approval: Approval,
  ) => Promise<Result<{ readonly question: Approval; readonly request: JsonObject; readonly moved: () => void } | null, Failure>>
  /** The question as it stands with other arguments, judged anew; a failure leaves the old one open. */
  readonly edited: (
    approval: Approval,
    args: JsonObject,
  ) => Promise<Result<{ readonly question: Approval; readonly request: JsonObject; readonly moved: () => void }, Failure>>
  /** The road takes over: called once for each question that ended. */
  readonly settled: (approval: Approval) => void
  readonly now: () => number
}

/** Makes a lasting answer last. Null for an answer that does not. */
export type Keep = (() => Promise<Result<null, Failure>>) | null

/** Why a question is withdrawn: nobody answered it. */
export type Withdrawal = Exclude<ApprovalRoute, 'person' | 'time-out'>

export type Desk = {
  /** Puts a question, or joins the one that already asks the same for the same session. */
  ask(question: Approval, request: JsonObject, opened: (approval: Approval) => void): Promise<Result<Approval, Failure>>
  /**
   * Answers once. Failures leave the question as it was: `approval.unknown`, `approval.answered`, `approval.expired`,
   * `approval.not-offered`, `approval.step-up`, those of the proof, of a lasting answer, and of edited arguments.
   */
  answer(id: ApprovalId, reply: Reply, surface: AnsweredOn): Promise<Result<Approval, Failure>>
  /**
   * Puts a new question in the place of one that waits, for the same call judged anew. What was asked is never changed: the
   * old row ends, and whoever waited for it waits for the new one. `moved` is called between the two. False when the old
   * one had ended meanwhile.
   */
  replace(id: ApprovalId, question: Approval, request: JsonObject, moved: () => void): Promise<boolean>
  /** Withdraws a question nobody has answered, and says why; does nothing to one that has ended. */
  cancel(id: ApprovalId, why: Withdrawal): Promise<void>
  /** Denies everything that waits: a person stopped everything. Gives how many there were. */
  stopAll(surface: AnsweredOn): Promise<number>
  pending(): readonly Approval[]
  /** At start: expires what ran out meanwhile, arms the rest, and closes what was approved but never begun. */
  recover(): Promise<void>
  dispose(): void
}

export function openDesk(needs: DeskNeeds): Desk {
  const { table, journal, opened, closed, settled, now } = needs
  const timers = new Map<ApprovalId, NodeJS.Timeout>()

  // Node's timers follow the monotonic clock: a clock set back cannot give a question more time than it was born with.
  const arm = ({ id, createdAt, expiresAt }: Approval): void => {
    const left = Math.min(Math.max(expiresAt - now(), 0), expiresAt - createdAt)
    timers.set(
      id,
      setTimeout(() => void end(id, 'pending', 'expired', 'time-out'), left),
    )
  }

  const disarm = (id: ApprovalId): void => {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }

  /** Moves a row to its end, journals it and hands it over. Null when somebody else was first. */
  async function end(id: ApprovalId, from: ApprovalState, to: Ending, by: Given | ApprovalRoute, keep: Keep = null): Promise<Ended | null> {
    const given = typeof by === 'string' ? null : by
    const route = typeof by === 'string' ? by : (by.route ?? 'person')
    const answer = given?.answer ?? 'deny-once'
    const patch = { answeredAt: now(), answeredOn: given?.surface ?? null, answer, word: given?.word ?? null, route }
    if (!table.transition(id, from, to, patch)) return null
    disarm(id)
    const approval = table.get(id)
    if (approval === null) throw new Error(`Approval ${id} vanished while it was answered.`)
    const { callId, tool } = approval
    await journal({
      ...{ kind: 'answered', callId, tool, approvalId: id, answer, route, surface: patch.answeredOn },
      ...(given?.stepUp === undefined ? {} : { stepUp: given.stepUp }),
      ...(given?.word === undefined ? {} : { word: given.word }),
      ...(approval.edited === null || to !== 'approved' ? {} : { edited: approval.requestHash }),
    })
    // Before the road goes on: the next call of the same run may already count on it.
    const kept = keep === null ? ok(null) : await keep()
    closed(approval)
    settled(approval)
    return { approval, kept }
  }

  /** What was shown to need proof needs it; so does every yes on a surface that asks for it. */
  async function proof({ decision }: Approval, reply: Reply, surface: AnsweredOn): Promise<Result<'passphrase' | 'totp' | null, Failure>> {
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

  async function concluded(approval: Approval, reply: Reply, given: Given): Promise<Result<Approval, Failure>> {
    const keep = needs.lasting(approval, reply)
    if (!keep.ok) return keep
    const ended = await end(approval.id, 'pending', denies(reply.answer) ? 'denied' : 'approved', given, keep.value)
    if (ended === null) return err(already(table.get(approval.id) ?? approval))
    if (ended.kept.ok) return ok(ended.approval)
    const { error } = ended.kept
    return err(failure(error.code, `Your answer counts this once, but it could not be kept: ${error.text}`, error.hint))
  }

  const self: Desk = {
    async ask(question, request, onOpen) {
      const same = table.findPending(question.requestHash, question.principal.session)
      if (same !== null) {
        onOpen(same)
        return ok(same)
      }
      const { id, callId, tool, expiresAt } = question
      // The row first, so that the same request a moment later finds it and joins.
      table.insert(question, request)
      const written = await journal({ kind: 'asked', callId, tool, approvalId: id, expiresAt })
      if (!written.ok) {
        await end(id, 'pending', 'cancelled', 'unrecorded')
        return written
      }
      arm(question)
      onOpen(question)
      opened(question)
      return ok(question)
    },

    async answer(id, reply, surface) {
      const approval = table.get(id)
      if (approval === null) return err(failure('approval.unknown', `There is no approval ${id}.`))
      if (approval.state !== 'pending') return err(already(approval))
      if (now() >= approval.expiresAt) {
        await end(id, 'pending', 'expired', 'time-out')
        return err(failure('approval.expired', 'The time for this question ran out, so the call was denied this once.'))
      }
      const { answer } = reply
      if (!approval.answers.includes(answer) || (reply.args !== undefined && answer !== 'once')) {
        return err(
          failure('approval.not-offered', `“${answer}” is not an answer to this call.`, `It takes: ${approval.answers.join(', ')}.`),
        )
      }
      if (denies(answer)) return concluded(approval, reply, { answer, surface, ...(reply.word === undefined ? {} : { word: reply.word }) })

      // Before any proof is used up: a yes to what has changed since is not used, and asked for again.
      const renewed = reply.args === undefined ? await needs.renewed(approval) : ok(null)
      if (!renewed.ok) return renewed
      if (renewed.value !== null) {
        const { question, request, moved } = renewed.value
        return err((await self.replace(id, question, request, moved)) ? askedAgain(question) : already(table.get(id) ?? approval))
      }
      const anew = reply.args === undefined ? null : await needs.edited(approval, reply.args)
      if (anew !== null && !anew.ok) return anew
      const asked = anew?.value.question ?? approval
      const proven = await proof(asked, reply, surface)
      if (!proven.ok) return proven
      const given = { answer, surface, ...(proven.value === null ? {} : { stepUp: proven.value }) }
      if (anew === null) return concluded(approval, reply, given)
      const { question, request, moved } = anew.value
      return (await self.replace(id, question, request, moved))
        ? concluded(question, reply, given)
        : err(already(table.get(id) ?? approval))
    },

    async replace(id, question, request, moved) {
      if (
        !table.transition(id, 'pending', 'cancelled', {
          answeredAt: now(),
          answeredOn: null,
          answer: 'deny-once',
          word: null,
          route: 'replaced',
        })
      )
        return false
      disarm(id)
      const { callId, tool, expiresAt } = question
      table.insert(question, request)
      arm(question)
      moved()
      opened(question)
      const old = table.get(id)
      if (old !== null) closed(old)
      await journal({ kind: 'answered', callId, tool, approvalId: id, answer: 'deny-once', route: 'replaced', surface: null })
      const again = question.again === null ? {} : { again: { of: id, why: question.again } }
      const written = await journal({ kind: 'asked', callId, tool, approvalId: question.id, expiresAt, ...again })
      if (!written.ok) await end(question.id, 'pending', 'cancelled', 'unrecorded')
      return true
    },

    async cancel(id, why) {
      await end(id, 'pending', 'cancelled', why)
    },

    async stopAll(surface) {
      const all = table.pending()
      const ended = await Promise.all(all.map(({ id }) => end(id, 'pending', 'denied', { answer: 'deny-once', surface, route: 'panic' })))
      return ended.filter((one) => one !== null).length
    },

    pending: () => table.pending(),

    async recover() {
      // Approved, and killed before it began: a person may ask again, but nothing starts by itself.
      for (const { id } of table.list(['approved'], undefined, 200)) await end(id, 'approved', 'cancelled', 'program-end')
      for (const approval of table.pending()) {
        if (approval.expiresAt <= now()) await end(approval.id, 'pending', 'expired', 'time-out')
        else arm(approval)
      }
    },

    dispose() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
  return self
}

type Ended = { readonly approval: Approval; readonly kept: Result<null, Failure> }
type Given = {
  readonly answer: ApprovalAnswer
  readonly surface: AnsweredOn
  readonly word?: string
  /** Where it was no answer to this one question. */
  readonly route?: 'panic'
  readonly stepUp?: 'passphrase' | 'totp'
}

type Ending = 'approved' | 'denied' | 'expired' | 'cancelled'

const askedAgain = ({ id, again }: Approval): Failure =>
  failure('approval.asked-again', `Not run. ${again ?? ''} It is asked again as ${id}.`, 'Look at it anew and answer that one.')

const already = ({ state }: Approval): Failure =>
  failure('approval.answered', `This question has ended already: it was ${state === 'consumed' ? 'approved and used' : state}.`)
