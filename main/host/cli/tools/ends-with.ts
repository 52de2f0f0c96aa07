// How a call of the command line ends with the command. Ctrl+C takes the call back, held or not. Any
// other signal is no answer: the connection ends, with which the running app stops a call that works
// and leaves one that is held to a person.
import type { CallTicket } from '../../../../contract/ids.ts'
import type { CliContext } from '../cli-context.ts'
import type { Session } from '../session/session.ts'

export type EndsWith = {
  /** Ctrl+C has reached the call. */
  isCancelled(): boolean
  /** The command left the call behind, so its result says nothing. */
  left(): boolean
  forget(): void
}

/** Begin before the call is sent. A Gatehouse of this command's own ends with it and is left alone. */
export function endsWith(
  context: Pick<CliContext, 'onInterrupt'>,
  session: Pick<Session, 'kind' | 'call' | 'close'>,
  ticket: CallTicket,
): EndsWith {
  let [cancelled, left] = [false, false]
  const leave = (): Promise<void> => {
    left = true
    return session.close()
  }
  const forget =
    session.kind === 'own'
      ? () => {}
      : context.onInterrupt(async (signal) => {
          if (signal !== 'SIGINT') return leave()
          const answer = await session.call('tools.cancel', { ticket })
          if (!answer.ok) return leave()
          cancelled = true
        })
  return { isCancelled: () => cancelled, left: () => left, forget }
}
