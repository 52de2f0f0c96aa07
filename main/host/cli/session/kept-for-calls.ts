// The tables of notes, records, jobs and events, as calls name what is in them.
import type { AppPaths } from '../../../config/paths.ts'
import type { KeptNeed, KeptTables, ReadKept } from '../../../wiring/at-rest/policy/kept-tables.ts'
import { reading } from './read-tables.ts'
import type { OnDisk } from './tables-on-disk.ts'

const nothing = { get: () => null }
const empty: KeptTables = { event: nothing, memory: nothing, record: nothing, schedule: nothing }

/** Of a home with no database yet, they have nothing in them. */
export const keptForCalls =
  (paths: AppPaths): ReadKept =>
  async (needs, work) => {
    const read = await reading(
      paths,
      async ({ db }) => ({ value: await work(await tablesFor(needs, db)) }),
      null,
    )
    if (read === null) return null
    return read.value ?? { value: await work(empty) }
  }

/** Each is loaded where it is asked for. */
async function tablesFor(needs: ReadonlySet<KeptNeed>, db: OnDisk['db']): Promise<KeptTables> {
  const tables = { ...empty }
  if (needs.has('event')) {
    const { inboundEventsTable } = await import('../../../store/tables/inbound-events-table.ts')
    tables.event = inboundEventsTable(db)
  }
  if (needs.has('memory')) {
    const { memoryTable } = await import('../../../store/tables/memory-table.ts')
    tables.memory = memoryTable(db)
  }
  if (needs.has('record')) {
    const { recordsTable } = await import('../../../store/tables/records-table.ts')
    tables.record = recordsTable(db)
  }
  if (needs.has('schedule')) {
    const { schedulesTable } = await import('../../../store/tables/schedules-table.ts')
    tables.schedule = schedulesTable(db)
  }
  return tables
}
