// What one call may do with what is kept for the person: what it was permitted, and no other record.
import { failure, type Failure } from '../../contract/failure.ts'
import type { CanonicalTouch, TouchOf } from '../../contract/call/touch.ts'
import type { ReadBack } from '../../contract/call/read-back.ts'
import type { RecordKind, RecordOf, StoredRecord } from '../../contract/record/record.ts'
import { recordsText } from '../../contract/record/record-text.ts'
import type { RecordsPower } from '../../contract/record/records-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { MakeAgent, StoredRecords, Writer } from './stored-records.ts'

export type RecordCall = {
  readonly permitted: readonly CanonicalTouch[]
  readonly writer: () => Writer
  readonly onReadBack: (read: ReadBack) => void
  readonly checkAlerts: () => Promise<readonly RecordOf<'alert'>[]>
  readonly makeAgent: MakeAgent
}

export function recordsPower(
  call: RecordCall,
  records: StoredRecords,
  now: () => number,
): RecordsPower {
  const when = async <T>(
    of: RecordKind,
    access: TouchOf<'record'>['access'],
    id: number | null,
    work: () => Result<T, Failure>,
  ): Promise<Result<T, Failure>> =>
    call.permitted.some(
      (touch) =>
        touch.kind === 'record' &&
        touch.of === of &&
        touch.access === access &&
        (touch.record?.id ?? null) === id,
    )
      ? work()
      : err(
          failure(
            'record.outside-permit',
            `This call was not permitted to ${access} ${recordsText(of)} like that.`,
          ),
        )
  const read = <R extends StoredRecord>(record: R): R => {
    const { of, id, untrusted } = record
    call.onReadBack({ of, id, untrusted })
    return record
  }
  const readBack = <K extends RecordKind>(
    done: Result<RecordOf<K>, Failure>,
  ): Result<RecordOf<K>, Failure> => (done.ok ? ok(read(done.value)) : done)
  return {
    now,
    list: (of, asked) => when(of, 'read', null, () => ok(records.list(of, asked).map(read))),
    get: (of, id) => when(of, 'read', id, () => readBack(records.get(of, id))),
    add: (of, draft) => when(of, 'write', null, () => records.add(of, draft, call.writer())),
    change: (of, id, given) =>
      when(of, 'write', id, () => readBack(records.change(of, id, given, call.writer()))),
    countUse: (tool, action, pattern) =>
      when('usage', 'write', null, () =>
        readBack(records.countUse(tool, action, pattern, call.writer())),
      ),
    async checkAlerts() {
      const may = await when('alert', 'read', null, () => ok(null))
      return may.ok ? ok((await call.checkAlerts()).map(read)) : may
    },
    makeAgent: (id) =>
      when('suggestion', 'write', id, () =>
        records.useSuggestion(id, call.makeAgent, call.writer()),
      ),
    remove: (of, id) => when(of, 'delete', id, () => readBack(records.remove(of, id))),
  }
}
