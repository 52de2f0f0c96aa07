// What was typed about how Gatehouse is known where a person signs in to a server: as a client that
// was registered there by hand, or by a description at an address. Usually nothing. Pure.
import type { HttpServer } from '../../../contract/server/server.ts'
import type { StoredSecret } from './stored-secret.ts'

export type SignInDraft = {
  readonly clientId: string
  readonly clientSecret: string
  /** The name of the stored secret, which stays while no other is typed; empty: there is none. */
  readonly storedSecret: string
  readonly metadataUrl: string
}
export const emptySignIn: SignInDraft = {
  clientId: '',
  clientSecret: '',
  storedSecret: '',
  metadataUrl: '',
}

export const signInDraftOf = ({ signIn }: HttpServer): SignInDraft => ({
  clientId: signIn?.clientId ?? '',
  clientSecret: '',
  storedSecret: signIn?.clientSecret?.secret ?? '',
  metadataUrl: signIn?.clientMetadataUrl ?? '',
})

/** Which field cannot be sent. */
export function signInFault({
  clientId,
  clientSecret,
  metadataUrl,
}: SignInDraft): 'clientId' | 'metadataUrl' | null {
  if (clientSecret !== '' && clientId.trim() === '') return 'clientId'
  const url = metadataUrl.trim()
  return url === '' || (URL.canParse(url) && new URL(url).protocol === 'https:')
    ? null
    : 'metadataUrl'
}

/**
 * As it is sent: null where nothing is typed.
 * @param name what the secret is stored under.
 * @param host the only one it may be sent to.
 */
export function signInOf(
  draft: SignInDraft,
  name: string,
  host: string,
): { readonly signIn: HttpServer['signIn'] | null; readonly secrets: readonly StoredSecret[] } {
  const clientId = draft.clientId.trim()
  const clientMetadataUrl = draft.metadataUrl.trim()
  if (clientId === '' && clientMetadataUrl === '') return { signIn: null, secrets: [] }
  const secret = draft.clientSecret === '' ? draft.storedSecret : name
  return {
    signIn: {
      ...(clientId === '' ? {} : { clientId }),
      ...(clientId === '' || secret === '' ? {} : { clientSecret: { secret } }),
      ...(clientMetadataUrl === '' ? {} : { clientMetadataUrl }),
    },
    secrets: draft.clientSecret === '' ? [] : [{ name, hosts: [host], value: draft.clientSecret }],
  }
}
