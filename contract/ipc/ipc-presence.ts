// Channels: proof that a person is there, and the store of credentials.
import { z } from 'zod'
import { Credential, CredentialName, NewCredential, SecretsState } from '../credential.ts'
import { Presence } from '../approval/step-up.ts'
import { call, everywhere, none } from './channel.ts'

export const presenceChannels = {
  /** Whether a passphrase and one-time codes are set, and for how long answers are locked. */
  'presence.state': call(everywhere, none, Presence),
  /** `current` is needed once one is set. */
  'presence.set-passphrase': call(
    everywhere,
    z.strictObject({
      current: z.string().max(1024).optional(),
      passphrase: z.string().min(8).max(1024),
    }),
    Presence,
  ),
  /**
   * Gives the secret to put into an authenticator; it counts once a first code has confirmed it.
   */
  'presence.begin-totp': call(
    everywhere,
    z.strictObject({ passphrase: z.string() }),
    z.strictObject({ secret: z.string(), uri: z.string() }),
  ),
  'presence.confirm-totp': call(everywhere, z.strictObject({ code: z.string() }), Presence),
  'presence.remove-totp': call(everywhere, z.strictObject({ passphrase: z.string() }), Presence),
  /** Whether the store of credentials is open, what keeps it, and how many are in it. */
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
