// One exchange with a server over the session that there is: waits until it may go out, and says what
// it means for the session where it cannot.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CallOptions } from '../connection.ts'
import { callFailure, sessionIsGone, wantsSignIn } from './faults/faults.ts'
import { unavailable } from './faults/unavailable.ts'
import type { RunningDeps, Running } from './keep-running.ts'
import type { Session } from './session/session.ts'
import { whenIdle } from './when-idle.ts'
import type { Speak } from './uses.ts'

export function speakOver(
  running: Running,
  { name, config, deps, signIn, closing }: RunningDeps,
): Speak {
  const stopped = (): Failure => failure('server.cancelled', `The call to ${name} was stopped.`)

  /** A session to speak over, or why there is none. */
  const live = async ({ signal, timeoutMs }: CallOptions): Promise<Result<Session, Failure>> => {
    const until = deps.now() + timeoutMs
    for (
      let starting = running.starting();
      running.session() === null &&
      starting !== null &&
      !signal.aborted &&
      !closing.signal.aborted &&
      deps.now() < until;
      starting = running.starting()
    )
      await whenIdle(starting, signal, until - deps.now())
    const session = running.session()
    if (session !== null && !closing.signal.aborted) return ok(session)
    return err(signal.aborted ? stopped() : unavailable(name, running.state()))
  }

  /**
   * Nothing goes out between the word that its lists changed and the new lists: what is asked may not
   * be what was decided about any more. Why it may not go out; null: it may.
   */
  const listsAreRead = async (
    on: Session,
    { signal, timeoutMs }: CallOptions,
  ): Promise<Failure | null> => {
    for (let old = on.stale(); old !== null; old = on.stale()) {
      await whenIdle(old, signal, timeoutMs)
      if (signal.aborted || closing.signal.aborted) return stopped()
      if (on.stale() === old)
        return failure('server.timeout', `The server ${name} did not say in time what it offers.`)
    }
    return null
  }

  const speak = async <T>(
    options: CallOptions,
    work: (on: Session) => Promise<Result<T, Failure>>,
    retried: boolean,
  ): Promise<Result<T, Failure>> => {
    const session = await live(options)
    if (!session.ok) return session
    const on = session.value
    const quiet = on.during({ tool: options.tool ?? '', listener: options.listener })
    try {
      const barred = (await listsAreRead(on, options)) ?? options.still?.() ?? null
      if (barred !== null) return err(barred)
      return await work(on)
    } catch (thrown) {
      if (
        sessionIsGone(thrown) &&
        config.transport === 'http' &&
        !retried &&
        !options.signal.aborted
      ) {
        running.giveUp(on, { kind: 'forgotten' })
        return await speak(options, work, true)
      }
      if (wantsSignIn(thrown) && config.transport === 'http')
        running.giveUp(on, { kind: 'sign-in' })
      const fault = options.signal.aborted ? null : (signIn?.fault(name, thrown) ?? null)
      if (fault !== null && running.session() === on) {
        running.giveUp(on, { kind: 'failed', why: fault })
        return err(fault)
      }
      return err(callFailure(name, thrown, on.gone()?.what ?? null, options.signal.aborted))
    } finally {
      quiet()
    }
  }
  return (options, work) => speak(options, work, false)
}
