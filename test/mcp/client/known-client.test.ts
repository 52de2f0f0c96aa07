// As which client Gatehouse is known where a person signs in.
import { describe, expect, it } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import { HttpServer } from '../../../contract/server/server.ts'
import { knownAs } from '../../../main/mcp/client/known-client.ts'

const server = (signIn?: object) =>
  HttpServer.parse({
    transport: 'http',
    url: 'https://forge.example/mcp',
    ...(signIn && { signIn }),
  })
const secret = async (name: string) => ok(`value of ${name}`)

describe('a client that was registered by hand', () => {
  it('is absent where the configuration names none', () => {
    expect(knownAs(server(), { secret })).toEqual({})
  })
  it('comes with its secret out of the store', async () => {
    const signIn = { clientId: 'gatehouse-ada', clientSecret: { secret: 'forge-client' } }
    expect(await knownAs(server(signIn), { secret }).registered?.()).toEqual({
      client_id: 'gatehouse-ada',
      client_secret: 'value of forge-client',
    })
  })
  it('is not used without the secret that it needs', async () => {
    const signIn = { clientId: 'gatehouse-ada', clientSecret: { secret: 'gone' } }
    const none = async () => err(failure('secrets.unknown', 'There is no credential gone.'))
    await expect(knownAs(server(signIn), { secret: none }).registered?.()).rejects.toThrow(
      'There is no credential gone.',
    )
  })
  it('may be described at an address', () => {
    const clientMetadataUrl = 'https://ada.example/gatehouse.json'
    expect(knownAs(server({ clientMetadataUrl }), { secret })).toEqual({ clientMetadataUrl })
  })
})
