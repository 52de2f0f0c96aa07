// Channels: proof that a person is there, and the credential store.
import { z } from 'zod'
import { Credential, CredentialName, NewCredential, SecretsState } from '../../credential.ts'
import { StepUpState } from '../../approval/step-up.ts'
import { call, everywhere, none } from '../channel.ts'

export const stepUpChannels = {
  /** Whether a passphrase and one-time codes are set, and for how long answers are locked. */
  'step-up.state': call(everywhere, none, StepUpState),
  /** `current` is needed once one is set. */
  'step-up.set-passphrase': call(
    everywhere,
    z.strictObject({
      current: z.string().max(1024).optional(),
      passphrase: z.string().min(8).max(1024),
    }),
    StepUpState,
  ),
  /**
   * Gives the secret to put into an authenticator; it counts once a first code has confirmed it.
   */
  'step-up.start-totp': call(
    everywhere,
    z.strictObject({ passphrase: z.string() }),
    z.strictObject({ secret: z.string(), uri: z.string() }),
  ),
  'step-up.confirm-totp': call(everywhere, z.strictObject({ code: z.string() }), StepUpState),
  'step-up.remove-totp': call(everywhere, z.strictObject({ passphrase: z.string() }), StepUpState),
  /** Whether the credential store is open, what keeps it, and how many are in it. */
  'secrets.state': call(everywhere, none, SecretsState),
  /** Names, hosts and headers; never a value. */
  'secrets.list': call(everywhere, none, z.array(Credential)),
  /** The value goes in and never comes out. */
  'secrets.set': call(everywhere, NewCredential, Credential),
  'secrets.remove': call(everywhere, z.strictObject({ name: CredentialName }), z.array(Credential)),
  /** With the passphrase, or without one by the keychain of the system. */
  'secrets.unlock': call(
    everywhere,
    z.strictObject({ passphrase: z.string().min(1).max(1024).optional() }),
    SecretsState,
  ),
  'secrets.lock': call(everywhere, none, SecretsState),
} as const
