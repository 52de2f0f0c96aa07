import type { Failure } from '../../../contract/failure.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { Presence } from '../../../contract/approval/step-up.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type PresenceService = {
  state(): Presence
  setPassphrase(current: string | undefined, passphrase: string): Promise<Result<Presence, Failure>>
  beginTotp(passphrase: string): Promise<Result<{ secret: string; uri: string }, Failure>>
  confirmTotp(code: string): Promise<Result<Presence, Failure>>
  removeTotp(passphrase: string): Promise<Result<Presence, Failure>>
}

type Topic =
  | 'presence.state'
  | 'presence.set-passphrase'
  | 'presence.begin-totp'
  | 'presence.confirm-totp'
  | 'presence.remove-totp'

export const presenceHandlers = (presence: PresenceService): Pick<Handlers, Topic> => ({
  'presence.state': async () => ok(presence.state()),
  'presence.set-passphrase': ({ current, passphrase }) =>
    presence.setPassphrase(current, passphrase),
  'presence.begin-totp': ({ passphrase }) => presence.beginTotp(passphrase),
  'presence.confirm-totp': ({ code }) => presence.confirmTotp(code),
  'presence.remove-totp': ({ passphrase }) => presence.removeTotp(passphrase),
})
