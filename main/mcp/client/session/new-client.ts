// The client of the protocol library, as we use it.
import type * as library from '@modelcontextprotocol/client'
import { capabilitiesOf } from '../answer-server-requests.ts'
import type { ServerConfig } from '../../../../contract/server/server.ts'
import type { ClientDeps } from '../deps.ts'
import type { Limits } from '../limits.ts'

type NewClientDeps = {
  readonly config: ServerConfig
  readonly deps: ClientDeps
  readonly limits: Limits
  /** The handshake of the older era only. */
  readonly legacy: boolean
}

export function newClient(
  { Client }: Pick<typeof library, 'Client'>,
  { config, deps, limits, legacy }: NewClientDeps,
  listsChanged: () => void,
): library.Client {
  const onChanged = { autoRefresh: false, debounceMs: 0, onChanged: listsChanged }
  return new Client(
    { name: 'gatehouse', version: deps.version },
    {
      capabilities: capabilitiesOf(config, deps.asked),
      versionNegotiation: legacy
        ? { mode: 'legacy' }
        : { mode: 'auto', probe: { timeoutMs: limits.probeMs } },
      listMaxPages: limits.pages,
      listChanged: { tools: onChanged, prompts: onChanged, resources: onChanged },
      inputRequired: { maxRounds: 10 },
      // Never asked: what tools declare is checked here, within bounds.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({
          valid: true,
          data: input as never,
          errorMessage: undefined,
        }),
      },
    },
  )
}
