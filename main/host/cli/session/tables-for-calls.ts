// The tables of notes, records, jobs and events, as calls name what is in them.
import type { AppPaths } from '../../../config/paths.ts'
import type {
  TablePower,
  TouchedTables,
  ReadTouched,
} from '../../../wiring/at-rest/policy/touched-tables.ts'
import { reading } from './read-tables.ts'
import type { OnDisk } from './tables-on-disk.ts'

const nothing = { get: () => null }
const empty: TouchedTables = { event: nothing, memory: nothing, record: nothing, schedule: nothing }

/** Of a home with no database yet, they have nothing in them. */
export const tablesForCalls =
  (paths: AppPaths): ReadTouched =>
  async (powers, work) => {
    const read = await reading(
      paths,
      async ({ db }) => ({ value: await work(await tablesFor(powers, db)) }),
      null,
    )
    if (read === null) return null
    return read.value ?? { value: await work(empty) }
  }

/** Each is loaded where it is asked for. */
async function tablesFor(
  powers: ReadonlySet<TablePower>,
  db: OnDisk['db'],
): Promise<TouchedTables> {
  const tables = { ...empty }
  if (powers.has('event')) {
    const { inboundEventsTable } = await import('../../../store/tables/inbound-events-table.ts')
    tables.event = inboundEventsTable(db)
  }
  if (powers.has('memory')) {
    const { memoryTable } = await import('../../../store/tables/memory-table.ts')
    tables.memory = memoryTable(db)
  }
  if (powers.has('record')) {
    const { recordsTable } = await import('../../../store/tables/records-table.ts')
    tables.record = recordsTable(db)
  }
  if (powers.has('schedule')) {
    const { schedulesTable } = await import('../../../store/tables/schedules-table.ts')
    tables.schedule = schedulesTable(db)
  }
  return tables
}
