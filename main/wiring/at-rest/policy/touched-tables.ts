// The tables that name what calls reach of notes, records, jobs and events.
import type { Need } from '../../../../contract/call/touch.ts'
import type { EventLookup } from '../../../inbound/event-touch.ts'
import type { RecordLookup } from '../../../records/record-touch.ts'
import type { JobLookup } from '../../../schedule/job-touch.ts'
import type { MemoryLookup } from '../../execution/memory-touch.ts'

/** Powers whose touches name what is in a table. */
const tablePowers = ['event', 'memory', 'record', 'schedule'] as const satisfies readonly Need[]
export type TablePower = (typeof tablePowers)[number]

export const tablePowersOf = (powers: readonly Need[]): ReadonlySet<TablePower> =>
  new Set(tablePowers.filter((power) => powers.includes(power)))

/** Of what is not among the powers, nothing is there. */
export type TouchedTables = {
  readonly event: EventLookup
  readonly memory: MemoryLookup
  readonly record: RecordLookup
  readonly schedule: JobLookup
}

/** Keeps the tables open while `work` goes on. Null where the database cannot be used as it is. */
export type ReadTouched = <T>(
  powers: ReadonlySet<TablePower>,
  work: (tables: TouchedTables) => Promise<T>,
) => Promise<{ readonly value: T } | null>
