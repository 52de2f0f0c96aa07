// Clients of the gateway of a Gatehouse that does not run: nobody is connected, and none has an address.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ClientsState } from '../../../contract/server/gateway.ts'
import type { HostFacts } from '../../clients/connect/agents/clients.ts'
import { writtenFor } from '../../clients/connect/written-for.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { ClientRow } from '../../store/tables/clients-table.ts'
import { clientCommands } from '../clients/client-commands.ts'

export async function clientsAtRest(
  { dataDir, defaultWorkspace }: AppPaths,
  config: Config,
  rows: readonly ClientRow[],
  host: Omit<HostFacts, 'cwd'>,
): Promise<ClientsState> {
  const written = await writtenFor(join(dataDir, 'connections.json'), {
    ...host,
    cwd: config.workspace ?? defaultWorkspace,
  })
  const delegationOf = await delegationsIn(join(dataDir, 'client-delegations.json'))
  return {
    clients: rows.map(({ id, ...one }) => {
      const delegation = delegationOf(id)
      return delegation === null ? one : { ...one, delegation }
    }),
    connected: [],
    limits: Object.entries(config.gateway.clients).map(
      ([name, { preset, perMinute, elicitation }]) => ({ name, preset, perMinute, elicitation }),
    ),
    commands: [
      ...clientCommands({
        known: rows.map(({ name }) => name),
        config,
        hooked: new Map([...written].map(([name, { hooks }]) => [name, hooks])),
        ignored: () => false,
        // Asked of those alone whose commands are to run in the sandbox.
        enforced: true,
      }),
    ],
    url: null,
    problem: null,
  }
}

/** What a token was narrowed to knows every tool there is, so it is read where there is one. */
async function delegationsIn(file: string) {
  if (!existsSync(file)) return () => null
  const { openClientDelegations } = await import('../../policy/client-delegations.ts')
  const { clientGrant } = await import('../../policy/client-grant.ts')
  const { clientDelegationsFile } = await import('../policy/client-delegations-file.ts')
  const { sha256 } = await import('../sha256.ts')
  return openClientDelegations({
    ...clientDelegationsFile(file),
    write: () => {},
    asGrant: clientGrant,
    idOf: () => null,
    sha256,
    now: Date.now,
  }).of
}
