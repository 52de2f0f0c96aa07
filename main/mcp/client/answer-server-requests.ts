// What a server asks of us: its roots, the person's model, the person. Roots are what it was
// granted anyway; the rest is a person's to answer, and without one it is refused in the protocol's
// own words.
import { pathToFileURL } from 'node:url'
import type {
  Client,
  ClientCapabilities,
  ProtocolError as ProtocolErrorClass,
} from '@modelcontextprotocol/client'
import { JsonObject } from '../../../contract/json.ts'
import type { ServerConfig } from '../../../contract/server/server.ts'
import type { Asked, ClientDeps } from './deps.ts'

export const capabilitiesOf = (
  config: ServerConfig,
  asked: ClientDeps['asked'],
): ClientCapabilities => ({
  ...(config.transport === 'stdio' ? { roots: {} } : {}),
  ...(asked === undefined
    ? {}
    : { sampling: {}, elicitation: { form: { applyDefaults: true }, url: {} } }),
})

/** The protocol's own code for what the person did not want. */
const USER_REJECTED = -1

type Library = { readonly ProtocolError: typeof ProtocolErrorClass }

export function answerAsked(
  client: Client,
  name: string,
  config: ServerConfig,
  asked: ClientDeps['asked'],
  { ProtocolError }: Library,
): void {
  if (config.transport === 'stdio') {
    const roots = config.folders.map(({ path }) => ({ uri: pathToFileURL(path).href, name: path }))
    client.setRequestHandler('roots/list', () => ({ roots }))
  }
  if (asked === undefined) return
  const put = async (kind: Asked['kind'], params: unknown, signal: AbortSignal) => {
    const request = JsonObject.safeParse(params)
    return request.success
      ? asked({ kind, request: request.data }, name, signal)
      : { kind: 'refused' as const }
  }
  client.setRequestHandler('sampling/createMessage', async ({ params }, context) => {
    const answer = await put('sampling', params, context.mcpReq.signal)
    if (answer.kind === 'answer') return answer.result as never
    throw new ProtocolError(USER_REJECTED, 'User rejected sampling request')
  })
  client.setRequestHandler('elicitation/create', async ({ params }, context) => {
    const answer = await put('elicitation', params, context.mcpReq.signal)
    if (answer.kind === 'answer') return answer.result as never
    return { action: answer.kind === 'dismissed' ? ('cancel' as const) : ('decline' as const) }
  })
}
