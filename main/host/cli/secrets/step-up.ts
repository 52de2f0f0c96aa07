// `gatehouse step-up`: what can prove that a person is there.
import type { StepUpState } from '../../../../contract/approval/step-up.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { clock, columns } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

export const stepUp: Command = {
  name: 'step-up',
  operands: [],
  options: [],
  usage: '',
  summary: 'Show whether a passphrase and one-time codes are set',
  run: (call) =>
    withQueries(call, async (session) => {
      const state = await session.call('step-up.state', {})
      return state.ok
        ? printStepUp(call, state.value)
        : complain(call.context, state.error, call.json)
    }),
}

export function printStepUp(
  { context, json }: Call,
  { passphrase, totp, lockedUntil }: StepUpState,
): number {
  if (json) printJson(context, { passphrase, totp, lockedUntil })
  else
    context.out(
      columns([
        [
          'passphrase',
          passphrase
            ? 'set: required for every approval on the command line, and for R4 everywhere'
            : 'not set: R4 calls cannot be approved. Set one with: gatehouse step-up passphrase',
        ],
        [
          'one-time codes',
          totp
            ? 'set up: accepted in place of the passphrase'
            : 'not set up. Set them up with: gatehouse step-up totp',
        ],
        ...(lockedUntil === null
          ? []
          : [['locked', `until ${clock(lockedUntil)}, after too many wrong proofs`]]),
      ]),
    )
  return exit.done
}
