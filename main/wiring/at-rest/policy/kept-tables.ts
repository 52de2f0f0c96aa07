// The tables that name what calls reach of notes, records, jobs and events.
import type { Need } from '../../../../contract/call/touch.ts'
import type { EventLookup } from '../../../inbound/event-touch.ts'
import type { RecordLookup } from '../../../records/record-touch.ts'
import type { JobLookup } from '../../../schedule/job-touch.ts'
import type { MemoryLookup } from '../../execution/memory-touch.ts'

/** Powers whose touches name what is in a table. */
const keptNeeds = ['event', 'memory', 'record', 'schedule'] as const satisfies readonly Need[]
export type KeptNeed = (typeof keptNeeds)[number]

export const keptNeedsOf = (powers: readonly Need[]): ReadonlySet<KeptNeed> =>
  new Set(keptNeeds.filter((need) => powers.includes(need)))

/** Of what is not among the needs, nothing is there. */
export type KeptTables = {
  readonly event: EventLookup
  readonly memory: MemoryLookup
  readonly record: RecordLookup
  readonly schedule: JobLookup
}

/** Keeps the tables open while `work` goes on. Null where the database cannot be used as it is. */
export type ReadKept = <T>(
  needs: ReadonlySet<KeptNeed>,
  work: (tables: KeptTables) => Promise<T>,
) => Promise<{ readonly value: T } | null>
