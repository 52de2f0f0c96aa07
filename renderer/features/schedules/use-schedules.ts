// What the screen shows: jobs, their newest runs and the failed ones, read again whenever a job was
// due, started or ended.
import type { DeadLetter, JobListing } from '../../../contract/schedule/job.ts'
import type { JobRun } from '../../../contract/schedule/job-run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { type Read, useRead } from '../../state/use-read.ts'

export type Schedules = {
  readonly jobs: Read<JobListing[]>
  readonly history: Read<JobRun[]>
  readonly failed: Read<DeadLetter[]>
  reload(): void
}

export function useSchedules(most: number): Schedules {
  const bridge = useBridge()
  const revision = useLive((live) => live.schedulesRevision)
  // An agent may change a job: that is a row of the journal alone.
  const rows = useLive((live) => live.journalSeq)
  const again = `${revision} ${rows}`
  const jobs = useRead(bridge, 'schedules.list', {}, again)
  const history = useRead(bridge, 'schedules.history', { limit: most }, again)
  const failed = useRead(bridge, 'schedules.failed', {}, again)
  return {
    jobs,
    history,
    failed,
    reload() {
      jobs.reload()
      history.reload()
      failed.reload()
    },
  }
}
