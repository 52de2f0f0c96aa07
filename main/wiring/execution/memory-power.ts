// What one call can do with the notes that agents keep: what it was permitted, in the words of the
// table. Remembers the last search of each session, so that it can be explained.
import { failure, type Failure } from '../../../contract/failure.ts'
import type {
  Memory,
  MemoryPower,
  MemorySearch,
} from '../../../contract/call/powers/memory-power.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { ReadBack } from '../../../contract/call/read-back.ts'
import type { SessionId } from '../../../contract/ids.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch, TouchOf } from '../../../contract/call/touch.ts'
import type { MemoryTable } from '../../store/tables/memory-table.ts'
import { deletableMemory, memoryTouch } from './memory-touch.ts'

export type MemoryStore = {
  /** What a call would reach, as it is kept now. Fails where there is no such entry to delete. */
  touch(touch: TouchOf<'memory'>): Result<CanonicalTouch, Failure>
  power(call: {
    readonly permitted: readonly CanonicalTouch[]
    readonly principal: Principal
    /** Where text came from that this session has read and that anyone may have written. */
    readonly untrusted: () => string | null
    readonly onReadBack: (read: ReadBack) => void
  }): MemoryPower
}

/** Sessions whose last search is remembered; the oldest go first. */
const MOST_SESSIONS = 200
const MOST_ENTRIES = 50_000
/** Of one agent, the newest. */
const MOST_OWN = 200

/** Whose memory it is: two callers of one name and of different kinds are not the same. */
export const memoryOwner = ({ kind, name }: Pick<Principal, 'kind' | 'name'>): string =>
  `${kind}:${name}`

export function openNotes(table: MemoryTable, now: () => number, changed: () => void): MemoryStore {
  const lasts = new Map<SessionId, MemorySearch>()
  return {
    touch: (touch) => memoryTouch(table, touch),
    power({ permitted, principal, untrusted, onReadBack }) {
      const { session } = principal
      const agent = memoryOwner(principal)
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
      const read = (one: Memory): void =>
        onReadBack({ of: 'memory', id: one.id, untrusted: one.untrusted })
      const another = (asked: string | null): Failure | null =>
        asked === null || asked === principal.name
          ? null
          : failure(
              'memory.another',
              `The memory of ${asked} belongs to that agent. This call comes from ${principal.name}.`,
              'Leave agent_name out to use your own memory.',
            )
      const write = (work: () => Memory): Promise<Result<Memory, Failure>> =>
        when('write', () => {
          if (table.count() >= MOST_ENTRIES)
            return err(
              failure(
                'memory.full',
                `There are ${MOST_ENTRIES} entries already.`,
                'Delete some of them under Records.',
              ),
            )
          const written = work()
          changed()
          return ok(written)
        })
      const own = { agent, at: now() }
      return {
        search: (asked) =>
          when('read', () => {
            const search = table.search(asked)
            search.found.forEach(read)
            lasts.delete(session)
            lasts.set(session, search)
            const [oldest] = lasts.keys()
            if (lasts.size > MOST_SESSIONS && oldest !== undefined) lasts.delete(oldest)
            return ok(search)
          }),
        last: () => when('read', () => ok(lasts.get(session) ?? null)),
        sources: () => when('read', () => ok(table.sources())),
        add: (source, text) =>
          write(() =>
            table.add({ source, category: '', key: '', text, ...own, untrusted: untrusted() }),
          ),
        put: (entry) =>
          write(() => table.put({ source: 'notes', ...entry, ...own, untrusted: untrusted() })),
        own: (asked) =>
          when('read', () => {
            const refused = another(asked)
            if (refused !== null) return err(refused)
            const entries = table.ofAgent(agent, MOST_OWN)
            entries.forEach(read)
            return ok(entries)
          }),
        clearOwn: (asked) =>
          when('delete', () => {
            const refused = another(asked)
            if (refused !== null) return err(refused)
            const cleared = table.clear(agent)
            if (cleared > 0) changed()
            return ok(cleared)
          }),
        remove: (id) =>
          when('delete', () => {
            const found = deletableMemory(table, id)
            if (!found.ok) return found
            table.remove(id)
            changed()
            return found
          }),
      }
    },
  }
}
