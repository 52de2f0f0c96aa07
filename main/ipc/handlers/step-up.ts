import type { Failure } from '../../../contract/failure.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { StepUpState } from '../../../contract/approval/step-up.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type PresenceService = {
  state(): StepUpState
  setPassphrase(
    current: string | undefined,
    passphrase: string,
  ): Promise<Result<StepUpState, Failure>>
  beginTotp(passphrase: string): Promise<Result<{ secret: string; uri: string }, Failure>>
  confirmTotp(code: string): Promise<Result<StepUpState, Failure>>
  removeTotp(passphrase: string): Promise<Result<StepUpState, Failure>>
}

type Topic =
  | 'step-up.state'
  | 'step-up.set-passphrase'
  | 'step-up.start-totp'
  | 'step-up.confirm-totp'
  | 'step-up.remove-totp'

export const presenceHandlers = (presence: PresenceService): Pick<Handlers, Topic> => ({
  'step-up.state': async () => ok(presence.state()),
  'step-up.set-passphrase': ({ current, passphrase }) =>
    presence.setPassphrase(current, passphrase),
  'step-up.start-totp': ({ passphrase }) => presence.beginTotp(passphrase),
  'step-up.confirm-totp': ({ code }) => presence.confirmTotp(code),
  'step-up.remove-totp': ({ passphrase }) => presence.removeTotp(passphrase),
})
