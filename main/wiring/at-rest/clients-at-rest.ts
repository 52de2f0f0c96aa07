// Clients of the gateway of a Gatehouse that does not run: nobody is connected, and none has an address.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ClientsState } from '../../../contract/server/gateway.ts'
import type { HostFacts } from '../../clients/connect/agents/clients.ts'
import { writtenFor } from '../../clients/connect/written-for.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { ClientRow, NarrowedRow } from '../../store/tables/clients-table.ts'
import { sandboxAtRest } from './policy/sandbox-at-rest.ts'
import { clientCommands } from '../clients/client-commands.ts'

/** Each client with what its row knows of what it was narrowed to. */
export type ClientsAtRest = readonly {
  readonly client: ClientRow
  readonly narrowed: NarrowedRow
}[]

/**
 * Where a client’s commands are to run in the sandbox it is taken to hold where it starts. Null where only a
 * trial knows it.
 */
export async function clientsAtRest(
  { dataDir, defaultWorkspace }: AppPaths,
  config: Pick<Config, 'gateway' | 'workspace' | 'runner' | 'container'>,
  rows: ClientsAtRest,
  host: Omit<HostFacts, 'cwd'>,
): Promise<ClientsState | null> {
  const isSandboxed = Object.values(config.gateway.clients).some(
    ({ commands }) => commands === 'sandbox',
  )
  const sandbox = isSandboxed ? await sandboxAtRest(config) : null
  if (isSandboxed && sandbox === null) return null
  const written = await writtenFor(join(dataDir, 'connections.json'), {
    ...host,
    cwd: config.workspace ?? defaultWorkspace,
  })
  const delegationOf = await delegationsIn(join(dataDir, 'client-delegations.json'), rows)
  return {
    clients: rows.map(({ client: { id, ...one }, narrowed }) => {
      const delegation = delegationOf(id, narrowed)
      return delegation === null ? one : { ...one, delegation }
    }),
    connected: [],
    limits: Object.entries(config.gateway.clients).map(
      ([name, { preset, perMinute, elicitation }]) => ({ name, preset, perMinute, elicitation }),
    ),
    commands: [
      ...clientCommands({
        known: rows.map(({ client }) => client.name),
        config,
        hooked: new Map([...written].map(([name, { hooks }]) => [name, hooks])),
        ignored: () => false,
        enforced: sandbox?.ok ?? true,
      }),
    ],
    url: null,
    problem: null,
  }
}

/** What a token was narrowed to is read where there is a file of it. */
async function delegationsIn(file: string, rows: ClientsAtRest) {
  if (!existsSync(file)) return () => null
  const { readDelegations, shownDelegation } = await import('../../policy/stored-delegations.ts')
  const { clientDelegationsFile } = await import('../policy/client-delegations-file.ts')
  const idOf = (called: string) => rows.find(({ client }) => client.name === called)?.client.id
  const stored = readDelegations(clientDelegationsFile(file).read, (name) => idOf(name) ?? null)
  return (id: string, { delegation, used }: NarrowedRow) => {
    const found = stored?.find(({ client }) => client === id)
    if (found === undefined) return null
    return shownDelegation(found.delegation, delegation === null ? (found.used ?? used) : used)
  }
}
