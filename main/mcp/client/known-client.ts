// As which client Gatehouse is known where a person signs in, if the configuration says so: one that
// was registered by hand, or one whose description can be read at an address.
import type { HttpServer } from '../../../contract/server/server.ts'
import type { ClientDeps, SignInDeps } from './deps.ts'
import { SignInWanted } from './sign-in/sign-in-errors.ts'

export function knownAs(
  { signIn }: HttpServer,
  { secret }: Pick<ClientDeps, 'secret'>,
): Pick<SignInDeps, 'registered' | 'clientMetadataUrl'> {
  if (signIn === undefined) return {}
  const { clientId, clientSecret, clientMetadataUrl } = signIn
  return {
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    ...(clientId === undefined
      ? {}
      : {
          async registered() {
            if (clientSecret === undefined) return { client_id: clientId }
            const value = await secret(clientSecret.secret)
            // It is named and cannot be had: without it nobody would be let in.
            if (!value.ok) throw new SignInWanted(value.error.text)
            return { client_id: clientId, client_secret: value.value }
          },
        }),
  }
}
