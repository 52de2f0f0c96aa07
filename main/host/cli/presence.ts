// `gatehouse step-up`: what can prove that a person is there.
import type { StepUpState } from '../../../contract/approval/step-up.ts'
import { printJson } from './command.ts'
import type { Call, Command } from './command.ts'
import { complain } from './complain.ts'
import { exit } from './exit.ts'
import { clock, columns } from './show.ts'
import { withSession } from './with-session.ts'

export const presence: Command = {
  name: 'step-up',
  operands: [],
  options: [],
  usage: '',
  summary: 'whether a passphrase and one-time codes are set, which prove that a person is there',
  run: (call) =>
    withSession(call, async (session) => {
      const state = await session.call('step-up.state', {})
      return state.ok
        ? printPresence(call, state.value)
        : complain(call.context, state.error, call.json)
    }),
}

export function printPresence(
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
            ? 'set: every yes on the command line and every yes to R4 needs it'
            : 'not set: no call of R4 can be approved. Set one with: gatehouse step-up passphrase',
        ],
        [
          'one-time codes',
          totp
            ? 'set up: they count as the passphrase does'
            : 'not set up. Set them up with: gatehouse step-up totp',
        ],
        ...(lockedUntil === null
          ? []
          : [['locked', `until ${clock(lockedUntil)}, after too many wrong proofs`]]),
      ]),
    )
  return exit.done
}
