// What clients of the gateway were granted with their tokens where no Gatehouse runs, by the functions of a
// running one. What a start would write is only kept in mind.
import { join } from 'node:path'
import type { Grant } from '../../../../contract/agent/grant.ts'
import { failure } from '../../../../contract/failure.ts'
import { err } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import {
  openClientDelegations,
  type ClientDelegationsDeps,
} from '../../../policy/client-delegations.ts'
import type { ClientsAtRest } from '../clients-at-rest.ts'
import { clientDelegationsFile } from '../../policy/client-delegations-file.ts'
import { sha256 } from '../../sha256.ts'

export type StoredOfClients = {
  readonly rows: ClientsAtRest
  /** When the last row of the journal was written; 0: there is none. */
  readonly lastAt: number
}

/** By the name of a client. */
export function clientGrantsAtRest(
  { dataDir }: Pick<AppPaths, 'dataDir'>,
  { rows, lastAt }: StoredOfClients,
): (name: string) => Grant {
  const { read } = clientDelegationsFile(join(dataDir, 'client-delegations.json'))
  return openClientDelegations({
    read,
    write: () => {},
    asGrant: () => err(failure('delegation.at-rest', 'Nothing is handed on only to look.')),
    table: tableOf(rows),
    sha256,
    lastAt,
    now: Date.now,
    monotonic: () => performance.now(),
  }).grantOf
}

type Table = ClientDelegationsDeps['table']

function tableOf(rows: ClientsAtRest): Table {
  const byId = new Map(rows.map(({ narrowed }) => [narrowed.id, narrowed]))
  const ids = new Map(rows.map(({ client }) => [client.name, client.id]))
  const narrowed: Table['narrowed'] = (id) => byId.get(id) ?? null
  const narrowedBy: Table['narrowedBy'] = (name) => narrowed(ids.get(name) ?? '')
  return {
    narrowed,
    narrowedBy,
    narrowedAsRead: narrowedBy,
    // A row of before it knew what it was narrowed to.
    narrow(id, delegation, used) {
      const row = byId.get(id)
      if (row?.delegation === null) byId.set(id, { ...row, delegation, used })
    },
    spend: () => null,
    seen: () => {},
  }
}
