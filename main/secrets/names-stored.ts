// Whether a text names a stored credential, by itself or in a reference: a name may be shown where a
// credential would not.
import { CredentialName } from '../../contract/credential.ts'
import {
  CREDENTIAL_OR_REFERENCE,
  credentialNamed,
} from '../../contract/call/credential-reference.ts'
import type { Credentials } from './credential-store.ts'

export const namesStored =
  ({ known }: Pick<Credentials, 'known'>) =>
  (text: string): boolean => {
    const name = CREDENTIAL_OR_REFERENCE.test(text) ? credentialNamed(text) : text
    return CredentialName.safeParse(name).success && known(name).ok
  }
