// The secrets of webhooks as they lie among the credentials: under names that no person and no tool
// can use. Read to check a signature, and for nothing else.
import type { Credential } from '../../contract/credential.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Credentials } from './credential-store.ts'
import type { Secret } from './vault.ts'

const PREFIX = 'webhook-secret-'

export const isWebhookSecret = ({ name }: Pick<Credential, 'name'>): boolean =>
  name.startsWith(PREFIX)

export const reservedForWebhooks = failure(
  'secrets.reserved',
  `Names that begin with ${PREFIX} are for the secrets of webhooks.`,
  'Choose another name.',
)

const closed = (why: string): Failure =>
  failure(
    'webhook.secrets-locked',
    `The secrets of webhooks are in the credential store, and that is not open: ${why}`,
    'Open it with: gatehouse secrets unlock',
  )

export type WebhookSecretsDeps = {
  readonly serialized: <T>(work: () => Promise<T>) => Promise<T>
  /** Null: it is closed. */
  readonly secrets: () => readonly Secret[] | null
  readonly exists: () => boolean
  readonly why: () => string
  readonly unlock: () => Promise<Result<unknown, Failure>>
  readonly put: (credential: Credential, value: string) => Result<null, Failure>
  readonly drop: (name: string) => Result<null, Failure>
  readonly now: () => number
}

export const webhookSecrets = ({
  serialized,
  secrets,
  exists,
  why,
  unlock,
  put,
  drop,
  now,
}: WebhookSecretsDeps): Credentials['webhookSecrets'] => ({
  ready: () =>
    serialized(async () => {
      if (secrets() !== null) return ok(null)
      if (exists()) return err(closed(why()))
      const created = await unlock()
      return created.ok ? ok(null) : err(closed(created.error.text))
    }),
  load: (hook) =>
    serialized(async () => {
      const all = secrets()
      if (all === null) return err(closed(why()))
      return ok(all.find(({ credential }) => credential.name === PREFIX + hook)?.value ?? null)
    }),
  save: (hook, secret) =>
    serialized(async () =>
      secrets() === null
        ? err(closed(why()))
        : put(
            {
              name: PREFIX + hook,
              // A host that is none: it is sent nowhere.
              hosts: [`${hook}.webhook.invalid`],
              header: 'authorization',
              template: 'Bearer {}',
              createdAt: now(),
              lastUsedAt: null,
            },
            secret,
          ),
    ),
  remove: (hook) =>
    serialized(async () => (secrets() === null ? err(closed(why())) : drop(PREFIX + hook))),
})
