// Calls of one client, on their way to the pipeline and back. A request that is held already, or
// whose result was not picked up, is joined and never sent again.
import { letGo } from '../../../contract/let-go.ts'
import type { CallResult, CallState } from '../../../contract/call/call.ts'
import type { CallId, SessionId } from '../../../contract/ids.ts'
import type { CallListener, CallProgress } from '../../../contract/call/powers/powers.ts'
import { awaitPerson } from './keep-alive.ts'
import { openByteBudget, type ByteBudget } from './byte-budget.ts'
import { openInputRounds } from './input-rounds.ts'
import { notifyProgress } from './progress.ts'
import { charsOf, type PendingCalls } from './held-calls.ts'
import { isObject } from '../../../contract/is-object.ts'
import { field, isLogLevel } from './protocol/protocol.ts'
import type { Context } from './provider.ts'
import { said } from './protocol/result-json.ts'
import type { Reply } from './protocol/reply.ts'
import type { Notifications } from './notifications.ts'
import { openSemaphore } from './semaphore.ts'

export type ClientCallsDeps = {
  readonly client: string
  readonly pending: PendingCalls
  readonly now: () => number
  readonly newCallId: () => CallId
  /** One call over the pipeline. `signal` withdraws it. */
  readonly dispatch: (call: {
    readonly id: CallId
    readonly tool: string
    readonly args: unknown
    readonly session: SessionId
    readonly signal: AbortSignal
  }) => Promise<CallResult>
  /** What was asked in one session is told in another. */
  readonly joined: (one: SessionId, other: SessionId) => void
  /**
   * How long this client waits for the answer to a call, in seconds, where its configuration says
   * so.
   */
  readonly waits: () => number | null
  /** Hash of tool and canonical arguments; null where they do not fit the tool. */
  readonly keyOf: (tool: string, args: unknown) => string | null
  /** What an earlier process ran may not be known yet; null when it is. */
  readonly ready: () => Promise<void> | null
  /** The result of a tool, as the protocol has it. */
  readonly shownAs: (tool: string) => (result: CallResult) => Reply
  /** The states of this call from now on; the function returned stops it. */
  readonly watch: (id: CallId, changed: (state: CallState) => void) => () => void
  /** What is told about this call, from now on; the function returned stops it. */
  readonly listen: (id: CallId, listener: CallListener) => () => void
  /**
   * Puts a held question to the client's own prompt, where its person allowed that. Null: it is not
   * for that.
   */
  readonly askThere: (
    id: CallId,
    state: CallState & { kind: 'held' },
    context: Context,
  ) => Reply | null
  /** What a call of this tool is expected to weigh in memory. */
  readonly weight: (tool: string) => number
  /** Of all clients together. */
  readonly bytes: ByteBudget
  /** What a call of this tool gave. */
  readonly saw: (tool: string, result: CallResult) => void
  /** What the client's prompt gave, for a held call. */
  readonly answeredThere: (callId: CallId, context: Context) => Promise<void>
}

const tooLarge = 'Your calls in progress are too large together. Wait for answers first.'
const atOnce = 64
const mostWaiting = 512
const mostHeld = 256
/** Of one client: what its calls may weigh together, until it has read their results. */
const mostBytes = 16 * 1024 * 1024
/**
 * Of one client: characters of the arguments of its calls that are neither held nor ended. One call
 * is always taken.
 */
const mostAsked = 32 * 1024 * 1024

type Sent = {
  readonly id: CallId
  readonly tool: string
  /** Let go of once the call is held. */
  readonly given: { args: unknown; readonly unload: () => void }
  readonly context: OfSession
  readonly slot: { over(): void }
  readonly notifications: Notifications
  readonly stop: AbortController
}

/** A request, and the session it belongs to. */
export type OfSession = Context & { readonly session: SessionId }

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
  const slots = openSemaphore(atOnce, mostWaiting)
  const own = openByteBudget(mostBytes)
  const rounds = openInputRounds()
  const asTool = (tool: string): Notifications => ({
    result: deps.shownAs(tool),
    said: (text) => said(text, true),
  })

  let asked = 0
  /**
   * Counts what a call was given, until it is held or has ended. Null: the client has too much of
   * that under way.
   */
  const admit = (args: unknown): (() => void) | null => {
    const chars = charsOf(args)
    if (asked > 0 && asked + chars > mostAsked) return null
    asked += chars
    let mine = true
    return () => {
      if (mine) asked -= chars
      mine = false
    }
  }

  function call(
    tool: string,
    args: unknown,
    context: OfSession,
    notifications: Notifications = asTool(tool),
  ): Promise<Reply> {
    const letGoOf = admit(args)
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
    const slot = await takeSlot(tool, context)
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

  /** A place among this client's calls, and room for what this one will weigh. */
  async function takeSlot(tool: string, context: Context): Promise<{ over(): void } | null> {
    const slot = await slots.take()
    if (slot === null) return null
    const weight = deps.weight(tool)
    const giveBack = await own.take(weight)
    const giveAll = await deps.bytes.take(weight)
    let over = false
    return {
      over() {
        if (over) return
        over = true
        giveAll()
        // The next call of a client that does not read waits until it does; the other clients do
        // not.
        const unread = context.unread()
        if (unread === null) giveBack()
        else letGo(unread.then(giveBack))
        slot.over()
      },
    }
  }

  /**
   * What is made for one call lives for as long as a person has the say; of its arguments only
   * their hash does.
   */
  function send(
    tool: string,
    args: unknown,
    context: OfSession,
    slot: { over(): void },
    notifications: Notifications,
    unload: () => void,
  ): Promise<Reply> {
    const id = deps.newCallId()
    const stop = new AbortController()
    const answered = answerTo({
      id,
      tool,
      given: { args, unload },
      context,
      slot,
      notifications,
      stop,
    })
    deps
      .dispatch({ id, tool, args, session: context.session, signal: stop.signal })
      .then(answered.finish, answered.broken)
    return answered.reply
  }

  function answerTo(sent: Sent) {
    const { id, tool, given, context, slot, notifications, stop } = sent
    const { promise: reply, resolve: answer } = Promise.withResolvers<Reply>()
    let reported: ((progress: CallProgress) => void) | null = null
    const progress = context.wantsProgress
      ? notifyProgress(context, (listener) => {
          reported = listener
          return () => void (reported = null)
        })
      : null
    const talk = rounds.begin(tool, context, answer, () => slot.over())
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
      if (state.kind === 'running') ran = true
      if (state.kind !== 'held') return
      if (held) return ran ? pending.reviewedAt(id) : undefined
      held = true
      progress?.stop()
      slot.over()
      context.signal.removeEventListener('abort', gone)
      const key = keyOf(tool, given.args) ?? id
      given.args = null
      given.unload()
      const entry = {
        callId: id,
        client,
        session: context.session,
        tool,
        key,
        approvalId: state.approvalId,
        since: deps.now(),
      }
      pending.hold(entry)
      if (ran) pending.reviewedAt(id)
      const elsewhere = deps.askThere(id, state, context)
      if (elsewhere === null)
        letGo(awaitPerson(entry, pending, context, notifications, deps.waits()).then(answer))
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
        setImmediate(() => slot.over())
      },
      broken(): void {
        progress?.stop()
        unlisten()
        unwatch()
        slot.over()
        talk.say(
          notifications.said(
            'Gatehouse failed while it handled this call. It may not have been done.',
          ),
        )
      },
    }
  }

  async function wait(args: unknown, context: OfSession): Promise<Reply> {
    const early = deps.ready()
    if (early !== null) await early
    const request = isObject(args) ? field(args, 'request') : undefined
    if (typeof request === 'string') {
      const one = pending.byCall(client, request)
      if (one !== null) deps.joined(one.session, context.session)
      return one === null
        ? said(
            `No call of yours with the id ${JSON.stringify(request.slice(0, 80))} waits. Its result may have been given already.`,
            true,
          )
        : awaitPerson(one, pending, context, asTool(one.tool), deps.waits())
    }
    const all = pending.ofClient(client)
    if (all.length === 0) return said('No call of yours waits for a person.', false)
    // The others stop waiting with the first: their results are kept.
    const race = new AbortController()
    const signal = AbortSignal.any([context.signal, race.signal])
    let first = true
    const contextOf = (): Context => {
      const quiet = first
        ? context
        : { ...context, wantsProgress: context.wantsProgress, progress: () => {} }
      first = false
      return { ...quiet, signal }
    }
    let given = false
    const accepts = (): boolean => !given && (given = true)
    return new Promise((answer) => {
      for (const one of all) {
        if (given) break
        deps.joined(one.session, context.session)
        letGo(
          awaitPerson(one, pending, contextOf(), asTool(one.tool), deps.waits(), accepts).then(
            (reply) => {
              answer(reply)
              race.abort()
            },
          ),
        )
      }
    })
  }

  return { call, wait }
}
