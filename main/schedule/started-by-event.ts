// Which jobs an event starts, within the limits of each. Pure but for the ids of new runs.
import { MOST_MADE_UP } from '../../contract/schedule/due.ts'
import type { Job } from '../../contract/schedule/job.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import type { StartingEvent } from '../../contract/schedule/scheduled-text.ts'
import type { JobId } from '../../contract/ids.ts'
import type { NewRuns } from './new-runs.ts'
import type { Written } from './scheduler-deps.ts'

export type EventFacts = {
  readonly fresh: NewRuns
  readonly now: () => number
  /** Runs of it that go on or wait. */
  readonly active: (job: JobId) => number
  readonly matches: (pattern: string) => Matched
}

/** too-long: trying it was cut off. */
export type Matched = 'yes' | 'no' | 'too-long'

export function startedBy(
  event: StartingEvent,
  waiting: readonly Job[],
  { fresh, now, active, matches }: EventFacts,
): Required<Pick<Written, 'moved' | 'runs'>> {
  const at = now()
  const moved: Required<Written>['moved'][number][] = []
  const runs: JobRun[] = []
  for (const job of waiting) {
    const { trigger, expiresAt, maxRuns, cooldownSeconds, lastAt } = job
    if (trigger.kind !== 'event' || job.paused) continue
    if (trigger.source !== null && trigger.source !== event.source) continue
    if (expiresAt !== null && at >= expiresAt) continue
    if (maxRuns !== null && job.runs >= maxRuns) continue
    const matched = matches(trigger.pattern)
    if (matched === 'no') continue
    const soon =
      cooldownSeconds !== null && lastAt !== null && at < lastAt + cooldownSeconds * 1_000
    const hindered =
      matched === 'too-long'
        ? 'Trying its pattern took too long, so it did not start. Write a simpler one.'
        : soon
          ? 'It came too soon after the run before.'
          : active(job.id) >= MOST_MADE_UP
            ? 'Too many were waiting.'
            : null
    if (hindered !== null) {
      runs.push({ ...fresh.missed(job, at, hindered), why: 'event' })
      continue
    }
    const run = fresh.of(job, { why: 'event', dueAt: at })
    runs.push({ ...run, payload: { ...run.payload, event } })
    moved.push({ job: { ...job, runs: job.runs + 1, lastAt: at }, nextAt: null })
  }
  return { moved, runs }
}
