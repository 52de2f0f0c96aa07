// How a stored value leaves: into a header for a host it was stored for, or to the server it was stored
// for.
import { letGo } from '../../contract/let-go.ts'
import { MODEL_KEY } from '../../contract/credential.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { locked, reserved, unknown } from './credential-failures.ts'
import type { CredentialDeps, Credentials } from './credential-store.ts'
import { destinationOf, headerValue, misdirected } from './destination.ts'
import type { StoredSecrets } from './stored-secrets.ts'
import type { Secret } from './vault.ts'

/**
 * `lastUsedAt` is kept to the minute, so that a busy credential does not cost a write for each
 * request.
 */
const MINUTE = 60_000

export const findSecret = (name: string, stored: StoredSecrets): Result<Secret, Failure> => {
  const listing = stored.listing()
  if (!listing.some((credential) => credential.name === name)) return err(unknown(name, listing))
  const found = stored.opened()?.secrets.find(({ credential }) => credential.name === name)
  return found === undefined ? err(locked) : ok(found)
}

export function credentialUses(
  stored: StoredSecrets,
  { now, listed }: Pick<CredentialDeps, 'now' | 'listed'>,
): Pick<Credentials, 'known' | 'credentialFor' | 'valueFor' | 'unusableAt' | 'modelKey'> {
  const find = (name: string): Result<Secret, Failure> => findSecret(name, stored)

  const forTools = (name: string): Result<Secret, Failure> =>
    name === MODEL_KEY ? err(reserved) : find(name)

  const used = (name: string): void => {
    letGo(
      stored.serialized(async () => {
        const at = now()
        const open = stored.opened()
        if (
          open?.secrets.some(
            ({ credential }) =>
              credential.name === name && at - (credential.lastUsedAt ?? 0) >= MINUTE,
          ) !== true
        )
          return
        const stamped = ({ credential, value }: Secret): Secret =>
          credential.name === name
            ? { credential: { ...credential, lastUsedAt: at }, value }
            : { credential, value }
        // A stamp that could not be written is no reason to fail a request.
        stored.keep({ ...open, secrets: open.secrets.map(stamped) })
      }),
    )
  }

  return {
    known(name) {
      const found = forTools(name)
      return found.ok ? ok(found.value.credential) : found
    },
    async credentialFor(name, to) {
      const found = forTools(name)
      if (!found.ok) return found
      const { credential, value } = found.value
      const wrong = misdirected(credential, to, listed)
      if (wrong !== null) return err(wrong)
      used(name)
      return ok({ header: credential.header, value: headerValue(credential, value) })
    },
    valueFor(name, to) {
      const found = forTools(name)
      if (!found.ok) return found
      const wrong = misdirected(found.value.credential, to, listed)
      if (wrong !== null) return err(wrong)
      used(name)
      return ok(found.value.value)
    },
    unusableAt(name, url) {
      const found = forTools(name)
      return found.ok
        ? misdirected(found.value.credential, destinationOf(url), listed)
        : found.error
    },
    modelKey(to) {
      const found = find(MODEL_KEY)
      return found.ok && misdirected(found.value.credential, to, listed) === null
        ? found.value.value
        : null
    },
  }
}
