// The topic `records`: what is kept for the person, with a row in the journal for each change of a
// person. An edit keeps the mark of where text came from: nobody can tell which words are new.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Memory } from '../../../contract/call/powers/memory-power.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { EntryKind, StoredEntry, StoredMemory } from '../../../contract/record/entry.ts'
import { StoredRecord, type RecordKind } from '../../../contract/record/record.ts'
import { withBodyText } from '../../../contract/record/body-text.ts'
import { recordText } from '../../../contract/record/record-text.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Records } from '../../records/records.ts'
import type { MemoryTable } from '../../store/tables/memory-table.ts'

export type RecordsServiceDeps = {
  readonly records: Pick<Records, 'list' | 'get' | 'change' | 'remove'>
  readonly memory: Pick<MemoryTable, 'search' | 'newest' | 'get' | 'change' | 'remove'>
  readonly record: (entry: JournalEntry) => Promise<unknown>
  readonly changed: () => void
}

const asEntry = ({
  id,
  source,
  category,
  key,
  text,
  agent,
  untrusted,
  at,
}: Memory): StoredMemory => ({
  of: 'memory',
  id,
  source,
  category,
  key,
  text,
  agent,
  untrusted,
  at,
})

export function recordsService({
  records,
  memory,
  record,
  changed,
}: RecordsServiceDeps): TopicHandlers<'records'> {
  const unknownEntry = (id: number): Failure =>
    failure('record.unknown', `There is no entry ${id}.`, 'It may have been deleted meanwhile.')
  const note = (
    change: 'changed' | 'removed',
    of: EntryKind,
    id: number,
    surface: Surface,
  ): Promise<unknown> => record({ kind: 'record', change, of, id, surface })

  const changeMemory = (
    id: number,
    { title, text }: { title?: string | undefined; text?: string | undefined },
  ): Result<StoredEntry, Failure> => {
    const found = memory.get(id)
    if (found === null) return err(unknownEntry(id))
    const key = found.category === '' ? '' : (title ?? found.key)
    memory.change(id, { text: text ?? found.text, category: found.category, key })
    changed()
    const stored = memory.get(id)
    return stored === null ? err(unknownEntry(id)) : ok(asEntry(stored))
  }

  const changeRecord = (
    of: RecordKind,
    id: number,
    given: { title?: string | undefined; text?: string | undefined; state?: string | undefined },
  ): Result<StoredEntry, Failure> => {
    const found = records.get(of, id)
    if (!found.ok) return found
    const { title, text, state } = given
    const next = StoredRecord.safeParse({
      ...found.value,
      ...(title === undefined ? {} : { title }),
      ...(state === undefined ? {} : { state }),
      body: text === undefined ? found.value.body : withBodyText(found.value, text),
    })
    if (!next.success)
      return err(
        failure(
          'record.state',
          `A ${recordText(of)} cannot be like that.`,
          'Choose a listed state.',
        ),
      )
    const { data } = next
    return records.change(
      of,
      id,
      () => ({ title: data.title, state: data.state, body: data.body }),
      null,
    )
  }

  return {
    async 'records.list'({ of, query, limit }) {
      if (of !== 'memory') return ok([...records.list(of, { query, states: null, most: limit })])
      const found =
        query === null
          ? memory.newest(limit)
          : memory.search({ query, source: null, most: limit }).found
      return ok(found.map(asEntry))
    },
    async 'records.change'({ of, id, ...given }, { surface }) {
      const done = of === 'memory' ? changeMemory(id, given) : changeRecord(of, id, given)
      if (done.ok) await note('changed', of, id, surface)
      return done
    },
    async 'records.remove'({ of, id }, { surface }) {
      if (of === 'memory') {
        if (memory.get(id) === null) return err(unknownEntry(id))
        memory.remove(id)
        changed()
      } else {
        const removed = records.remove(of, id)
        if (!removed.ok) return removed
      }
      await note('removed', of, id, surface)
      return ok(null)
    },
  }
}
