// `gatehouse step-up totp`: one-time codes of an authenticator. They count once a first code has
// confirmed them.
import { failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { printStepUp } from './step-up.ts'
import { secret } from './passphrase.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'

export const stepUpTotp: Command = {
  name: 'step-up totp',
  operands: [],
  options: ['code', 'remove'],
  usage: '[--code CODE | --remove]',
  summary:
    'Set up one-time codes: shows the secret for your authenticator and asks for a first code; --code enters it later',
  run(call) {
    const { context, json, options } = call
    const code = options.get('code')
    const wrong =
      code !== undefined && options.has('remove') ? '--code and --remove cannot be combined.' : null
    if (wrong !== null)
      return Promise.resolve(complain(context, failure('usage', wrong, 'Use one of them.'), json))
    return withSession(call, async (session) => {
      if (code !== undefined) return confirm(call, session, code)
      const state = await session.call('step-up.state', {})
      if (!state.ok) return complain(context, state.error, json)
      if (!state.value.passphrase) {
        const error = failure(
          'step-up.unset',
          'One-time codes require a passphrase.',
          'Set one with: gatehouse step-up passphrase',
        )
        return complain(context, error, json)
      }
      const passphrase = await secret(call, 'GATEHOUSE_PASSPHRASE', 'Gatehouse passphrase: ')
      if (!passphrase.ok) return complain(context, passphrase.error, json)
      return options.has('remove')
        ? remove(call, session, passphrase.value)
        : start(call, session, passphrase.value)
    })
  },
}

async function confirm(call: Call, session: Session, code: string): Promise<number> {
  const confirmed = await session.call('step-up.confirm-totp', { code })
  return confirmed.ok
    ? printStepUp(call, confirmed.value)
    : complain(call.context, confirmed.error, call.json)
}

async function remove(call: Call, session: Session, passphrase: string): Promise<number> {
  const removed = await session.call('step-up.remove-totp', { passphrase })
  return removed.ok
    ? printStepUp(call, removed.value)
    : complain(call.context, removed.error, call.json)
}

/** Without a terminal the first code comes with a second command. */
async function start(call: Call, session: Session, passphrase: string): Promise<number> {
  const { context, json } = call
  const started = await session.call('step-up.start-totp', { passphrase })
  if (!started.ok) return complain(context, started.error, json)
  const { secret: shared, uri } = started.value
  if (json) {
    printJson(context, { secret: shared, uri, confirmed: false })
    return exit.done
  }
  context.out(
    `Add this to your authenticator:\n\n  secret  ${shared.replaceAll(/.{4}(?=.)/g, '$& ')}\n  URI     ${uri}\n\n`,
  )
  const code = context.terminal
    ? await context.ask('First code: ', new AbortController().signal)
    : null
  if (code !== null && code.trim() !== '')
    return confirm(call, session, code.trim().replaceAll(' ', ''))
  context.out('Confirm it with a first code: gatehouse step-up totp --code CODE\n')
  return exit.done
}
