// The topic `step-up`: the passphrase and the one-time codes by which a person shows that they are
// there.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { Credentials } from '../../secrets/credential-store.ts'

export const stepUpService = (
  stepUp: StepUp,
  credentials: Pick<Credentials, 'changePassphrase'>,
): TopicHandlers<'step-up'> => ({
  'step-up.state': async () => ok(stepUp.state()),
  async 'step-up.set-passphrase'({ current, passphrase }) {
    const set = await stepUp.setPassphrase(current, passphrase)
    if (!set.ok) return set
    // A new passphrase seals the credential store again.
    const encrypted = await credentials.changePassphrase(current, passphrase)
    return encrypted.ok ? set : encrypted
  },
  'step-up.start-totp': ({ passphrase }) => stepUp.startTotp(passphrase),
  'step-up.confirm-totp': ({ code }) => stepUp.confirmTotp(code),
  'step-up.remove-totp': ({ passphrase }) => stepUp.removeTotp(passphrase),
})
