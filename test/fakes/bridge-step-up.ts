// What the fake Gatehouse of the development window knows of proofs, leases and policy: as much as
// the screens need.
import type { Failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { StepUpState } from '../../contract/approval/step-up.ts'
import type { Result } from '../../contract/result.ts'
import { policyHash } from './bridge-data.ts'

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string): Result<never, Failure> => ({
  ok: false,
  error: { code, text },
})
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

type Topic<P extends string> = Extract<keyof Handlers, `${P}.${string}`>

/** The passphrase is "correct horse", the code 287082. */
export function fakeStepUp(secured: boolean): Pick<Handlers, Topic<'step-up'>> {
  let stepUp: StepUpState = { passphrase: secured, totp: false, system: 'none', lockedUntil: null }
  const become = (change: Partial<StepUpState>) => fine((stepUp = { ...stepUp, ...change }))
  return {
    'step-up.state': async () => fine(stepUp),
    'step-up.set-passphrase': async ({ current }) =>
      stepUp.passphrase && current !== 'correct horse'
        ? fault('step-up.wrong', 'The passphrase is wrong.')
        : become({ passphrase: true }),
    'step-up.start-totp': async () =>
      fine({ secret, uri: `otpauth://totp/Gatehouse?secret=${secret}&issuer=Gatehouse` }),
    'step-up.confirm-totp': async ({ code }) =>
      code === '287082'
        ? become({ totp: true })
        : fault('step-up.wrong', 'The one-time code is wrong.'),
    'step-up.remove-totp': async () => become({ totp: false }),
  }
}

const none = async () => fault('fake.none', 'The fake knows nothing of this.')

export const silent: Pick<
  Handlers,
  | Topic<'leases'>
  | 'approvals.preview'
  | 'approvals.scopes'
  | 'approvals.suggestions'
  | 'approvals.accept-suggestion'
  | 'approvals.dismiss-suggestion'
> = {
  'approvals.scopes': async () =>
    fine({
      calls: 200,
      scopes: [4, 23, 61, 118].map((allowed) => ({
        allowed,
        refused: allowed > 60 ? 3 : 0,
        denied: allowed + 1,
        protectedPaths: allowed === 23 ? { files: 3, complete: true } : null,
      })),
      suggestion: null,
    }),
  'approvals.suggestions': async () => fine([]),
  'approvals.accept-suggestion': none,
  'approvals.dismiss-suggestion': async () => fine({}),
  'approvals.preview': async () =>
    fine({
      policyHash,
      calls: 60,
      same: 19,
      changes: [],
      sums: { 'confirm>allow': 41, 'confirm>deny': 2 },
      wouldAllowRefused: 3,
      skipped: [],
      protectedPaths: { files: 3, complete: true },
    }),
  'leases.list': async () => fine([]),
  'leases.revoke': async () => fine({ revoked: 0 }),
  'leases.grant': none,
}
