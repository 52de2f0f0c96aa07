// Keeps the program or address of one server running: starts it, tries again after it ended, longer
// each time, and stops when it ends too often or misbehaves. What it is doing is its state.
import { letGo } from '../../../contract/let-go.ts'
import { assertNever } from '../../../contract/never.ts'
import { withHint, type Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Result } from '../../../contract/result.ts'
import type { Offer, ServerConfig, ServerState } from '../../../contract/server/server.ts'
import { afterEnd, afterFailure, afterTooMany } from './after-failure.ts'
import type { ClientDeps } from './deps.ts'
import { callFailure, signInReason, wantsSignIn } from './faults/faults.ts'
import type { Limits } from './limits.ts'
import type { LogRing } from './log-ring.ts'
import { openPause, type Pause } from './pause.ts'
import { openRestarts } from './restarts.ts'
import type { SessionEnd } from './session/lifetime.ts'
import { EndedAtProbe } from './session/not-opened.ts'
import { openSession, type Session, type SessionDeps } from './session/session.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import type { OpenWire } from './transport/wire.ts'

export type Running = {
  state(): ServerState
  offer(): Offer | null
  /** Null: there is none now. */
  session(): Session | null
  /** Settles when the start that is under way, or waits for its time, is over. */
  starting(): Promise<void> | null
  heldLaunch(): readonly string[] | null
  subscribe(uris: readonly string[]): void
  /** A person wants it to run. */
  start(): void
  /** This session is no longer good for anything, and why. One that is over already is left. */
  giveUp(lost: Session, why: LostSession): void
  dispose(): Promise<void>
}

/** forgotten: the server knows it no more. sign-in: it wants one. failed: what a person reads. */
export type LostSession =
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'failed'; readonly why: Failure }

export type RunningDeps = {
  readonly name: string
  readonly config: ServerConfig
  readonly deps: ClientDeps
  readonly limits: Limits
  readonly log: LogRing
  readonly openWire: OpenWire
  /** Null: nobody can sign in there. */
  readonly signIn: SignIn | null
  readonly closing: AbortController
}

/** Opens a session. `person`: somebody is here who can sign in, should the server want that. */
async function openOnce(
  { name, config, deps, limits, log, openWire, signIn, closing: { signal } }: RunningDeps,
  person: boolean,
  on: Pick<SessionDeps, 'legacy' | 'onOffer' | 'onHeld'>,
): Promise<Result<Session, Failure>> {
  const open = () =>
    openSession({
      ...on,
      name,
      config,
      deps,
      limits,
      log,
      openWire,
      signal,
      onStale: deps.changed,
    })
  if (!person || signIn === null) return await open()
  const done = await signIn.byPerson(open, signal)
  return done.ok ? done.value : done
}

/** `reason`: the server's own, where it gave one. */
const needsSignIn = (signIn: SignIn | null, reason: string | null): ServerState => ({
  kind: 'needs-sign-in',
  text:
    signIn === null
      ? 'It denied access. Add a token as a header, from a stored credential.'
      : (reason ?? 'It wants a person to sign in.'),
})

/** Starts at once, unless it is disabled. Never throws. */
export function keepRunning(given: RunningDeps): Running {
  const { name, config, deps, limits, log, signIn, closing } = given
  const restarts = openRestarts(limits, deps.now, config.transport === 'stdio')

  let state: ServerState = { kind: 'off' }
  let offer: Offer | null = null
  let session: Session | null = null
  /** Under way, or waiting for its time. */
  let starting: Promise<void> | null = null
  let pause: Pause | null = null
  let legacy = false
  /** What its program is now, where that is why it was not started. */
  let held: readonly string[] | null = null
  let subscribed: readonly string[] = []
  /**
   * A person has started it, and it has not come to an end yet: should it want a sign-in, they are
   * here for it.
   */
  let personHere = false

  const moveTo = (next: ServerState): void => {
    state = next
    deps.changed()
  }

  /** One try. Afterwards it is ready, waiting, stopped, or wants a sign-in. */
  const start = async (person: boolean): Promise<void> => {
    held = null
    moveTo({ kind: 'starting' })
    try {
      const opened = await openOnce(given, person, {
        legacy,
        onOffer: () => taken(session),
        onHeld: (launch) => (held = launch),
      })
      if (closing.signal.aborted) return void (opened.ok && (await opened.value.close()))
      if (!opened.ok) return failed(opened.error)
      const now = opened.value
      session = now
      if (subscribed.length > 0) now.subscribe(subscribed)
      letGo(now.ended.then((end) => session === now && over(end)))
      taken(now)
      personHere = false
      moveTo({ kind: 'ready' })
    } catch (thrown) {
      if (!closing.signal.aborted) return notStarted(thrown, person)
    }
  }
  const notStarted = (thrown: unknown, person: boolean): Promise<void> | void => {
    if (thrown instanceof EndedAtProbe) {
      // A start like any other: each is one process, and counts.
      legacy = true
      return restarts.atOnce() ? start(person) : gaveUp(`The server ${name} ${thrown.message}.`)
    }
    if (!wantsSignIn(thrown))
      return failed(signIn?.fault(name, thrown) ?? callFailure(name, thrown, null, false))
    if (personHere && !person && signIn !== null) return start(true)
    personHere = false
    moveTo(needsSignIn(signIn, signInReason(thrown)))
  }
  const taken = (from: Session | null): void => {
    if (from === null) return
    const next = from.offer()
    if (offer !== null && canonicalJson(offer) === canonicalJson(next)) return
    offer = next
    deps.changed()
  }
  const failed = (why: Failure): void => {
    personHere = false
    log.add(withHint(why))
    const next = afterFailure(why)
    if (next !== null) return moveTo(next)
    if (why.code === 'server.handshake') deps.misbehaved?.('did not say in time who it is')
    again(why.text)
  }
  const over = (end: SessionEnd): void => {
    session = null
    if (closing.signal.aborted) return
    log.add(`The server ${end.what}.`)
    const next = afterEnd(end)
    if (next !== null) return moveTo(next)
    again(`The server ${name} ${end.what}.`)
  }
  const gaveUp = (text: string): void =>
    moveTo(afterTooMany(`${text} ${restarts.text()}`, log.lines()))
  const again = (text: string): void => {
    const wait = restarts.next()
    if (wait === null) return gaveUp(text)
    moveTo({ kind: 'waiting', until: deps.now() + wait, text })
    const waiting = openPause(wait, closing.signal)
    pause = waiting
    run(
      waiting.over.then(() => {
        pause = null
        if (!closing.signal.aborted) return start(false)
      }),
    )
  }
  const run = (work: Promise<void>): void => {
    starting = work
    letGo(
      work.finally(() => {
        if (starting === work) starting = null
      }),
    )
  }
  if (config.enabled) run(start(false))

  return {
    state: () => state,
    offer: () => offer,
    session: () => session,
    starting: () => starting,
    heldLaunch: () => held,
    subscribe(uris) {
      subscribed = uris
      session?.subscribe(uris)
    },
    start() {
      if (closing.signal.aborted || session !== null) return
      restarts.reset()
      personHere = true
      // While it waits a person need not.
      if (pause !== null) return pause.end()
      if (starting === null) run(start(state.kind === 'needs-sign-in'))
    },
    giveUp(lost, why) {
      if (session !== lost) return
      session = null
      void lost.close().catch(() => {})
      switch (why.kind) {
        case 'forgotten':
          return run(start(false))
        case 'sign-in':
          return moveTo(needsSignIn(signIn, null))
        case 'failed':
          return failed(why.why)
        default:
          return assertNever(why, 'giveUp')
      }
    },
    async dispose() {
      closing.abort()
      const last = session
      session = null
      await Promise.all([last?.close().catch(() => {}), starting])
      moveTo({ kind: 'off' })
    },
  }
}
