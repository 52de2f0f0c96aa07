// The runs of jobs, and those that failed for good. Holds their SQL. What is due is moved on in the
// transaction that puts its run here, so that a kill loses none and repeats none.
import { readJson } from '../../../contract/read-json.ts'
import { DeadLetter, type DeadLetterState, type Job } from '../../../contract/schedule/job.ts'
import { JobRun } from '../../../contract/schedule/job-run.ts'
import type { JobId, JobRunId } from '../../../contract/ids.ts'
import type { WriteDb } from '../database.ts'

/** Of each kind, the newest are kept. */
const MOST_LETTERS = 100
const MOST_RUNS = 2_000
const TRIM_EVERY = 200

export type MovedOn = {
  readonly job: Pick<Job, 'id' | 'runs' | 'lastAt'>
  readonly nextAt: number | null
}

export function jobRunsTable(db: WriteDb) {
  const put = db.prepare<[string, string, string, number, string]>(
    `INSERT INTO job_runs (id, job, state, due_at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, body = excluded.body`,
  )
  const move = db.prepare<[number | null, number, number | null, string]>(
    'UPDATE schedules SET next_at = ?, runs = ?, last_at = ? WHERE id = ?',
  )
  const get = db.prepare<[string], string>('SELECT body FROM job_runs WHERE id = ?').pluck()
  const inState = db
    .prepare<[string], string>('SELECT body FROM job_runs WHERE state = ? ORDER BY due_at, id')
    .pluck()
  const newest = db
    .prepare<[string | null, string | null, string, number], string>(
      `SELECT body FROM job_runs WHERE (? IS NULL OR job = ?) AND id < ?
       ORDER BY id DESC LIMIT ?`,
    )
    .pluck()
  const trim = db.prepare<[]>(
    `DELETE FROM job_runs WHERE state NOT IN ('queued', 'running') AND id NOT IN
       (SELECT id FROM job_runs ORDER BY id DESC LIMIT ${MOST_RUNS})`,
  )
  const letterColumns = `id, job, job_name AS jobName, payload, error, failed_at AS failedAt,
       retries, state, next_at AS nextAt`
  const letters = db.prepare<[string | null, string | null], unknown>(
    `SELECT ${letterColumns} FROM dead_letters WHERE ? IS NULL OR state = ?
     ORDER BY failed_at DESC, id DESC`,
  )
  const letter = db.prepare<[string], unknown>(
    `SELECT ${letterColumns} FROM dead_letters WHERE id = ?`,
  )
  const dueLetters = db.prepare<[number], unknown>(
    `SELECT ${letterColumns} FROM dead_letters WHERE state = 'queued' AND next_at <= ?
     ORDER BY next_at, id`,
  )
  const nextLetter = db
    .prepare<[], number | null>(`SELECT min(next_at) FROM dead_letters WHERE state = 'queued'`)
    .pluck()
  const putLetter = db.prepare<
    [string, string, string, string, string, number, number, string, number | null]
  >(
    `INSERT INTO dead_letters
       (id, job, job_name, payload, error, failed_at, retries, state, next_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET error = excluded.error, retries = excluded.retries,
       state = excluded.state, next_at = excluded.next_at`,
  )
  const trimLetters = db.prepare<[]>(
    `DELETE FROM dead_letters WHERE state <> 'running' AND id NOT IN
       (SELECT id FROM dead_letters ORDER BY failed_at DESC, id DESC LIMIT ${MOST_LETTERS})`,
  )
  const clear = db.prepare<[string | null, string | null]>(
    `DELETE FROM dead_letters WHERE state <> 'running' AND (? IS NULL OR state = ?)`,
  )
  let written = 0
  const write = (changed: Written): void => {
    for (const { job, nextAt } of changed.moved ?? [])
      move.run(nextAt, job.runs, job.lastAt, job.id)
    for (const run of changed.runs ?? [])
      put.run(run.id, run.job, run.state, run.dueAt, JSON.stringify(run))
    for (const each of changed.letters ?? []) {
      const { id, job, jobName, payload, error, failedAt, retries, state, nextAt } = each
      putLetter.run(id, job, jobName, payload, error, failedAt, retries, state, nextAt)
    }
    written += changed.runs?.length ?? 0
    if (written >= TRIM_EVERY) {
      trim.run()
      written = 0
    }
    if ((changed.letters?.length ?? 0) > 0) trimLetters.run()
  }
  const whole = db.transaction(write)
  return {
    /** All of it or nothing, on disk when it returns. */
    write: (changed: Written): void => whole(changed),
    /** What is written in it, here or in another table, is written together. */
    together: <T>(work: () => T): T => db.transaction(work)(),
    get: (id: JobRunId): JobRun | null => runIn(get.get(id)),
    /** The earliest first. */
    inState: (state: JobRun['state']): JobRun[] =>
      inState.all(state).flatMap((body) => runIn(body) ?? []),
    /** The newest first; `before`: older than this one. */
    newest: (job: JobId | null, before: JobRunId | null, most: number): JobRun[] =>
      newest.all(job, job, before ?? '~', most).flatMap((body) => runIn(body) ?? []),
    /** The newest first. */
    letters: (state: DeadLetterState | null): DeadLetter[] =>
      letters.all(state, state).flatMap(lettersIn),
    letter: (id: string): DeadLetter | null => DeadLetter.safeParse(letter.get(id)).data ?? null,
    dueLetters: (now: number): DeadLetter[] => dueLetters.all(now).flatMap(lettersIn),
    nextLetterAt: (): number | null => nextLetter.get() ?? null,
    /** How many were cleared. One that is being run again stays. */
    clearLetters: (state: DeadLetterState | null): number => clear.run(state, state).changes,
  }
}

export type Written = {
  /** Jobs that are due at another time now. */
  readonly moved?: readonly MovedOn[]
  readonly runs?: readonly JobRun[]
  readonly letters?: readonly DeadLetter[]
}

const lettersIn = (row: unknown): DeadLetter[] => {
  const read = DeadLetter.safeParse(row)
  return read.success ? [read.data] : []
}

/** Null for a row that is none of ours. */
const runIn = (body: string | undefined): JobRun | null =>
  body === undefined ? null : readJson(body, JobRun)
