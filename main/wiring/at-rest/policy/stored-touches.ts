// What calls would reach of notes, records, jobs and events where no Gatehouse runs: looked up in the tables by
// the functions of a running one. Loaded where a tool that is asked about reaches any of it.
import { ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { eventTouch } from '../../../inbound/event-touch.ts'
import { recordTouch } from '../../../records/record-touch.ts'
import { jobTouch } from '../../../schedule/job-touch.ts'
import type { EvaluationDeps } from '../../calls/evaluation.ts'
import { memoryTouch } from '../../execution/memory-touch.ts'
import type { TouchedTables } from './touched-tables.ts'

export type StoredTouches = Pick<EvaluationDeps, 'events' | 'memory' | 'records' | 'schedules'>

export const storedTouches = ({
  event,
  memory,
  record,
  schedule,
}: TouchedTables): StoredTouches => ({
  events: { touch: (touch) => eventTouch(event, touch) },
  memory: { touch: (touch) => memoryTouch(memory, touch) },
  records: { touch: (touch) => recordTouch(record, touch) },
  schedules: {
    touch: (touch) => jobTouch({ table: schedule, now: Date.now, zone: ownZone }, touch),
  },
})
