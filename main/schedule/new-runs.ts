// Runs as they are put down when a job is due: those that are to begin, and those that were missed.
import { JobRunId, SessionId } from '../../contract/ids.ts'
import { MOST_MADE_UP, type DuePlan } from '../../contract/schedule/due.ts'
import type { Job } from '../../contract/schedule/job.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import type { SchedulerDeps } from './scheduler-deps.ts'

export type NewRuns = {
  /** `queued`, unless it is said otherwise. */
  of(job: Job, more: Partial<JobRun> & Pick<JobRun, 'why' | 'dueAt'>): JobRun
  missed(job: Job, dueAt: number, text: string): JobRun
  /** @param active runs of it that go on or wait */
  planned(job: Job, plan: DuePlan, dueAt: number, active: number): readonly JobRun[]
}

export function newRuns({ now, newId }: Pick<SchedulerDeps, 'now' | 'newId'>): NewRuns {
  const of: NewRuns['of'] = (job, more) => {
    const { id, name, type, message, agent, maker, seen } = job
    return {
      id: JobRunId.parse(newId('jrun')),
      job: id,
      jobName: name,
      state: 'queued',
      startedAt: null,
      endedAt: null,
      run: null,
      text: '',
      letter: null,
      session: SessionId.parse(newId('ses')),
      payload: { type, message, agent, maker, seen: [...seen], event: null },
      ...more,
    }
  }
  const missed: NewRuns['missed'] = (job, dueAt, text) =>
    of(job, { why: 'due', dueAt, state: 'missed', endedAt: now(), text })
  return {
    of,
    missed,
    planned(job, plan, dueAt, active) {
      const full = job.catchUp === 'skip' ? job.maxConcurrent : MOST_MADE_UP
      const late = plan.missed
      return [
        ...(late === null ? [] : [missed(job, late.since, missedText(late))]),
        ...plan.run.map(({ at, madeUp }, place) =>
          active + place >= full
            ? missed(job, at, 'The run before it was still going on.')
            : of(job, { why: madeUp ? 'made-up' : 'due', dueAt: at }),
        ),
        ...(plan.run.length === 0 && late === null
          ? [missed(job, dueAt, 'It has run as often as it may.')]
          : []),
      ]
    },
  }
}

function missedText({ count, more }: NonNullable<DuePlan['missed']>): string {
  const times = count === 1 ? 'One run was' : `${count}${more ? ' or more' : ''} runs were`
  return `${times} missed: nothing could run then.`
}
