// What is kept for the person: what one call may do with it, and what a person sees of it.
import type { RecordsPower } from '../../contract/record/records-power.ts'
import type { TouchOf } from '../../contract/call/touch.ts'
import { recordTouch } from './record-touch.ts'
import { recordsPower, type RecordCall } from './records-power.ts'
import { openStoredRecords, type RecordDeps } from './stored-records.ts'

export type Records = ReturnType<typeof openRecords>

export function openRecords(deps: RecordDeps) {
  const stored = openStoredRecords(deps)
  return {
    ...stored,
    /** What a call would reach, as it is kept now. Fails where there is no such record. */
    touch: (touch: TouchOf<'record'>) => recordTouch(deps.table, touch),
    /** What one call may do: what it was permitted, and no other record. */
    power: (call: RecordCall): RecordsPower => recordsPower(call, stored, deps.now),
  }
}
