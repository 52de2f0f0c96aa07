// What one call may do with the jobs: what it was permitted, and no other job. Nothing that runs by
// itself or for another agent may make or run jobs: they would outlive what it was let do.
import { failure, type Failure } from '../../contract/failure.ts'
import type { SchedulePower } from '../../contract/call/powers/schedule-power.ts'
import type { Taint } from '../../contract/call/origin.ts'
import type { Maker, Principal } from '../../contract/call/principal.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Job, JobListing } from '../../contract/schedule/job.ts'
import type { Scheduler } from './scheduler.ts'
import type { ScheduleTouch } from './job-touch.ts'
import type { By, Schedules } from './schedules.ts'

export type ScheduleCall = {
  readonly permitted: readonly CanonicalTouch[]
  readonly principal: Principal
  readonly taint: Taint
}

type Access = ScheduleTouch['access']

export function schedulePower(
  { permitted, principal, taint }: ScheduleCall,
  schedules: Schedules,
  scheduler: Scheduler,
): SchedulePower {
  const when = async <T>(
    access: Access,
    id: string | null,
    work: () => Result<T, Failure>,
  ): Promise<Result<T, Failure>> =>
    permitted.some(
      (touch) =>
        touch.kind === 'schedule' && touch.access === access && (touch.job?.id ?? null) === id,
    )
      ? work()
      : err(failure('schedule.outside-permit', `This call was not permitted to ${access} that.`))
  const shown = (kept: Result<Job, Failure>): Result<JobListing, Failure> =>
    kept.ok ? ok(schedules.listing(kept.value)) : kept
  /** For a person: with a maker that jobs can run for. */
  const by = <T>(work: (by: By) => Result<T, Failure>): Result<T, Failure> => {
    const maker = makerOf(principal)
    return maker === null ? err(noMaker) : work({ maker, seen: seenOf(taint) })
  }
  return {
    list: () => when('read', null, () => ok(schedules.list())),
    get: (id) => when('read', id, () => shown(schedules.get(id))),
    add: (draft) => when('write', null, () => by((who) => shown(schedules.add(draft, who)))),
    change: (id, given) =>
      when('write', id, () => by((who) => shown(schedules.change(id, given, who)))),
    remove: (id) => when('delete', id, () => by(() => schedules.remove(id))),
    deadLetters: (state) => when('read', null, () => ok(scheduler.letters(state))),
    clearDeadLetters: (state) =>
      when('delete', null, () => by(() => ok(scheduler.clearLetters(state)))),
    run: (id) => when('write', id, () => by(() => scheduler.runNow(id))),
    repeat: (letter) => when('write', null, () => by(() => scheduler.repeat(letter))),
    history: (id, most) =>
      when('read', id, () => {
        const job = id === null ? ok(null) : schedules.get(id)
        return job.ok ? ok(scheduler.history(job.value?.id ?? null, null, most)) : job
      }),
  }
}

/** Null for what runs for somebody else. */
export function makerOf(principal: Principal): Maker | null {
  const { kind, name } = principal
  return kind === 'subagent' || kind === 'schedule' ? null : { kind, name }
}

/** The first of each kind: that such text was read is what counts. */
const seenOf = ({ privateRead, untrustedRead }: Taint): By['seen'] => [
  ...privateRead.slice(0, 1),
  ...untrustedRead.slice(0, 1),
]

const noMaker = failure(
  'schedule.no-maker',
  'A job or a sub-agent can make, change, remove or run no jobs.',
  'Say in your answer which job you want, so that a person can make it.',
)
