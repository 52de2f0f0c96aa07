// Calls of one client, on their way to the pipeline and back. A request that is held already, or
// whose result was not picked up, is joined and never sent again.
import { awaitPerson } from './keep-alive.ts'
import { openInputRounds } from './input-rounds.ts'
import { said } from './protocol/result-json.ts'
import type { Reply } from './protocol/reply.ts'
import type { Notifications } from './notifications.ts'
import { openAskedArgs } from './calls/asked-args.ts'
import { openCallSlots, type CallSlot } from './calls/call-slots.ts'
import { sentCall } from './calls/sent-call.ts'
import { waitForCalls } from './calls/wait-for-calls.ts'
import type { ClientCallsDeps, OfSession } from './calls/client-calls-deps.ts'

const tooLarge = 'Your calls in progress are too large together. Wait for answers first.'
const mostHeld = 256
export type ClientCalls = {
  /** `notifications` left out: as the result of that tool. */
  call(
    tool: string,
    args: unknown,
    context: OfSession,
    notifications?: Notifications,
  ): Promise<Reply>
  wait(args: unknown, context: OfSession): Promise<Reply>
}

export function openClientCalls(deps: ClientCallsDeps): ClientCalls {
  const { client, pending, keyOf } = deps
  const asked = openAskedArgs()
  const slots = openCallSlots(deps)
  const rounds = openInputRounds()
  const asTool = (tool: string): Notifications => ({
    result: deps.shownAs(tool),
    said: (text) => said(text, true),
  })

  function call(
    tool: string,
    args: unknown,
    context: OfSession,
    notifications: Notifications = asTool(tool),
  ): Promise<Reply> {
    const letGoOf = asked.admit(args)
    if (letGoOf === null) return Promise.resolve(notifications.said(tooLarge))
    return admitted(tool, args, context, notifications, letGoOf).finally(letGoOf)
  }

  async function admitted(
    tool: string,
    args: unknown,
    context: OfSession,
    notifications: Notifications,
    unload: () => void,
  ): Promise<Reply> {
    const early = deps.ready()
    if (early !== null) await early
    const going = rounds.resume(tool, context)
    if (going !== null) return going
    const key = pending.any(client) ? keyOf(tool, args) : null
    const same = key === null ? null : pending.find(client, key)
    if (same !== null) {
      deps.joined(same.session, context.session)
      await deps.answeredThere(same.callId, context)
      return awaitPerson(same, pending, context, notifications, deps.waits())
    }
    const full = tooManyHeld()
    if (full !== null) return notifications.said(full)
    const slot = await slots.take(tool, context)
    if (slot === null) return notifications.said('Too many calls at once. Wait for answers first.')
    // While it waited for its turn others of this client may have been held.
    const refused = context.signal.aborted ? 'Cancelled before it began.' : tooManyHeld()
    if (refused !== null) {
      slot.over()
      return notifications.said(refused)
    }
    return send(tool, args, context, slot, notifications, unload)
  }

  const tooManyHeld = (): string | null =>
    pending.held(client) >= mostHeld
      ? `More than ${mostHeld} of your calls wait for a person. Wait for answers first.`
      : null

  function send(
    tool: string,
    args: unknown,
    context: OfSession,
    slot: CallSlot,
    notifications: Notifications,
    unload: () => void,
  ): Promise<Reply> {
    const id = deps.newCallId()
    const stop = new AbortController()
    const given = { args, unload }
    const sent = sentCall(
      { id, tool, given, context, slot, notifications, stop },
      { ...deps, rounds },
    )
    deps
      .dispatch({ id, tool, args, session: context.session, signal: stop.signal })
      .then(sent.finish, sent.broken)
    return sent.reply
  }

  return {
    call,
    wait: (args, context) => waitForCalls(args, context, { ...deps, asTool }),
  }
}
