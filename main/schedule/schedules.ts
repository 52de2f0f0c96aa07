// The jobs that are kept: adding, changing and removing them, and what a person sees of them.
import { failure, withHint, type Failure } from '../../contract/failure.ts'
import { JobId } from '../../contract/ids.ts'
import type { JobChange, JobDraft } from '../../contract/call/powers/schedule-power.ts'
import type { Source } from '../../contract/call/origin.ts'
import type { Maker } from '../../contract/call/principal.ts'
import { nearest } from '../../contract/nearest.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { usualLimits, type Job, type JobListing } from '../../contract/schedule/job.ts'
import { jobSentence } from '../../contract/schedule/job-sentence.ts'
import { nextRuns } from '../../contract/schedule/next-runs.ts'
import { triggerOf } from '../../contract/schedule/trigger.ts'
import { findJob, jobTouch, type ScheduleTouch } from './job-touch.ts'
import type { Scheduler } from './scheduler.ts'

/** More than these are no schedule any more. */
const MOST_JOBS = 2_000
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
  }
  readonly scheduler: Pick<Scheduler, 'wake' | 'active' | 'removed'>
  readonly now: () => number
  readonly newId: () => string
  /** In which moments are written. */
  readonly zone: () => string
  /** Why nothing begins now; null: it does. */
  readonly barred: () => Failure | null
  /** Why a job of this maker may not run this agent; null: it may. */
  readonly refusal: (job: Pick<Job, 'type' | 'agent' | 'maker'>) => Failure | null
  /** Where events come from: webhooks that there are, and what sent one before. */
  readonly sources: () => readonly string[]
  /** What it does or when is another, or it is gone: what was approved for it ends. */
  readonly endApprovals: (job: JobId) => void
}

/** Who asks, and what they had read by then. */
export type By = { readonly maker: Maker; readonly seen: readonly Source[] }

export type Schedules = ReturnType<typeof openSchedules>

export function openSchedules(deps: ScheduleDeps) {
  const { table, scheduler, now, newId, zone } = deps
  const get = (id: string): Result<Job, Failure> => findJob(table, id)
  const store = (job: Job): Result<Job, Failure> => {
    const refused = deps.refusal(job)
    if (refused !== null) return err(refused)
    const [next = null] = nextRuns(job, now(), 1)
    if (next === null && !job.paused && !waitsForEvents(job, now()))
      return err(
        failure(
          'schedule.never',
          'This job would never run: its times lie in the past or after its end.',
          'Give a time in the future, and an end after it.',
        ),
      )
    table.put(job, job.paused ? null : next)
    scheduler.wake()
    return ok(job)
  }
  const noSource = (trigger: Job['trigger']): Failure | null =>
    trigger.kind === 'event' && trigger.source !== null
      ? absentSource(trigger.source, deps.sources())
      : null
  /** Two jobs of one name could not be told apart on a card. */
  const free = (name: string, but: JobId | null): string => {
    const taken = new Set(table.list().flatMap((job) => (job.id === but ? [] : [job.name])))
    let candidate = name
    for (let number = 2; taken.has(candidate); number++) candidate = `${name} ${number}`
    return candidate
  }
  const listing = (job: Job): JobListing => {
    const due = table.dueAt(job.id)
    return {
      ...job,
      sentence: jobSentence(job, zone()),
      nextRuns: job.paused ? [] : [...nextRuns(job, now(), SHOWN_RUNS)],
      missedSince: due !== null && due <= now() ? due : null,
      running: scheduler.active(job.id),
      held: heldText(deps.refusal(job) ?? deps.barred() ?? noSource(job.trigger)),
    }
  }

  return {
    get,
    listing,
    list: (): readonly JobListing[] => table.list().map(listing),
    add(draft: JobDraft, { maker, seen }: By): Result<Job, Failure> {
      if (table.list().length >= MOST_JOBS)
        return err(
          failure('schedule.full', `There are ${MOST_JOBS} jobs already.`, 'Remove some of them.'),
        )
      const { name, trigger, ...rest } = draft
      const at = now()
      const absent = noSource(triggerOf(trigger, at))
      if (absent !== null) return err(absent)
      return store({
        ...usualLimits,
        agent: 'main',
        paused: false,
        ...rest,
        id: JobId.parse(newId()),
        name: free(name, null),
        trigger: triggerOf(trigger, at),
        madeBy: maker.name,
        maker,
        seen: [...seen],
        createdAt: at,
        updatedAt: at,
        runs: 0,
        lastAt: null,
      })
    },
    change(id: string, given: JobChange, { maker, seen }: By): Result<Job, Failure> {
      const found = get(id)
      if (!found.ok) return found
      const { trigger, name, ...rest } = given
      const job = found.value
      // What it was made with stays as it is, and the list says what is wrong.
      const absent = trigger === undefined ? null : noSource(triggerOf(trigger, now()))
      if (absent !== null) return err(absent)
      // Who says what it does is who it runs for. A time or a limit is no such word.
      const another =
        rest.message !== undefined || rest.type !== undefined || rest.agent !== undefined
      const takesOver = another || (job.maker === null && maker.kind === 'person')
      if (takesOver || trigger !== undefined) deps.endApprovals(job.id)
      return store({
        ...job,
        ...rest,
        ...(takesOver ? { madeBy: maker.name, maker, seen: [...seen] } : {}),
        name: name === undefined ? job.name : free(name, job.id),
        trigger: trigger === undefined ? job.trigger : triggerOf(trigger, now()),
        // One change is told from the next also where both come in the same millisecond.
        updatedAt: Math.max(now(), job.updatedAt + 1),
      })
    },
    remove(id: string): Result<Job, Failure> {
      const found = get(id)
      if (!found.ok) return found
      deps.endApprovals(found.value.id)
      table.remove(found.value.id)
      scheduler.removed(found.value.id)
      return found
    },
    /** What a call would reach, as it is kept now. Fails where there is no such job. */
    touch: (touch: ScheduleTouch) => jobTouch({ table, now, zone }, touch),
  }
}

function absentSource(source: string, known: readonly string[]): Failure | null {
  if (known.includes(source)) return null
  const meant = nearest(source, known)
  return failure(
    'schedule.no-source',
    `No webhook is called ${source}, and no event came from there, so this job would never start.`,
    meant === null
      ? `Leave the source out to take events from everywhere, or the person adds the webhook first: gatehouse webhooks add ${source}.`
      : `Did you mean ${meant}? Otherwise the person adds the webhook first: gatehouse webhooks add ${source}.`,
  )
}

const waitsForEvents = (job: Job, now: number): boolean =>
  job.trigger.kind === 'event' &&
  (job.expiresAt === null || job.expiresAt > now) &&
  (job.maxRuns === null || job.runs < job.maxRuns)

const heldText = (refused: Failure | null): string | null =>
  refused === null ? null : withHint(refused)
