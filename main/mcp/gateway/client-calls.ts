// Calls of one client, on their way to the pipeline and back. A request that is held already, or
// whose result was not picked up, is joined and never sent again.
import { awaitPerson } from './keep-alive.ts'
import { openInputRounds } from './input-rounds.ts'
import { said } from './protocol/result-json.ts'
import type { Reply } from './protocol/reply.ts'
import type { Notifications } from './notifications.ts'
import { openAskedArgs } from './calls/asked-args.ts'
import { openCallSlots, type CallSlot } from './calls/call-slots.ts'
import { sentCall, type Given } from './calls/sent-call.ts'
import { waitForCalls } from './calls/wait-for-calls.ts'
import type { ClientCallsDeps, OfSession } from './calls/client-calls-deps.ts'

const tooLarge = 'Your calls in progress are too large together. Wait for answers first.'
const mostHeld = 256

/** Answered at once or by a call that waits already, or a new call with its slot. */
type Entry =
  | { readonly kind: 'answered'; readonly reply: Reply | Promise<Reply> }
  | { readonly kind: 'sent'; readonly slot: CallSlot }

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
  /** Of all its calls: one object, and not one for each. */
  const ofSent = { ...deps, rounds }
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
    const unload = asked.admit(args)
    if (unload === null) return Promise.resolve(notifications.said(tooLarge))
    return admitted(tool, args, context, notifications, unload)
  }

  async function admitted(
    tool: string,
    args: unknown,
    context: OfSession,
    notifications: Notifications,
    unload: () => void,
  ): Promise<Reply> {
    const entry = await enter(tool, args, context, notifications).catch((fault: unknown) => {
      unload()
      throw fault
    })
    if (entry.kind === 'sent') {
      // While it waited for its turn others of this client may have been held. In the same turn as
      // it is sent: what is cancelled after this stops it.
      const refused = context.signal.aborted ? 'Cancelled before it began.' : tooManyHeld()
      if (refused === null)
        return send(tool, context, notifications, { args, slot: entry.slot, unload })
      entry.slot.over()
      unload()
      return notifications.said(refused)
    }
    unload()
    return entry.reply
  }

  async function enter(
    tool: string,
    args: unknown,
    context: OfSession,
    notifications: Notifications,
  ): Promise<Entry> {
    const answered = (text: string): Entry => ({
      kind: 'answered',
      reply: notifications.said(text),
    })
    const early = deps.ready()
    if (early !== null) await early
    const going = rounds.resume(tool, context)
    if (going !== null) return { kind: 'answered', reply: going }
    const key = pending.any(client) ? keyOf(tool, args) : null
    const same = key === null ? null : pending.find(client, key)
    if (same !== null) {
      deps.joined(same.session, context.session)
      await deps.answeredThere(same.callId, context)
      const reply = awaitPerson(same, pending, context, notifications, deps.waits())
      return { kind: 'answered', reply }
    }
    const full = tooManyHeld()
    if (full !== null) return answered(full)
    const slot = await slots.take(tool, context)
    return slot === null
      ? answered('Too many calls at once. Wait for answers first.')
      : { kind: 'sent', slot }
  }

  const tooManyHeld = (): string | null =>
    pending.held(client) >= mostHeld
      ? `More than ${mostHeld} of your calls wait for a person. Wait for answers first.`
      : null

  function send(
    tool: string,
    context: OfSession,
    notifications: Notifications,
    given: Given,
  ): Promise<Reply> {
    const id = deps.newCallId()
    const stop = new AbortController()
    const sent = sentCall({ id, tool, given, context, notifications, stop }, ofSent)
    const { args } = given
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
