// What a command does that needs the credential store open: tries, and when it is locked asks
// for the passphrase once.
import type { Failure } from '../../../../contract/failure.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import { secret } from './passphrase.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'

export const passphraseFor = (call: Call): Promise<Result<string, Failure>> =>
  secret(call, 'GATEHOUSE_PASSPHRASE', 'Gatehouse passphrase: ')

/** `work` gives the exit code, or why it failed. */
export const withOpenStore = (
  call: Call,
  work: (session: Session) => Promise<Result<number, Failure>>,
): Promise<number> =>
  withSession(call, async (session) => {
    const { context, json } = call
    const first = await work(session)
    if (first.ok) return first.value
    if (first.error.code !== 'secrets.locked') return complain(context, first.error, json)
    const passphrase = await passphraseFor(call)
    if (!passphrase.ok) return complain(context, passphrase.error, json)
    const opened = await session.call('secrets.unlock', { passphrase: passphrase.value })
    if (!opened.ok) return complain(context, opened.error, json)
    const second = await work(session)
    return second.ok ? second.value : complain(context, second.error, json)
  })
