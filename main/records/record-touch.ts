// What a call would reach of the records, as they are kept now.
import { failure, type Failure } from '../../contract/failure.ts'
import type { CanonicalTouch, TouchOf } from '../../contract/call/touch.ts'
import type { RecordKind, RecordOf, StoredRecord } from '../../contract/record/record.ts'
import { recordText, recordsText } from '../../contract/record/record-text.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export type RecordLookup = { get(id: number): StoredRecord | null }

/** Fails where there is no record of that kind under that id. */
export function findRecord<K extends RecordKind>(
  table: RecordLookup,
  of: K,
  id: number,
): Result<RecordOf<K>, Failure> {
  const found = table.get(id)
  return found !== null && found.of === of
    ? ok(found as RecordOf<K>)
    : err(
        failure(
          'record.unknown',
          `There is no ${recordText(of)} ${id}.`,
          `List the ${recordsText(of)} for their ids.`,
        ),
      )
}

/** Fails where there is no such record. */
export function recordTouch(
  table: RecordLookup,
  { of, access, id }: TouchOf<'record'>,
): Result<CanonicalTouch, Failure> {
  if (id === null) return ok({ kind: 'record', of, access, record: null })
  const found = findRecord(table, of, id)
  if (!found.ok) return found
  const { title, updatedAt } = found.value
  return ok({ kind: 'record', of, access, record: { id, title, updatedAt } })
}
