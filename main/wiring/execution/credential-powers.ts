// What one call can do with stored credentials: have a reference to one it was permitted, and send
// one along that it names by its reference. Only fits the store, the references and the way out to
// each other.
import { failure } from '../../../contract/failure.ts'
import type { SessionId } from '../../../contract/ids.ts'
import type { CredentialPower } from '../../../contract/call/powers/credential-power.ts'
import type { FetchPower } from '../../../contract/call/powers/fetch-power.ts'
import { err, ok } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import { REFERENCE_MINUTES, type References } from '../../secrets/references.ts'

export type CredentialPowersDeps = {
  readonly references: References
  readonly known: Credentials['known']
  /** After a 401: whether there is another token of this account to try. */
  readonly renew: (name: string) => Promise<boolean>
}

type Call = { readonly permitted: readonly CanonicalTouch[]; readonly session: SessionId }

export const credentialPower = (
  { permitted, session }: Call,
  { references, known }: CredentialPowersDeps,
): CredentialPower => ({
  refer(name) {
    if (!permitted.some((touch) => touch.kind === 'secrets.get' && touch.name === name))
      return err(
        failure('secrets.outside-permit', `This call was not permitted the credential ${name}.`),
      )
    const found = known(name)
    if (!found.ok) return found
    const reference = references.make(name, session)
    return ok({ reference, hosts: found.value.hosts, minutes: REFERENCE_MINUTES })
  },
})

/** A reference becomes the name that the outbound client was permitted; it checks that itself. */
export const fetchByReference = (
  { session }: Pick<Call, 'session'>,
  { references, renew }: Pick<CredentialPowersDeps, 'references' | 'renew'>,
  fetchPower: FetchPower,
): FetchPower => ({
  async fetch(request) {
    if (request.credential === null) return fetchPower.fetch(request)
    const credential = references.nameOf(request.credential, session)
    if (!credential.ok) return credential
    const named = { ...request, credential: credential.value }
    const answer = await fetchPower.fetch(named)
    // Turned away by the service, it did nothing there, whatever it was to do.
    return answer.ok && answer.value.status === 401 && (await renew(credential.value))
      ? fetchPower.fetch(named)
      : answer
  },
})
