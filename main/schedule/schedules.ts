// The jobs that are kept: what one call may do with them, and what a person sees of them. Nothing
// runs them yet; the rows hold all that running needs.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { JobId } from '../../contract/ids.ts'
import type { JobChange, JobDraft, SchedulePower } from '../../contract/call/powers.ts'
import type { CanonicalTouch, Touch } from '../../contract/call/touch.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { usualLimits } from '../../contract/schedule/job.ts'
import type { DeadLetter, DeadLetterState, Job, JobListing } from '../../contract/schedule/job.ts'
import { jobSentence } from '../../contract/schedule/job-sentence.ts'
import { nextRuns } from '../../contract/schedule/next-runs.ts'
import { triggerOf } from '../../contract/schedule/trigger.ts'

/** More than these are no schedule any more. */
const MOST_JOBS = 500
const SHOWN_RUNS = 3

export type ScheduleDeps = {
  readonly table: {
    list(): readonly Job[]
    get(id: JobId): Job | null
    /** With the moment it is due next; null: never again, or paused. */
    put(job: Job, nextAt: number | null): void
    remove(id: JobId): void
    /** When it is due by its row, so that a missed run is seen. */
    dueAt(id: JobId): number | null
    deadLetters(state: DeadLetterState | null): readonly DeadLetter[]
    clearDeadLetters(state: DeadLetterState | null): number
  }
  readonly now: () => number
  readonly newId: () => string
  /** In which moments are written. */
  readonly zone: () => string
}

export type Schedules = ReturnType<typeof openSchedules>

type ScheduleTouch = Extract<Touch, { kind: 'schedule' }>
type Access = ScheduleTouch['access']

export function openSchedules({ table, now, newId, zone }: ScheduleDeps) {
  const get = (id: string): Result<Job, Failure> => {
    const known = JobId.safeParse(id)
    const job = known.success ? table.get(known.data) : null
    return job === null
      ? err(failure('schedule.unknown', `There is no job ${id}.`, 'List the jobs for their ids.'))
      : ok(job)
  }
  const store = (job: Job): Result<Job, Failure> => {
    const [next = null] = nextRuns(job, now(), 1)
    if (next === null && !job.paused)
      return err(
        failure(
          'schedule.never',
          'This job would never run: its times lie in the past or after its end.',
          'Give a time in the future, and an end after it.',
        ),
      )
    table.put(job, job.paused ? null : next)
    return ok(job)
  }
  /** Two jobs of one name could not be told apart on a card. */
  const free = (name: string, but: JobId | null): string => {
    const taken = new Set(table.list().flatMap((job) => (job.id === but ? [] : [job.name])))
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${name} ${number}`
    return free
  }
  const listing = (job: Job): JobListing => {
    const due = table.dueAt(job.id)
    return {
      ...job,
      sentence: jobSentence(job, zone()),
      nextRuns: job.paused ? [] : [...nextRuns(job, now(), SHOWN_RUNS)],
      missedSince: due !== null && due <= now() ? due : null,
    }
  }
  const add = (draft: JobDraft, madeBy: string): Result<Job, Failure> => {
    if (table.list().length >= MOST_JOBS)
      return err(
        failure('schedule.full', `There are ${MOST_JOBS} jobs already.`, 'Remove some of them.'),
      )
    const { name, trigger, ...rest } = draft
    const at = now()
    return store({
      ...usualLimits,
      ...rest,
      id: JobId.parse(newId()),
      name: free(name, null),
      trigger: triggerOf(trigger, at),
      paused: false,
      ...{ madeBy, createdAt: at, updatedAt: at, runs: 0, lastAt: null },
    })
  }
  const change = (id: string, { trigger, name, ...rest }: JobChange): Result<Job, Failure> => {
    const found = get(id)
    if (!found.ok) return found
    const job = found.value
    return store({
      ...job,
      ...rest,
      name: name === undefined ? job.name : free(name, job.id),
      trigger: trigger === undefined ? job.trigger : triggerOf(trigger, now()),
      // One change is told from the next also where both come in the same millisecond.
      updatedAt: Math.max(now(), job.updatedAt + 1),
    })
  }
  const remove = (id: string): Result<Job, Failure> => {
    const found = get(id)
    if (!found.ok) return found
    table.remove(found.value.id)
    return found
  }

  return {
    list: (): readonly JobListing[] => table.list().map(listing),
    remove,
    /** What a call would reach, as it is kept now. Fails where there is no such job. */
    touch({ access, job, at }: ScheduleTouch): Result<CanonicalTouch, Failure> {
      if (at !== undefined && at <= now())
        return err(
          failure('schedule.past', 'The time has passed already.', 'Give one in the future.'),
        )
      if (job === null) return ok({ kind: 'schedule', access, job: null })
      const found = get(job)
      if (!found.ok) return found
      const { id, name, updatedAt } = found.value
      const sentence = jobSentence(found.value, zone())
      return ok({ kind: 'schedule', access, job: { id, name, sentence, updatedAt } })
    },
    /** What one call may do: what it was permitted, and no other job. */
    power(call: {
      readonly permitted: readonly CanonicalTouch[]
      readonly madeBy: string
    }): SchedulePower {
      const when = async <T>(
        access: Access,
        id: string | null,
        work: () => Result<T, Failure>,
      ): Promise<Result<T, Failure>> =>
        call.permitted.some(
          (touch) =>
            touch.kind === 'schedule' && touch.access === access && (touch.job?.id ?? null) === id,
        )
          ? work()
          : err(
              failure('schedule.outside-permit', `This call was not permitted to ${access} that.`),
            )
      const shown = (kept: Result<Job, Failure>): Result<JobListing, Failure> =>
        kept.ok ? ok(listing(kept.value)) : kept
      return {
        list: () => when('read', null, () => ok(table.list().map(listing))),
        get: (id) => when('read', id, () => shown(get(id))),
        add: (draft) => when('write', null, () => shown(add(draft, call.madeBy))),
        change: (id, given) => when('write', id, () => shown(change(id, given))),
        remove: (id) => when('delete', id, () => remove(id)),
        deadLetters: (state) => when('read', null, () => ok(table.deadLetters(state))),
        clearDeadLetters: (state) => when('delete', null, () => ok(table.clearDeadLetters(state))),
      }
    },
  }
}
