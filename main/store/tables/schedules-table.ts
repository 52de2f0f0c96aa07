// Jobs to run later. Holds their SQL. What changes with each run is a column, so that a job is moved
// on in the same transaction in which it is taken.
import { jsonOf } from '../../../contract/read-json.ts'
import { Job } from '../../../contract/schedule/job.ts'
import type { JobId } from '../../../contract/ids.ts'
import type { WriteDb } from '../database.ts'

type Row = { readonly body: string; readonly runs: number; readonly last_at: number | null }

export function schedulesTable(db: WriteDb) {
  const columns = 'body, runs, last_at'
  const list = db.prepare<[], Row>(`SELECT ${columns} FROM schedules ORDER BY created_at, id`)
  const get = db.prepare<[string], Row>(`SELECT ${columns} FROM schedules WHERE id = ?`)
  const due = db
    .prepare<[string], number | null>('SELECT next_at FROM schedules WHERE id = ?')
    .pluck()
  const put = db.prepare<[string, number, number, number | null, number, number | null, string]>(
    `INSERT INTO schedules (id, created_at, paused, next_at, runs, last_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET paused = excluded.paused, next_at = excluded.next_at,
       runs = excluded.runs, last_at = excluded.last_at, body = excluded.body`,
  )
  const remove = db.prepare<[string]>('DELETE FROM schedules WHERE id = ?')
  const dueNow = db.prepare<[number], Row & { readonly next_at: number }>(
    `SELECT ${columns}, next_at FROM schedules WHERE next_at <= ? ORDER BY next_at, id`,
  )
  const ofEvents = db.prepare<[], Row>(
    `SELECT ${columns} FROM schedules WHERE paused = 0
       AND json_extract(body, '$.trigger.kind') = 'event' ORDER BY created_at, id`,
  )
  const nextDue = db.prepare<[], number | null>('SELECT min(next_at) FROM schedules').pluck()
  return {
    list: (): Job[] => list.all().flatMap((row) => jobIn(row) ?? []),
    get(id: JobId): Job | null {
      const row = get.get(id)
      return row === undefined ? null : jobIn(row)
    },
    put(job: Job, nextAt: number | null): void {
      const { runs, lastAt, ...body } = job
      const { id, createdAt, paused } = job
      put.run(id, createdAt, paused ? 1 : 0, nextAt, runs, lastAt, JSON.stringify(body))
    },
    remove: (id: JobId): void => void remove.run(id),
    dueAt: (id: JobId): number | null => due.get(id) ?? null,
    /** Those whose time has come, the earliest first. */
    due: (now: number): { readonly job: Job; readonly dueAt: number }[] =>
      dueNow.all(now).flatMap((row) => {
        const job = jobIn(row)
        return job === null ? [] : [{ job, dueAt: row.next_at }]
      }),
    /** Those that wait for an event. */
    ofEvents: (): Job[] => ofEvents.all().flatMap((row) => jobIn(row) ?? []),
    /** When the first of all is due; null: none is. */
    nextDue: (): number | null => nextDue.get() ?? null,
  }
}

/** Null for a row that is none of ours: it is not run, and not shown as if it were. */
const jobIn = ({ body, runs, last_at }: Row): Job | null =>
  Job.safeParse({ ...(jsonOf(body) as object), runs, lastAt: last_at }).data ?? null
