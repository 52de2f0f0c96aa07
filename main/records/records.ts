// What is kept for the person: what one call may do with it, and what a person sees of it.
import type { Failure } from '../../contract/failure.ts'
import type { RecordsPower } from '../../contract/record/records-power.ts'
import type { CanonicalTouch, TouchOf } from '../../contract/call/touch.ts'
import { ok, type Result } from '../../contract/result.ts'
import { recordsPower, type RecordCall } from './records-power.ts'
import { openStoredRecords, type RecordDeps } from './stored-records.ts'

export type Records = ReturnType<typeof openRecords>

export function openRecords(deps: RecordDeps) {
  const stored = openStoredRecords(deps)
  return {
    ...stored,
    /** What a call would reach, as it is kept now. Fails where there is no such record. */
    touch({ of, access, id }: TouchOf<'record'>): Result<CanonicalTouch, Failure> {
      if (id === null) return ok({ kind: 'record', of, access, record: null })
      const found = stored.get(of, id)
      if (!found.ok) return found
      const { title, updatedAt } = found.value
      return ok({ kind: 'record', of, access, record: { id, title, updatedAt } })
    },
    /** What one call may do: what it was permitted, and no other record. */
    power: (call: RecordCall): RecordsPower => recordsPower(call, stored, deps.now),
  }
}
