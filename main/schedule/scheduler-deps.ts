// What the scheduler takes from others.
import type { Failure } from '../../contract/failure.ts'
import type { JobId, JobRunId, RunId, SessionId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Result } from '../../contract/result.ts'
import type { DeadLetter, DeadLetterState, Job } from '../../contract/schedule/job.ts'
import type { JobPayload, JobRun } from '../../contract/schedule/job-run.ts'

export type Written = {
  readonly moved?: readonly {
    readonly job: Pick<Job, 'id' | 'runs' | 'lastAt'>
    readonly nextAt: number | null
  }[]
  readonly runs?: readonly JobRun[]
  readonly letters?: readonly DeadLetter[]
}

/** How the work of a run ended. `left`: this process ends before it does. */
export type JobEnd =
  | { readonly kind: 'succeeded' | 'stopped'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string; readonly untouched: boolean }
  | { readonly kind: 'left' }

export type SchedulerDeps = {
  readonly jobs: {
    get(id: JobId): Job | null
    list(): readonly Job[]
    dueAt(id: JobId): number | null
    /** Those whose time has come, the earliest first. */
    due(now: number): readonly { readonly job: Job; readonly dueAt: number }[]
    nextDue(): number | null
    /** Those that wait for an event. */
    ofEvents(): readonly Job[]
  }
  readonly runs: {
    /** All of it or nothing, on disk when it returns. */
    write(changed: Written): void
    /** What is written in it, here or elsewhere in the store, is written together. */
    together<T>(work: () => T): T
    get(id: JobRunId): JobRun | null
    inState(state: JobRun['state']): readonly JobRun[]
    newest(job: JobId | null, before: JobRunId | null, most: number): readonly JobRun[]
    letters(state: DeadLetterState | null): readonly DeadLetter[]
    letter(id: string): DeadLetter | null
    dueLetters(now: number): readonly DeadLetter[]
    nextLetterAt(): number | null
    clearLetters(state: DeadLetterState | null): number
  }
  readonly now: () => number
  readonly newId: (prefix: 'jrun' | 'ses' | 'dl') => string
  /** Why nothing may begin now: everything is stopped, or the program ends. */
  readonly barred: () => Failure | null
  /** A person stopped everything. */
  readonly stopped: () => boolean
  /** Why this may not run, asked again each time; null: it may. */
  readonly refusal: (payload: JobPayload) => Failure | null
  /** Does the work. `begun`: its transcript is there. Never rejects. */
  readonly start: (run: JobRun, begun: (id: RunId) => void) => Promise<JobEnd>
  /** The transcript that a run of an earlier process began; null: it never came to that. */
  readonly begun: (session: SessionId) => RunId | null
  /** The message of a job is for the person. */
  readonly show: (run: JobRun) => void
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}
