// What a call would reach of the notes that agents keep, as they are kept now.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Memory } from '../../../contract/call/powers/memory-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch, TouchOf } from '../../../contract/call/touch.ts'

export type MemoryLookup = { get(id: number): Memory | null }

/** What a person put there is for a person to take away. */
const KNOWLEDGE = 'knowledge:'
/** Characters of an entry on the card of a call that deletes it. */
const SHOWN = 2_000

/** One that an agent may delete. */
export function deletableMemory(table: MemoryLookup, id: number): Result<Memory, Failure> {
  const found = table.get(id)
  if (found === null)
    return err(failure('memory.unknown', `There is no entry ${id}.`, 'Search for the right one.'))
  return found.source.startsWith(KNOWLEDGE)
    ? err(
        failure(
          'memory.knowledge',
          `Entry ${id} is from ${found.source}, which only a person can delete.`,
          'Tell the person which entry it is; they can delete it under Records.',
        ),
      )
    : ok(found)
}

/** Fails where there is no such entry to delete. */
export function memoryTouch(
  table: MemoryLookup,
  { access, entry }: TouchOf<'memory'>,
): Result<CanonicalTouch, Failure> {
  if (entry === undefined) return ok({ kind: 'memory', access })
  const found = deletableMemory(table, entry)
  if (!found.ok) return found
  const { id, source, text } = found.value
  const begins = text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
  return ok({ kind: 'memory', access, entry: { id, source, text: begins } })
}
