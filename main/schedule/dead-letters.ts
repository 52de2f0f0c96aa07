// What becomes of a run that failed: repeated after a while where it provably did nothing, else kept
// until a person decides. Pure.
import type { DeadLetter } from '../../contract/schedule/job.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** After so many tries only a person tries again. */
export const MOST_RETRIES = 5

/** A minute, then twice as long each time, at most an hour. */
export const backOffMs = (retries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(retries, 10))

export type Failed = {
  readonly error: string
  /** It made no call, so it can be repeated unasked. */
  readonly untouched: boolean
  readonly at: number
}

/** @param earlier the letter that the run repeated; null: it failed for the first time. */
export function letterOf(
  run: JobRun,
  { error, untouched, at }: Failed,
  earlier: DeadLetter | null,
  newId: () => string,
): DeadLetter {
  const retries = earlier === null ? 0 : earlier.retries + 1
  const again = untouched && retries < MOST_RETRIES
  return {
    id: earlier?.id ?? newId(),
    job: run.job,
    jobName: run.jobName,
    payload: JSON.stringify(run.payload),
    error: error.slice(0, 2_000),
    failedAt: earlier?.failedAt ?? at,
    retries,
    state: again ? 'queued' : 'failed',
    nextAt: again ? at + backOffMs(retries) : null,
  }
}
