// Proof that a person is there, on the command line: anybody who can type can be a program, so once
// a passphrase is set every approval carries it. Asks for it and hands it on; checks nothing
// itself.
import { Proof } from '../../../../contract/approval/proof.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { StepUpState } from '../../../../contract/approval/step-up.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import type { Session } from './session.ts'

/**
 * How a person can be shown to be there: a proof brought along, one typed now, or nothing but the
 * word yes typed out.
 */
export type Way =
  | { readonly kind: 'brought'; readonly proof: Proof }
  | { readonly kind: 'typed'; readonly codes: boolean }
  | { readonly kind: 'word' }

const tries = 3

/** From --totp or GATEHOUSE_PASSPHRASE; null when neither is given. */
export function broughtProof({ context, options }: Call): Result<Proof | null, Failure> {
  const code = options.get('totp')
  if (code !== undefined) {
    const proof = Proof.safeParse({ kind: 'totp', code })
    return proof.success
      ? ok(proof.data)
      : err(
          failure(
            'usage',
            '--totp needs the six digits of a one-time code.',
            'Write --totp 123456.',
          ),
        )
  }
  const passphrase = context.env['GATEHOUSE_PASSPHRASE'] ?? ''
  return ok(passphrase === '' ? null : { kind: 'passphrase', passphrase })
}

/** What is said where no yes can be given. `stepUp`: the call asks for a proof on every surface. */
export async function wayToProve(
  call: Call,
  session: Session,
  stepUp: boolean,
): Promise<Result<Way, Failure>> {
  const brought = broughtProof(call)
  if (!brought.ok) return brought
  const state = await session.call('step-up.state', {})
  return state.ok ? wayFor(state.value, brought.value, call.context.terminal, stepUp) : state
}

function wayFor(
  { passphrase, totp }: StepUpState,
  brought: Proof | null,
  terminal: boolean,
  stepUp: boolean,
): Result<Way, Failure> {
  if (brought?.kind === 'totp')
    return totp
      ? ok({ kind: 'brought', proof: brought })
      : err(
          failure(
            'step-up.unset',
            'No one-time codes are set up.',
            'Set them up with: gatehouse step-up totp',
          ),
        )
  if (passphrase && brought !== null) return ok({ kind: 'brought', proof: brought })
  if (passphrase && terminal) return ok({ kind: 'typed', codes: totp })
  if (passphrase) return err(noProof)
  if (stepUp) return err(unset)
  return terminal ? ok({ kind: 'word' }) : err(noTerminal)
}

const noProof = failure(
  'approval.step-up',
  'Approving on the command line requires the Gatehouse passphrase, and there is no terminal to type it.',
  'Set GATEHOUSE_PASSPHRASE, add --totp CODE, or approve in the window.',
)

const unset = failure(
  'step-up.unset',
  'Approving an R4 call requires the Gatehouse passphrase or a one-time code, and none is set.',
  'Set a passphrase with: gatehouse step-up passphrase',
)

export const noTerminal = failure(
  'approval.no-terminal',
  'Approving requires a terminal, and there is none.',
  'Approve in the window, run the command in a terminal, or set a passphrase (gatehouse step-up passphrase) and pass it in GATEHOUSE_PASSPHRASE.',
)

/** Does what needs the proof, with it. A typed one that was wrong can be typed again. */
export async function withProof<T>(
  { context }: Call,
  way: Way,
  signal: AbortSignal,
  act: (proof: Proof | undefined) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  if (way.kind !== 'typed') return act(way.kind === 'brought' ? way.proof : undefined)
  for (let left = tries; ; left--) {
    const typed = await context.askHidden(
      way.codes ? 'Gatehouse passphrase or one-time code: ' : 'Gatehouse passphrase: ',
      signal,
    )
    if (typed === null || typed === '')
      return err(failure('approval.step-up', 'No passphrase was entered.'))
    const done = await act(
      way.codes && /^\d{6}$/.test(typed)
        ? { kind: 'totp', code: typed }
        : { kind: 'passphrase', passphrase: typed },
    )
    if (done.ok || left === 1 || !/^step-up\.(wrong|used)$/.test(done.error.code)) return done
    context.note(`gatehouse: ${done.error.text}\n`)
  }
}
