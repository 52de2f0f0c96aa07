// Jobs to run later, and the runs that failed for good. Holds their SQL. What changes with each run
// is a column, so that a job is moved on in the same transaction in which it is taken.
import { DeadLetter, Job } from '../../contract/schedule/job.ts'
import type { DeadLetterState } from '../../contract/schedule/job.ts'
import type { JobId } from '../../contract/ids.ts'
import type { WriteDb } from './database.ts'

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
  const letters = db.prepare<[string | null, string | null], unknown>(
    `SELECT id, job, job_name AS jobName, payload, error, failed_at AS failedAt, retries, state
     FROM dead_letters WHERE ? IS NULL OR state = ? ORDER BY failed_at DESC, id`,
  )
  const clear = db.prepare<[string | null, string | null]>(
    `DELETE FROM dead_letters WHERE state <> 'running' AND (? IS NULL OR state = ?)`,
  )
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
    /** The newest first. */
    deadLetters: (state: DeadLetterState | null): DeadLetter[] =>
      letters.all(state, state).flatMap((row) => DeadLetter.safeParse(row).data ?? []),
    /** How many were cleared. One that is being run again stays. */
    clearDeadLetters: (state: DeadLetterState | null): number => clear.run(state, state).changes,
  }
}

/** Null for a row that is none of ours: it is not run, and not shown as if it were. */
function jobIn({ body, runs, last_at }: Row): Job | null {
  try {
    return Job.safeParse({ ...JSON.parse(body), runs, lastAt: last_at }).data ?? null
  } catch {
    return null
  }
}
