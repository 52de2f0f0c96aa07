// Joins the jobs that are kept, what runs them, and the agent that does their work.
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { letGo } from '../../../contract/let-go.ts'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { NotificationText } from '../../../contract/record/records-power.ts'
import type { SchedulePower } from '../../../contract/call/powers.ts'
import type { Job } from '../../../contract/schedule/job.ts'
import { ownZone } from '../../../contract/schedule/job-sentence.ts'
import { openScheduler } from '../../schedule/scheduler.ts'
import type { Scheduler } from '../../schedule/scheduler.ts'
import type { SchedulerDeps } from '../../schedule/scheduler-deps.ts'
import { schedulePower } from '../../schedule/schedule-power.ts'
import type { ScheduleCall } from '../../schedule/schedule-power.ts'
import { openSchedules } from '../../schedule/schedules.ts'
import type { Schedules } from '../../schedule/schedules.ts'
import type { Agent } from '../../agent/model-tools.ts'
import { newId } from '../../pipeline/new-id.ts'
import type { OnDisk } from '../storage/on-disk.ts'
import { openJobWork } from './job-work.ts'

export type WireSchedulesDeps = Pick<
  SchedulerDeps,
  'now' | 'record' | 'report' | 'barred' | 'stopped'
> & {
  readonly tables: Pick<OnDisk['tables'], 'schedules' | 'jobRuns' | 'runs'>
  readonly agent: () => Pick<Agent, 'start' | 'get' | 'items'>
  readonly send: (event: PanelEvent) => void
  /** Shows a message under the name of its job. */
  readonly notify: (job: string, text: NotificationText) => Promise<unknown>
}

export type WiredSchedules = {
  readonly schedules: Schedules
  readonly scheduler: Scheduler
  readonly power: (call: ScheduleCall) => SchedulePower
  readonly hear: (event: PanelEvent) => void
}

export function wireSchedules(deps: WireSchedulesDeps): WiredSchedules {
  const { tables, now, barred } = deps
  const work = openJobWork(deps.agent, tables.runs.ofSession)
  const scheduler = openScheduler({
    ...{ now, newId, barred, stopped: deps.stopped, record: deps.record, report: deps.report },
    jobs: tables.schedules,
    runs: tables.jobRuns,
    refusal,
    start: work.start,
    begun: work.begun,
    show({ jobName, payload: { message } }) {
      letGo(deps.notify(jobName, { title: jobName, message, subtitle: '', sound: false }))
    },
    changed() {
      deps.send({ kind: 'schedules-changed' })
    },
  })
  const schedules = openSchedules({
    ...{ table: tables.schedules, scheduler, now, barred, refusal, zone: ownZone },
    newId: () => newId('job'),
  })
  return {
    schedules,
    scheduler,
    power: (call) => schedulePower(call, schedules, scheduler),
    hear: work.hear,
  }
}

/** Asked when a job is made and each time it is due. */
function refusal({ maker, type, agent }: Pick<Job, 'maker' | 'type' | 'agent'>): Failure | null {
  if (maker === null)
    return failure(
      'schedule.no-maker',
      'It is not known who made this job, so it does not run.',
      'Open it in Schedules and save it: it then runs for you.',
    )
  if (type === 'agent' && agent !== 'main')
    return failure('schedule.no-agent', `There is no agent named ${agent}.`, 'Choose one of: main.')
  return null
}
