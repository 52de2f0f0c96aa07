// Opens the scheduler with its table of jobs and the agent that does their work.
import { letGo } from '../../../contract/let-go.ts'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { NotificationText } from '../../../contract/record/records-power.ts'
import type { SchedulePower } from '../../../contract/call/powers/schedule-power.ts'
import { ownZone } from '../../../contract/schedule/job-sentence.ts'
import { leaseEntry } from '../../approvals/lease-entry.ts'
import { jobRefusal, type AgentsNow } from '../../schedule/job-refusal.ts'
import { openScheduler, type Scheduler } from '../../schedule/scheduler.ts'
import type { SchedulerDeps } from '../../schedule/scheduler-deps.ts'
import { schedulePower, type ScheduleCall } from '../../schedule/schedule-power.ts'
import { openSchedules, type Schedules } from '../../schedule/schedules.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import { newId } from '../../pipeline/new-id.ts'
import type { OnDisk } from '../storage/on-disk.ts'
import { openJobWork } from './job-work.ts'

export type WireSchedulesDeps = Pick<
  SchedulerDeps,
  'now' | 'record' | 'report' | 'barred' | 'stopped'
> & {
  readonly tables: Pick<
    OnDisk['tables'],
    'schedules' | 'jobRuns' | 'runs' | 'leases' | 'webhooks' | 'inboundEvents'
  >
  readonly agent: () => Pick<Agent, 'start' | 'get' | 'items'>
  readonly agents: AgentsNow
  readonly send: (event: PanelEvent) => void
  /** Shows a message under the name of its job. */
  readonly notify: (job: string, text: NotificationText) => Promise<unknown>
}

export type WiredSchedules = {
  readonly schedules: Schedules
  readonly scheduler: Scheduler
  readonly power: (call: ScheduleCall) => SchedulePower
  readonly receive: (event: PanelEvent) => void
}

export function wireSchedules(deps: WireSchedulesDeps): WiredSchedules {
  const { tables, now, barred } = deps
  const refusal = jobRefusal(deps.agents)
  const work = openJobWork(deps.agent, tables.runs.ofSession)
  const scheduler = openScheduler({
    now,
    newId,
    barred,
    stopped: deps.stopped,
    record: deps.record,
    report: deps.report,
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
    table: tables.schedules,
    scheduler,
    now,
    barred,
    refusal,
    zone: ownZone,
    newId: () => newId('job'),
    sources: () => [
      ...tables.webhooks.list().map(({ name }) => name),
      ...tables.inboundEvents.counts().map(({ source }) => source),
    ],
    endApprovals(job) {
      for (const lease of tables.leases.list())
        if (lease.job === job && tables.leases.revoke(lease.id, now()))
          letGo(deps.record(leaseEntry(lease, 'revoked')))
    },
  })
  return {
    schedules,
    scheduler,
    power: (call) => schedulePower(call, schedules, scheduler),
    receive: work.receive,
  }
}
