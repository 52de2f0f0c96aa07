// The records that are stored for the person, and how they change. What came out of a session that had
// read text of anyone stays marked, also when somebody else changes it.
import { failure, type Failure } from '../../contract/failure.ts'
import type { MadeFromUse } from '../../contract/record/records-power.ts'
import {
  StoredRecord,
  type RecordChange,
  type RecordDraft,
  type RecordKind,
  type RecordOf,
  type RecordsAsked,
} from '../../contract/record/record.ts'
import { recordsText } from '../../contract/record/record-text.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { findRecord } from './record-touch.ts'

/** Of one kind. More than these nobody reads. */
export const MOST_RECORDS = 10_000

export type RecordDeps = {
  readonly table: {
    list<K extends RecordKind>(of: K, asked: RecordsAsked): readonly RecordOf<K>[]
    get(id: number): StoredRecord | null
    due<K extends RecordKind>(of: K, state: string, by: number): readonly RecordOf<K>[]
    count(of: RecordKind): number
    add(draft: Omit<StoredRecord, 'id'>): number
    put(record: StoredRecord): void
    remove(id: number): void
  }
  readonly now: () => number
  /** Something was added, changed or removed. */
  readonly changed: () => void
}

/** Writes the file of an agent out of a suggestion that has a skill. */
export type MakeAgent = (suggestion: RecordOf<'suggestion'>) => Result<MadeFromUse, Failure>

/** Who writes, and where text came from that anyone may have written and that they had read. */
export type Writer = { readonly name: string; readonly untrusted: string | null }

export type StoredRecords = ReturnType<typeof openStoredRecords>

export function openStoredRecords({ table, now, changed }: RecordDeps) {
  const get = <K extends RecordKind>(of: K, id: number): Result<RecordOf<K>, Failure> =>
    findRecord(table, of, id)
  const parsed = <K extends RecordKind>(record: unknown): RecordOf<K> =>
    StoredRecord.parse(record) as RecordOf<K>
  const add = <K extends RecordKind>(
    of: K,
    draft: RecordDraft<K>,
    { name, untrusted }: Writer,
  ): Result<RecordOf<K>, Failure> => {
    if (table.count(of) >= MOST_RECORDS)
      return err(
        failure(
          'record.full',
          `There are ${MOST_RECORDS} ${recordsText(of)} already.`,
          'Delete some of them.',
        ),
      )
    const at = now()
    const draftRow = { of, ...draft, createdAt: at, updatedAt: at, madeBy: name, untrusted }
    const whole = parsed<K>({ ...draftRow, id: 0 })
    const { id: _none, ...rest } = whole
    const id = table.add(rest as Omit<StoredRecord, 'id'>)
    changed()
    return ok({ ...whole, id })
  }
  const change = <K extends RecordKind>(
    of: K,
    id: number,
    changeOf: (record: RecordOf<K>) => RecordChange<K>,
    writer: Writer | null,
  ): Result<RecordOf<K>, Failure> => {
    const found = get(of, id)
    if (!found.ok) return found
    const record = found.value
    const next = parsed<K>({
      ...record,
      ...changeOf(record),
      untrusted: record.untrusted ?? writer?.untrusted ?? null,
      // One change is told from the next also where both come in the same millisecond.
      updatedAt: Math.max(now(), record.updatedAt + 1),
    })
    table.put(next)
    changed()
    return ok(next)
  }
  const countUse = (
    tool: string,
    action: string | null,
    pattern: string,
    writer: Writer,
  ): Result<RecordOf<'usage'>, Failure> => {
    const query = /[\p{L}\p{N}]/u.test(pattern) ? pattern : null
    const same = table
      .list('usage', { query, states: null, most: MOST_RECORDS })
      .find(
        ({ title, body }) =>
          title === pattern && body.tool === tool && (body.action ?? null) === action,
      )
    const lastAt = now()
    if (same === undefined) {
      const draft = { title: pattern, state: 'open', dueAt: null } as const
      return add(
        'usage',
        { ...draft, body: { tool, ...(action === null ? {} : { action }), times: 1, lastAt } },
        writer,
      )
    }
    const more = ({ body }: RecordOf<'usage'>) => ({
      body: { ...body, times: body.times + 1, lastAt },
    })
    return change('usage', same.id, more, writer)
  }
  const remove = <K extends RecordKind>(of: K, id: number): Result<RecordOf<K>, Failure> => {
    const found = get(of, id)
    if (!found.ok) return found
    table.remove(id)
    changed()
    return found
  }

  /** Once: then it is used. */
  const useSuggestion = (
    id: number,
    make: MakeAgent,
    writer: Writer | null,
  ): Result<MadeFromUse, Failure> => {
    const found = get('suggestion', id)
    if (!found.ok) return found
    const { state, body } = found.value
    if (body.skill === null)
      return err(
        failure(
          'suggestion.no-skill',
          `The suggestion ${id} is no skill.`,
          'list_skill_suggestions lists those that are.',
        ),
      )
    if (state !== 'open')
      return err(
        failure('suggestion.not-open', `The suggestion ${id} is ${state}.`, 'Take an open one.'),
      )
    const created = make(found.value)
    if (!created.ok) return created
    const used = change('suggestion', id, () => ({ state: 'used' }), writer)
    return used.ok ? created : used
  }

  return { useSuggestion, list: table.list, due: table.due, get, add, change, countUse, remove }
}
