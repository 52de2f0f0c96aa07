// A stored credential as everyone may see it. Its value never leaves main and is in no type that
// crosses a wall outwards.
import { z } from 'zod'
import { HostPattern, schemeOf } from './policy/host-pattern.ts'

export const CredentialName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and hyphens, such as github-token')

/**
 * `Basic` means the base64 form of `user:password`; else the value is in the place of
 * `{}`.
 */
export const CredentialTemplate = z
  .string()
  .max(200)
  .regex(/^(Basic|[\x20-\x7e]*)$/, 'plain characters in one line')
  .refine(
    (text) => text === 'Basic' || text.split('{}').length === 2,
    'Basic, or a text with {} once, such as "Bearer {}"',
  )

/** `protocol` as a URL has it, with the colon; `host` lower-case, IPv6 in brackets. */
export type Destination = {
  readonly protocol: string
  readonly host: string
  readonly port: number
}

export const Credential = z.strictObject({
  name: CredentialName,
  /**
   * Where it may be sent, and nowhere else. As in the allowlist: a port is the scheme's unless
   * written.
   */
  // A credential belongs to a host, whatever the scheme; how it may be reached is for the allowlist
  // to say.
  hosts: z
    .array(
      HostPattern.refine(
        (host) => schemeOf(host) === null,
        'a host without a scheme, such as example.org',
      ),
    )
    .min(1)
    .max(50),
  /** Lower-case. */
  header: z
    .string()
    .max(64)
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'a lower-case header name such as x-api-key')
    .default('authorization'),
  template: CredentialTemplate.default('Bearer {}'),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  /** To the minute. */
  lastUsedAt: z.int().nullable(),
})
export type Credential = z.infer<typeof Credential>

/**
 * What a person gives. The value is one line of plain characters; for `Basic` it is
 * `user:password`.
 */
export const NewCredential = Credential.pick({
  name: true,
  hosts: true,
  header: true,
  template: true,
}).extend({
  value: z.string().min(1).max(16_384),
})
export type NewCredential = z.infer<typeof NewCredential>

/** The credential that the model server's key is kept under. No tool can use it. */
export const MODEL_KEY = 'model-key'

export const SecretsState = z.strictObject({
  /**
   * none: nothing was ever stored. broken: the file is there and cannot be used; `problem` says
   * why.
   */
  kind: z.enum(['none', 'locked', 'open', 'broken']),
  /**
   * system: opens with the keychain of the desktop. passphrase: opens with the Gatehouse
   * passphrase.
   */
  storedBy: z.enum(['system', 'passphrase']).nullable(),
  count: z.int(),
  /** What keeps a new store here, or why it is not the system's keychain. */
  text: z.string(),
  problem: z.string().nullable(),
})
export type SecretsState = z.infer<typeof SecretsState>
