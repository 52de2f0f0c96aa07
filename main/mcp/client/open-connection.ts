// Keeps one configured server running: starts it, tries again after it ended, longer each time, and
// stops when it ends too often or misbehaves. Other servers are never affected: nothing is shared.
import { letGo } from '../../../contract/let-go.ts'
import { failure, withHint, type Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Offer, ServerConfig, ServerState } from '../../../contract/server/server.ts'
import type { CallOptions, Connection } from '../connection.ts'
import { addressWire } from './transport/address-wire.ts'
import { missingSetting } from './faults/missing-setting.ts'
import {
  callFailure,
  needsPerson,
  sessionIsGone,
  signInReason,
  wantsSignIn,
} from './faults/faults.ts'
import { usualLimits } from './limits.ts'
import { openLogRing } from './log-ring.ts'
import type { ClientDeps } from './deps.ts'
import { openObserver } from './observed-access.ts'
import { programWire } from './transport/program-wire.ts'
import { ASK_MS } from '../questions.ts'
import { asking } from './asking.ts'
import { EndedAtProbe, openSession, type Session, type SessionEnd } from './session.ts'
import { whenIdle } from './settled.ts'
import { knownAs } from './known-client.ts'
import { openSignIn } from './sign-in/sign-in.ts'
import { unavailable } from './faults/unavailable.ts'
import { usesOf } from './uses.ts'

/** Starts at once, unless it is disabled. Never throws; what goes wrong is its state. */
export function openConnection(name: string, config: ServerConfig, deps: ClientDeps): Connection {
  const limits = { ...usualLimits, ...deps.limits }
  const log = openLogRing()
  const observer = openObserver()
  const closing = new AbortController()
  const signIn =
    config.transport === 'http' &&
    deps.signIn !== undefined &&
    !Object.keys(config.headers).some((header) => /^authorization$/i.test(header))
      ? openSignIn(config.url, 'Gatehouse', { ...deps.signIn, ...knownAs(config, deps) })
      : null
  const signInText =
    signIn === null
      ? 'It denied access. Add a token as a header, from a stored credential.'
      : 'It wants a person to sign in.'
  const openWire =
    config.transport === 'stdio'
      ? programWire(name, config, deps, limits, observer)
      : addressWire(config, deps, limits, observer, signIn)

  let state: ServerState = { kind: 'off' }
  let offer: Offer | null = null
  let session: Session | null = null
  /** Under way, or waiting for its time. */
  let starting: Promise<void> | null = null
  let wake: (() => void) | null = null
  let legacy = false
  /** What its program is now, where that is why it was not started. */
  let held: readonly string[] | null = null
  let subscribed: readonly string[] = []
  let ends: number[] = []
  /**
   * A person has started it, and it has not come to an end yet: should it want a sign-in, they are
   * here for it.
   */
  let personHere = false

  const moveTo = (next: ServerState): void => {
    state = next
    deps.changed()
  }
  const stopped = (text: string, hint: string): void => moveTo({ kind: 'stopped', text, hint })

  /** One try. Afterwards it is ready, waiting, stopped, or wants a sign-in. */
  const start = async (person: boolean): Promise<void> => {
    held = null
    moveTo({ kind: 'starting' })
    const open = () =>
      openSession({
        name,
        config,
        deps,
        limits,
        openWire,
        log,
        legacy,
        signal: closing.signal,
        onOffer: () => taken(session),
        onStale: deps.changed,
        onHeld: (launch) => (held = launch),
      })
    try {
      const opened =
        person && signIn !== null
          ? await signIn
              .byPerson(open, closing.signal)
              .then((done) => (done.ok ? done.value : done))
          : await open()
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
      if (closing.signal.aborted) return
      if (thrown instanceof EndedAtProbe) {
        // A start like any other: each is one process, and counts.
        legacy = true
        ends = [...ends, deps.now()]
        if (tooOften()) return gaveUp(`The server ${name} ${thrown.message}.`)
        return start(person)
      }
      if (wantsSignIn(thrown)) {
        if (personHere && !person && signIn !== null) return start(true)
        personHere = false
        return moveTo({
          kind: 'needs-sign-in',
          text: signIn === null ? signInText : (signInReason(thrown) ?? signInText),
        })
      }
      failed(signIn?.fault(name, thrown) ?? callFailure(name, thrown, null, false))
    }
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
    if (why.code === 'server.quarantined')
      return stopped(why.text, 'It was ended. Start it again only if you trust it.')
    if (why.code === 'server.handshake') deps.misbehaved?.('did not say in time who it is')
    if (why.code === 'server.sign-in') return moveTo({ kind: 'needs-sign-in', text: why.text })
    if (needsPerson(why)) return stopped(why.text, why.hint ?? 'Correct its configuration.')
    again(why.text)
  }
  const over = ({ kind, what }: SessionEnd): void => {
    session = null
    if (closing.signal.aborted) return
    log.add(`The server ${what}.`)
    if (kind === 'quarantined')
      return stopped(`It ${what}, so it was ended.`, 'Start it again only if you trust it.')
    again(`The server ${name} ${what}.`)
  }
  const again = (text: string): void => {
    const now = deps.now()
    ends = [...ends.filter((at) => now - at < limits.crashWindowMs), now]
    if (tooOften()) return gaveUp(text)
    const wait = limits.waitMs[Math.min(ends.length, limits.waitMs.length) - 1] ?? 60_000
    moveTo({ kind: 'waiting', until: now + wait, text })
    starting = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      closing.signal.addEventListener('abort', wake, { once: true })
    }).then(() => {
      if (wake !== null) closing.signal.removeEventListener('abort', wake)
      wake = null
      if (!closing.signal.aborted) return start(false)
    })
    run(starting)
  }
  const tooOften = (): boolean => config.transport === 'stdio' && ends.length >= limits.crashes
  const gaveUp = (text: string): void => {
    const lacks = missingSetting(log.lines())
    stopped(
      `${text} It happened ${ends.length} times in ${Math.round(limits.crashWindowMs / 60_000)} minutes.`,
      lacks === null
        ? 'Check its log, fix the cause, and start it again.'
        : `It says that ${lacks} is missing. Give it that variable under Servers, best as a credential, and start it again.`,
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

  /** A session to speak over, or why there is none. */
  const live = async ({ signal, timeoutMs }: CallOptions): Promise<Result<Session, Failure>> => {
    const until = deps.now() + timeoutMs
    while (
      session === null &&
      starting !== null &&
      !signal.aborted &&
      !closing.signal.aborted &&
      deps.now() < until
    ) {
      await whenIdle(starting, signal, until - deps.now())
    }
    if (session !== null && !closing.signal.aborted) return ok(session)
    if (signal.aborted) return err(failure('server.cancelled', `The call to ${name} was stopped.`))
    return err(unavailable(name, state))
  }

  const speak = async <T>(
    options: CallOptions,
    work: (on: Session) => Promise<Result<T, Failure>>,
    retried = false,
  ): Promise<Result<T, Failure>> => {
    const on = await live(options)
    if (!on.ok) return on
    const quiet = on.value.during({ tool: options.tool ?? '', listener: options.listener })
    try {
      // Nothing goes out between the word that its lists changed and the new lists: what is asked
      // may not be what was decided about any more.
      for (let old = on.value.stale(); old !== null; old = on.value.stale()) {
        await whenIdle(old, options.signal, options.timeoutMs)
        if (options.signal.aborted || closing.signal.aborted)
          return err(failure('server.cancelled', `The call to ${name} was stopped.`))
        if (on.value.stale() === old)
          return err(
            failure('server.timeout', `The server ${name} did not say in time what it offers.`),
          )
      }
      const barred = options.still?.() ?? null
      if (barred !== null) return err(barred)
      return await work(on.value)
    } catch (thrown) {
      if (
        sessionIsGone(thrown) &&
        config.transport === 'http' &&
        !retried &&
        !options.signal.aborted
      ) {
        if (session === on.value) {
          session = null
          void on.value.close().catch(() => {})
          run(start(false))
        }
        return await speak(options, work, true)
      }
      if (wantsSignIn(thrown) && session === on.value && config.transport === 'http') {
        session = null
        void on.value.close().catch(() => {})
        moveTo({ kind: 'needs-sign-in', text: signInText })
      }
      const fault = options.signal.aborted ? null : (signIn?.fault(name, thrown) ?? null)
      if (fault !== null && session === on.value) {
        session = null
        void on.value.close().catch(() => {})
        failed(fault)
        return err(fault)
      }
      return err(callFailure(name, thrown, on.value.gone()?.what ?? null, options.signal.aborted))
    } finally {
      quiet()
    }
  }
  const waits = deps.asked === undefined ? 0 : ASK_MS
  const uses = usesOf(name, speak, asking(closing.signal, deps.now, waits))
  return {
    state: () => state,
    offer: () => offer,
    settled: () => (session?.stale() ?? null) === null,
    heldLaunch: () => held,
    ...uses,
    async call(tool, args, options) {
      const answer = await uses.call(tool, args, options)
      if (answer.ok) observer.answered(answer.value, tool)
      return answer
    },
    subscribe(uris) {
      subscribed = uris
      session?.subscribe(uris)
    },
    observed: () => observer.seen(),
    misses: () => observer.misses([...log.lines(), session?.tail() ?? '']),
    visible: () => session?.visible() ?? null,
    log: () => {
      const now = openLogRing()
      for (const line of [...log.lines(), ...(session === null ? [] : session.tail().split('\n'))])
        now.add(line)
      return now.lines()
    },
    start: () => {
      if (closing.signal.aborted || session !== null) return
      ends = []
      personHere = true
      // While it waits a person need not.
      if (wake !== null) return wake()
      if (starting === null) run(start(state.kind === 'needs-sign-in'))
    },
    dispose: async () => {
      closing.abort()
      const last = session
      session = null
      await Promise.all([last?.close().catch(() => {}), starting])
      moveTo({ kind: 'off' })
    },
  }
}
