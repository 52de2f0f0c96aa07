// What came in from outside. Holds its SQL. The newest are kept, by number and by size; those that
// were processed go first.
import { jsonOf } from '../../../contract/read-json.ts'
import {
  EventCount,
  InboundEvent,
  type EventState,
  type EventsAsked,
} from '../../../contract/inbound/event.ts'
import type { WriteDb } from '../database.ts'

const MOST_EVENTS = 1_000
const MOST_BYTES = 32 * 1024 * 1024
/** Of each in a list: a list of whole texts could be 50 MB long. */
const LISTED_CHARS = 500

export function inboundEventsTable(db: WriteDb) {
  const columns = (text: string): string => `id, channel, source, type, state,
    received_at AS receivedAt, processed_at AS processedAt, ${text} AS text,
    length(text) AS chars, bytes, flags, jobs`
  type Row = Omit<InboundEvent, 'flags' | 'jobs'> & {
    readonly flags: string
    readonly jobs: string
  }
  const insert = db.prepare<
    [string, string, string, string, number, number | null, number, string, string, string]
  >(
    `INSERT INTO inbound_events
       (channel, source, type, state, received_at, processed_at, bytes, text, flags, jobs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const started = db.prepare<[string, number]>('UPDATE inbound_events SET jobs = ? WHERE id = ?')
  const mark = db.prepare<[string, number, number]>(
    'UPDATE inbound_events SET state = ?, processed_at = ? WHERE id = ?',
  )
  const get = db.prepare<[number], Row>(
    `SELECT ${columns('text')} FROM inbound_events WHERE id = ?`,
  )
  const list = db.prepare<
    [...(string | null)[], number],
    Row
  >(`SELECT ${columns(`substr(text, 1, ${LISTED_CHARS})`)} FROM inbound_events
     WHERE (? IS NULL OR channel = ?) AND (? IS NULL OR source = ?) AND (? IS NULL OR type = ?)
       AND (? IS NULL OR state = ?) ORDER BY id DESC LIMIT ?`)
  const counts = db.prepare<[], unknown>(
    `SELECT channel, source, type, sum(state = 'pending') AS pending,
       sum(state = 'processed') AS processed, max(received_at) AS newestAt
     FROM inbound_events GROUP BY channel, source, type
     ORDER BY pending = 0, newestAt DESC, source, type LIMIT 200`,
  )
  const held = db.prepare<[], { readonly events: number; readonly bytes: number | null }>(
    'SELECT count(*) AS events, sum(bytes) AS bytes FROM inbound_events',
  )
  const oldest = db.prepare<[], { readonly id: number; readonly bytes: number }>(
    `SELECT id, bytes FROM inbound_events ORDER BY state = 'pending', id LIMIT 100`,
  )
  const remove = db.prepare<[number]>('DELETE FROM inbound_events WHERE id = ?')
  const trim = (): void => {
    const now = held.get()
    let events = now?.events ?? 0
    let bytes = now?.bytes ?? 0
    while (events > MOST_EVENTS || bytes > MOST_BYTES) {
      for (const each of oldest.all()) {
        if (events <= MOST_EVENTS && bytes <= MOST_BYTES) return
        remove.run(each.id)
        events -= 1
        bytes -= each.bytes
      }
    }
  }
  return {
    /** Its id. */
    add(event: Omit<InboundEvent, 'id' | 'chars'>): number {
      const { channel, source, type, state, receivedAt, processedAt, bytes, text } = event
      const lists = [JSON.stringify(event.flags), JSON.stringify(event.jobs)] as const
      const of = [channel, source, type, state, receivedAt, processedAt, bytes, text] as const
      const id = Number(insert.run(...of, ...lists).lastInsertRowid)
      trim()
      return id
    },
    started: (id: number, jobs: readonly string[]): void =>
      void started.run(JSON.stringify(jobs), id),
    mark: (id: number, state: EventState, at: number): void => void mark.run(state, at, id),
    get(id: number): InboundEvent | null {
      const row = get.get(id)
      return row === undefined ? null : eventIn(row)
    },
    /** The newest first, each with the beginning of its text. */
    list: ({ channel, source, type, state, limit }: EventsAsked): InboundEvent[] =>
      list
        .all(channel, channel, source, source, type, type, state, state, limit)
        .flatMap((row) => eventIn(row) ?? []),
    counts: (): EventCount[] => counts.all().flatMap((row) => EventCount.safeParse(row).data ?? []),
  }
  function eventIn(row: Row): InboundEvent | null {
    const lists = { flags: jsonOf(row.flags), jobs: jsonOf(row.jobs) }
    return InboundEvent.safeParse({ ...row, ...lists }).data ?? null
  }
}
