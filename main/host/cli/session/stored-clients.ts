// Clients of the gateway, as their table has them.
import type { AppPaths } from '../../../config/paths.ts'
import type { ClientsAtRest } from '../../../wiring/at-rest/clients-at-rest.ts'
import type { StoredOfClients } from '../../../wiring/at-rest/policy/client-grants-at-rest.ts'
import { everyRow } from '../../../../contract/journal/journal.ts'
import { reading } from './read-tables.ts'
import type { OnDisk } from './tables-on-disk.ts'

export async function clientRows({ db }: Pick<OnDisk, 'db'>): Promise<ClientsAtRest> {
  const { clientsTable } = await import('../../../store/tables/clients-table.ts')
  const table = clientsTable(db)
  return table.list().flatMap((client) => {
    const narrowed = table.narrowed(client.id)
    return narrowed === null ? [] : [{ client, narrowed }]
  })
}

/** Null where the database cannot be used as it is. */
export async function storedClients(paths: AppPaths): Promise<StoredOfClients | null> {
  const { journalTable } = await import('../../../store/journal/journal-table.ts')
  const read = await reading<StoredOfClients>(
    paths,
    async (on) => ({
      rows: await clientRows(on),
      lastAt: journalTable(on.db).page(everyRow, undefined, 1)[0]?.at ?? 0,
    }),
    { rows: [], lastAt: 0 },
  )
  return read === null ? null : read.value
}
