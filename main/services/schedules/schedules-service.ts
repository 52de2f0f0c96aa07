// The topic `schedules`: the jobs that are kept and their runs, with a row in the journal for what a
// person changes.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { usualLimits } from '../../../contract/schedule/job.ts'
import type { JobDraftGiven } from '../../../contract/schedule/job-draft.ts'
import { jobSentence, ownZone } from '../../../contract/schedule/job-sentence.ts'
import { nextRuns } from '../../../contract/schedule/next-runs.ts'
import { triggerOf } from '../../../contract/schedule/trigger.ts'
import type { Scheduler } from '../../schedule/scheduler.ts'
import type { openPreflight } from './preflight.ts'
import type { By, Schedules } from '../../schedule/schedules.ts'

export type SchedulesServiceDeps = {
  readonly schedules: Schedules
  readonly scheduler: Scheduler
  readonly preflight: ReturnType<typeof openPreflight>
  readonly record: (entry: JournalEntry) => Promise<unknown>
  readonly changed: () => void
  readonly now: () => number
}

type Change = Extract<JournalEntry, { kind: 'schedule' }>['change']

export function schedulesService({
  schedules,
  scheduler,
  preflight,
  record,
  changed,
  now,
}: SchedulesServiceDeps): TopicHandlers<'schedules'> {
  const noted = async (change: Change, name: string, surface: Surface): Promise<void> => {
    await record({ kind: 'schedule', change, name, surface })
    changed()
  }
  const whose = (surface: Surface): By => ({
    maker:
      surface === 'cli' ? { kind: 'cli', name: 'command line' } : { kind: 'person', name: 'you' },
    seen: [],
  })
  return {
    'schedules.list': async () => ok([...schedules.list()]),
    async 'schedules.add'(draft, { surface }) {
      const expired = passed(draft, now())
      if (expired !== null) return err(expired)
      const added = schedules.add(defined(draft), whose(surface))
      if (!added.ok) return added
      await noted('added', added.value.name, surface)
      return ok(schedules.listing(added.value))
    },
    async 'schedules.change'({ id, change }, { surface }) {
      const expired = passed(change, now())
      if (expired !== null) return err(expired)
      const done = schedules.change(id, defined(change), whose(surface))
      if (!done.ok) return done
      const { paused } = change
      const alone = Object.keys(change).length === 1 && paused !== undefined
      await noted(alone ? (paused ? 'paused' : 'resumed') : 'changed', done.value.name, surface)
      return ok(schedules.listing(done.value))
    },
    async 'schedules.preview'(draft) {
      const trigger = triggerOf(draft.trigger, now())
      const job = {
        ...usualLimits,
        agent: 'main',
        paused: false,
        ...defined(draft),
        trigger,
        runs: 0,
        lastAt: null,
      }
      return ok({
        sentence: jobSentence(job, ownZone()),
        nextRuns: [...nextRuns(job, now(), 3)],
      })
    },
    'schedules.preflight': ({ id, expected }) => preflight.check(id, expected),
    async 'schedules.give'({ proof, confirmed, ...given }) {
      const done = await preflight.give(given, { proof, confirmed })
      if (done.ok) changed()
      return done
    },
    async 'schedules.remove'({ id }, { surface }) {
      const removed = schedules.remove(id)
      if (!removed.ok) return removed
      await noted('removed', removed.value.name, surface)
      return ok([...schedules.list()])
    },
    async 'schedules.run'({ id }, { surface }) {
      const started = scheduler.runNow(id)
      if (started.ok) await noted('run', started.value.jobName, surface)
      return started
    },
    'schedules.history': async ({ id, before, limit }) =>
      ok([...scheduler.history(id, before, limit)]),
    'schedules.failed': async ({ state }) => ok([...scheduler.letters(state)]),
    async 'schedules.repeat'({ id }, { surface }) {
      return recorded(scheduler.repeat(id), ({ jobName }) => noted('repeated', jobName, surface))
    },
    async 'schedules.discard'({ id }, { surface }) {
      return recorded(scheduler.discard(id), ({ jobName }) => noted('discarded', jobName, surface))
    },
    async 'schedules.clear'({ state }, { surface }) {
      const cleared = scheduler.clearLetters(state)
      await noted('cleared', `${cleared} failed runs`, surface)
      return ok({ cleared })
    },
  }
}

async function recorded<T>(
  done: Result<T, Failure>,
  tell: (value: T) => Promise<void>,
): Promise<Result<T, Failure>> {
  if (done.ok) await tell(done.value)
  return done
}

function passed(
  { trigger }: { readonly trigger?: JobDraftGiven['trigger'] | undefined },
  now: number,
): Failure | null {
  return trigger?.kind === 'at' && trigger.at <= now
    ? failure('schedule.past', 'The time has passed already.', 'Give one in the future.')
    : null
}

/** Without what was given as undefined: that would take the place of what is there. */
const defined = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
