// Jobs over the real tables, with a clock that the test sets and work that the test ends.
import { onTestFinished } from 'vitest'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { RunId } from '../../contract/ids.ts'
import type { JobId } from '../../contract/ids.ts'
import type { JobDraft } from '../../contract/call/powers/schedule-power.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { ok } from '../../contract/result.ts'
import type { JobListing } from '../../contract/schedule/job.ts'
import type { JobPayload, JobRun } from '../../contract/schedule/job-run.ts'
import { schedulePower } from '../../main/schedule/schedule-power.ts'
import type { ScheduleCall } from '../../main/schedule/schedule-power.ts'
import { openScheduler } from '../../main/schedule/scheduler.ts'
import type { JobEnd } from '../../main/schedule/scheduler-deps.ts'
import { openSchedules } from '../../main/schedule/schedules.ts'
import type { By } from '../../main/schedule/schedules.ts'
import { jobRunsTable } from '../../main/store/tables/job-runs-table.ts'
import { schedulesTable } from '../../main/store/tables/schedules-table.ts'
import type { Store } from '../../main/store/open.ts'
import { memoryStore } from '../store/fixture.ts'

export const NOON = Date.parse('2026-11-23T12:00:00Z')
export const person: By = { maker: { kind: 'person', name: 'you' }, seen: [] }
export const hourly: JobDraft = {
  name: 'Hourly',
  type: 'agent',
  message: 'Look.',
  trigger: { kind: 'every', seconds: 3_600 },
}

/** @param earlier an app that was killed: its database and its clock go on */
export async function openJobs(earlier?: {
  readonly store: Store
  readonly clock: { at: number }
}) {
  const store = earlier?.store ?? (await memoryStore())
  const clock = earlier?.clock ?? { at: NOON }
  const table = schedulesTable(store.db)
  const runs = jobRunsTable(store.db)
  const state = { barred: null as Failure | null, stopped: false, refused: null as Failure | null }
  const going = new Map<
    JobRun['id'],
    { readonly run: JobRun; readonly end: (end: JobEnd) => void }
  >()
  const starts: JobRun[] = []
  const journal: JournalEntry[] = []
  const shown: string[] = []
  /** Jobs whose approvals were ended. */
  const ended: JobId[] = []
  const sources = ['build', 'kitchen', 'mail']
  /** Sessions whose transcript is there. */
  const transcripts = new Map<JobRun['session'], RunId>()
  let count = 0
  const deps = {
    jobs: table,
    runs,
    now: () => clock.at,
    newId: (prefix: string) =>
      `${prefix}_${String((count += 1)).padStart(12, '0')}${earlier === undefined ? '' : 'b'}`,
    barred: () => state.barred,
    stopped: () => state.stopped,
    refusal: (_payload: Pick<JobPayload, 'maker'>) => state.refused,
    start(run: JobRun, begun: (id: RunId) => void): Promise<JobEnd> {
      starts.push(run)
      const id = RunId.parse(`run_${String(starts.length).padStart(12, '0')}`)
      transcripts.set(run.session, id)
      begun(id)
      return new Promise((resolve) => going.set(run.id, { run, end: resolve }))
    },
    begun: (session: JobRun['session']) => transcripts.get(session) ?? null,
    show: (run: JobRun) => void shown.push(run.payload.message),
    async record(entry: JournalEntry) {
      journal.push(entry)
      return ok(null)
    },
    changed: () => undefined,
    report(fault: unknown) {
      throw fault
    },
  }
  const scheduler = openScheduler(deps)
  onTestFinished(scheduler.close)
  const schedules = openSchedules({
    table,
    scheduler,
    now: deps.now,
    barred: deps.barred,
    refusal: deps.refusal,
    newId: () => deps.newId('job'),
    zone: () => 'UTC',
    sources: () => sources,
    endApprovals: (job) => void ended.push(job),
  })
  const add = (draft: Partial<JobDraft> = {}, by: By = person): JobListing => {
    const added = schedules.add({ ...hourly, ...draft }, by)
    if (!added.ok) throw new Error(added.error.text)
    return schedules.listing(added.value)
  }
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    add,
    clock,
    going,
    journal,
    scheduler,
    schedules,
    shown,
    sources,
    starts,
    ended,
    store,
    transcripts,
    state,
    runs,
    power: (call: ScheduleCall) => schedulePower(call, schedules, scheduler),
    /** As the timer does at its time. */
    async at(ms: number): Promise<void> {
      clock.at = ms
      scheduler.wake()
      await settled()
    },
    settled,
    async end(end: JobEnd = { kind: 'succeeded', text: 'Done.' }): Promise<void> {
      const [first] = going.values()
      if (first === undefined) throw new Error('Nothing runs.')
      going.delete(first.run.id)
      first.end(end)
      await settled()
    },
    /** The newest last. */
    history: () =>
      runs
        .newest(null, null, 500)
        .toReversed()
        .map(({ state: outcome, why, text }) => ({ state: outcome, why, text })),
    stop(): void {
      state.stopped = true
      state.barred = failure('emergency-stop.stopped', 'Everything is stopped.')
    },
    lift(): void {
      state.stopped = false
      state.barred = null
    },
  }
}
