// `gatehouse step-up passphrase`: sets or changes it. Typed twice, never shown, never an argument:
// those are seen by every program of the machine.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { printStepUp } from './step-up.ts'
import { withSession } from '../session/with-session.ts'

const shortest = 8

export const stepUpPassphrase: Command = {
  name: 'step-up passphrase',
  operands: [],
  options: [],
  usage: '',
  summary:
    'Set or change the passphrase. Type it, or set GATEHOUSE_PASSPHRASE (the current one) and GATEHOUSE_NEW_PASSPHRASE',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const state = await session.call('step-up.state', {})
      if (!state.ok) return complain(context, state.error, json)
      const isSet = state.value.passphrase
      const current = isSet
        ? await secret(call, 'GATEHOUSE_PASSPHRASE', 'Current Gatehouse passphrase: ')
        : ok(undefined)
      if (!current.ok) return complain(context, current.error, json)
      const next = await newPassphrase(call, isSet)
      if (!next.ok) return complain(context, next.error, json)
      const { value } = current
      const set = await session.call('step-up.set-passphrase', {
        ...(value === undefined ? {} : { current: value }),
        passphrase: next.value,
      })
      return set.ok ? printStepUp(call, set.value) : complain(context, set.error, json)
    }),
}

/** From the environment, else typed; fails with `approval.no-terminal`. */
export async function secret(
  { context }: Call,
  variable: string,
  prompt: string,
): Promise<Result<string, Failure>> {
  const given = context.env[variable] ?? ''
  if (given !== '') return ok(given)
  const typed = context.terminal
    ? await context.askHidden(prompt, new AbortController().signal)
    : null
  if (typed !== null && typed !== '') return ok(typed)
  return err(
    failure(
      'approval.no-terminal',
      'This requires the passphrase.',
      `Type it at a terminal, or set ${variable}.`,
    ),
  )
}

async function newPassphrase(call: Call, isSet: boolean): Promise<Result<string, Failure>> {
  const { context } = call
  // The first one: whatever else is in the environment for automation can be it.
  const variable =
    !isSet && (context.env['GATEHOUSE_NEW_PASSPHRASE'] ?? '') === ''
      ? 'GATEHOUSE_PASSPHRASE'
      : 'GATEHOUSE_NEW_PASSPHRASE'
  const typed = (context.env[variable] ?? '') === ''
  const first = await secret(call, variable, 'New Gatehouse passphrase, at least 8 characters: ')
  if (!first.ok) return first
  if (first.value.length < shortest)
    return err(
      failure(
        'step-up.short',
        `A passphrase needs ${shortest} characters or more.`,
        'Use several random words.',
      ),
    )
  const again = typed ? await secret(call, variable, 'Repeat the passphrase: ') : first
  if (!again.ok) return again
  return again.value === first.value
    ? first
    : err(failure('step-up.differs', 'The two passphrases differ. Nothing was changed.'))
}
