// A request of a client while a person has the say: it is kept alive by progress, and answered
// before its client gives up.
import { answerWithin, timeoutsOf, progressEveryMs } from './client-timeouts.ts'
import type { Pending, PendingCalls, Phase } from './held-calls.ts'
import type { Context } from './provider.ts'
import type { Reply } from './protocol/reply.ts'
import type { Notifications } from './notifications.ts'

export const waitingText = 'Waiting for a person to answer in Gatehouse'
export const runningText = 'Running'

/**
 * The result once it is there, or "still waiting" when the client's time is nearly over.
 * `configured`: its time in seconds, where its configuration says so. When the client goes away,
 * what it gets does not matter; the question stays, and so does the result.
 */
export function awaitPerson(
  pending: Pending,
  pendingCalls: PendingCalls,
  context: Context,
  notifications: Notifications,
  configured: number | null,
  accepts: () => boolean = always,
): Promise<Reply> {
  return new Promise((answer) =>
    answerForPerson(answer, pending, pendingCalls, context, notifications, configured, accepts),
  )
}

const always = (): boolean => true

/**
 * The same, for one who has a way to answer already. There are as many of these as held calls, so
 * nothing is made here that is not needed until the answer.
 */
export function answerForPerson(
  answer: (reply: Reply) => void,
  pending: Pending,
  pendingCalls: PendingCalls,
  context: Context,
  notifications: Notifications,
  configured: number | null,
  accepts: () => boolean = always,
): void {
  const over = (reply: Reply): void => {
    if (progress !== null) clearInterval(progress)
    if (late !== null) clearTimeout(late)
    context.signal.removeEventListener('abort', gone)
    stop()
    answer(reply)
  }
  const gone = (): void =>
    over(notifications.said(unfinished[pendingCalls.phase(pending.callId)](pending)))
  const notify = context.wantsProgress ? tellOf(pending, pendingCalls, context) : null
  const progress = notify === null ? null : setInterval(notify, progressEveryMs)
  const limit = answerWithin(
    timeoutsOf(context.clientInfo?.name ?? null, configured),
    context.wantsProgress,
  )
  const late = limit === null ? null : setTimeout(gone, limit)
  progress?.unref()
  late?.unref()
  let stop = (): void => {}
  if (context.signal.aborted) return gone()
  context.signal.addEventListener('abort', gone, { once: true })
  notify?.()
  stop = pendingCalls.wait(pending.callId, (result) => {
    if (!accepts()) return false
    over(notifications.result(result))
    return true
  })
}

/** Says how long it waits, or runs, each time it is called. */
function tellOf({ callId }: Pending, pendingCalls: PendingCalls, context: Context): () => void {
  const startedAt = Date.now()
  let steps = 0
  return () => {
    const text = pendingCalls.phase(callId) === 'runs' ? runningText : waitingText
    context.progress(
      (steps += 1),
      null,
      `${text} (${Math.round((Date.now() - startedAt) / 1_000)} s).`,
    )
  }
}

/**
 * An error of the tool, because the call was not done: an agent that reads no further must not take
 * it for done, and a tool with a declared output could not answer otherwise.
 */
const stillHeld = ({ tool, callId }: Pending): string =>
  `Not done yet: ${tool} is held by Gatehouse until a person answers it. It stays there. Call gatehouse_wait with {"request":"${callId}"}, or the same call again with the same arguments, to get its result; it runs once at most.`

/** A person has let it run, and it has not ended. */
const stillRuns = ({ tool, callId }: Pending): string =>
  `Not done yet: ${tool} was approved and is running. Call gatehouse_wait with {"request":"${callId}"}, or the same call again with the same arguments, to get its result; it runs once at most.`

/** It ran by the policy or by an approval, and a person reads what it brought back. */
const inReview = ({ tool, callId }: Pending): string =>
  `${tool} has run, and a person reads its result in Gatehouse before you get it. Call gatehouse_wait with {"request":"${callId}"}, or the same call again with the same arguments, to get it; the call does not run again.`

const unfinished: Readonly<Record<Phase, (pending: Pending) => string>> = {
  held: stillHeld,
  runs: stillRuns,
  review: inReview,
}
