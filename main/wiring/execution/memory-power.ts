// What one call can do with the notes that agents keep: what it was permitted, in the words of the
// table. Remembers the last search of each session, so that it can be explained.
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { SessionId } from '../../../contract/ids.ts'
import type { MemoryPower, MemorySearch } from '../../../contract/call/powers.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { MemoryTable } from '../../store/memory-table.ts'

export type MemoryStore = {
  power(call: {
    readonly permitted: readonly CanonicalTouch[]
    readonly session: SessionId
  }): MemoryPower
}

/** Sessions whose last search is remembered; the oldest go first. */
const MOST_SESSIONS = 200
/** What a person put there is for a person to take away. */
const KNOWLEDGE = 'knowledge:'

export function openNotes(table: MemoryTable, now: () => number): MemoryStore {
  const lasts = new Map<SessionId, MemorySearch>()
  return {
    power({ permitted, session }) {
      const may = (access: 'read' | 'write' | 'delete'): Failure | null =>
        permitted.some((touch) => touch.kind === 'memory' && touch.access === access)
          ? null
          : failure('memory.outside-permit', `This call was not permitted to ${access} memory.`)
      const when = async <T>(
        access: 'read' | 'write' | 'delete',
        work: () => Result<T, Failure>,
      ): Promise<Result<T, Failure>> => {
        const refused = may(access)
        return refused === null ? work() : err(refused)
      }
      return {
        search: (asked) =>
          when('read', () => {
            const search = table.search(asked)
            lasts.delete(session)
            lasts.set(session, search)
            const [oldest] = lasts.keys()
            if (lasts.size > MOST_SESSIONS && oldest !== undefined) lasts.delete(oldest)
            return ok(search)
          }),
        last: () => when('read', () => ok(lasts.get(session) ?? null)),
        sources: () => when('read', () => ok(table.sources())),
        add: (source, text) => when('write', () => ok(table.add(source, text, now()))),
        remove: (id) =>
          when('delete', () => {
            const found = table.get(id)
            if (found === null)
              return err(
                failure('memory.unknown', `There is no entry ${id}.`, 'Search for the right one.'),
              )
            if (found.source.startsWith(KNOWLEDGE))
              return err(
                failure(
                  'memory.knowledge',
                  `Entry ${id} is from ${found.source}, which only a person can delete.`,
                ),
              )
            table.remove(id)
            return ok(found)
          }),
      }
    },
  }
}
