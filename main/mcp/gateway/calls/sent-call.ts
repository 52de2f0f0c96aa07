// One call that was sent to the pipeline: answered when it ends, or when a person has to decide first.
import type { CallResult } from '../../../../contract/call/call.ts'
import type { CallId } from '../../../../contract/ids.ts'
import type { CallProgress } from '../../../../contract/call/powers/server-power.ts'
import type { ClientCallsDeps, OfSession } from './client-calls-deps.ts'
import type { openInputRounds } from '../input-rounds.ts'
import { answerForPerson } from '../keep-alive.ts'
import type { Notifications } from '../notifications.ts'
import { notifyProgress } from '../progress.ts'
import { isLogLevel } from '../protocol/protocol.ts'
import type { Reply } from '../protocol/reply.ts'
import type { CallSlot } from './call-slots.ts'

export type Sent = {
  readonly id: CallId
  readonly tool: string
  /** Let go of once the call is held. */
  readonly given: Given
  readonly context: OfSession
  readonly notifications: Notifications
  readonly stop: AbortController
}

/** What a call takes until it is held or has ended. */
export type Given = {
  readonly args: unknown
  readonly slot: CallSlot
  /** Its arguments do not count any more. */
  readonly unload: () => void
}

export type SentCallDeps = Pick<
  ClientCallsDeps,
  'client' | 'pending' | 'keyOf' | 'now' | 'waits' | 'watch' | 'listen' | 'askThere' | 'saw'
> & {
  readonly rounds: ReturnType<typeof openInputRounds>
}

export type SentCall = {
  readonly reply: Promise<Reply>
  /** The pipeline has ended it. */
  finish(result: CallResult): void
  /** The pipeline broke. */
  broken(): void
}

/**
 * What is made for one call lives for as long as a person has the say; of its arguments only
 * their hash does.
 */
export function sentCall(sent: Sent, deps: SentCallDeps): SentCall {
  const { client, pending, rounds } = deps
  const { id, tool, context, notifications, stop } = sent
  let given: Given | null = sent.given
  const giveBack = (): void => {
    given?.slot.over()
    given?.unload()
    given = null
  }
  const { promise: reply, resolve: answer } = Promise.withResolvers<Reply>()
  let reported: ((progress: CallProgress) => void) | null = null
  const progress = context.wantsProgress
    ? notifyProgress(context, (listener) => {
        reported = listener
        return () => void (reported = null)
      })
    : null
  const talk = rounds.begin(tool, context, answer, () => {
    given?.slot.over()
    given?.unload()
  })
  const unlisten = deps.listen(id, {
    client,
    can: (kind) => !(held && context.era === 'modern') && talk.can(kind),
    ask: talk.ask,
    progress: (far) => reported?.(far),
    log: ({ level, data }) => (isLogLevel(level) ? context.log(level, data) : undefined),
    logLevel: context.logLevel,
  })
  let held = false
  // A held question stays when its client gives up; a call that runs by itself is stopped when it
  // is taken back.
  const gone = (): void => {
    if (!held && context.signal.reason === 'cancelled') stop.abort()
  }
  let ran = false
  const unwatch = deps.watch(id, (state) => {
    if (state.kind === 'running') {
      ran = true
      given?.slot.decided()
    }
    if (state.kind !== 'held') return
    if (held) return ran ? pending.reviewedAt(id) : undefined
    held = true
    progress?.stop()
    context.signal.removeEventListener('abort', gone)
    const key = (given === null ? null : deps.keyOf(tool, given.args)) ?? id
    giveBack()
    const entry = pending.hold({
      callId: id,
      client,
      session: context.session,
      tool,
      key,
      approvalId: state.approvalId,
      since: deps.now(),
    })
    if (ran) pending.reviewedAt(id)
    const elsewhere = deps.askThere(id, state, context)
    if (elsewhere === null)
      answerForPerson(answer, entry, pending, context, notifications, deps.waits())
    else answer(elsewhere)
  })
  context.signal.addEventListener('abort', gone, { once: true })
  return {
    reply,
    finish(result: CallResult): void {
      progress?.stop()
      unlisten()
      unwatch()
      deps.saw(tool, result)
      context.signal.removeEventListener('abort', gone)
      if (held) pending.end(id, result)
      else talk.say(notifications.result(result))
      // After the answer has been written, which takes a few turns of the event loop.
      setImmediate(giveBack)
    },
    broken(): void {
      progress?.stop()
      unlisten()
      unwatch()
      giveBack()
      talk.say(
        notifications.said(
          'Gatehouse failed while it handled this call. It may not have been done.',
        ),
      )
    },
  }
}
