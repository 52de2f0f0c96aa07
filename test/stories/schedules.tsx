// Schedules: the whole screen, one without jobs, one that cannot be read, and a job that is held.
import type { DeadLetter, JobListing } from '../../contract/schedule/job.ts'
import { useBridge } from '../../renderer/bridge/bridge-context.ts'
import { FailedRuns } from '../../renderer/features/schedules/failed-runs.tsx'
import { JobRow } from '../../renderer/features/schedules/job-row.tsx'
import { SchedulesScreen } from '../../renderer/features/schedules/schedules-screen.tsx'
import { useRead } from '../../renderer/state/use-read.ts'
import type { Story } from './story.ts'

const nowhere = (): void => {}
const Screen = () => (
  <main>
    <SchedulesScreen openRun={nowhere} />
  </main>
)
const acts = [{ passMs: 400 }] as const

/** The first job, as it is or otherwise. */
function Job({ change }: { readonly change: Partial<JobListing> }) {
  const [job] = useRead(useBridge(), 'schedules.list', {}, 0).value ?? []
  return job === undefined ? null : (
    <ul style={{ padding: 0 }}>
      <JobRow job={{ ...job, ...change }} edit={nowhere} check={nowhere} done={nowhere} />
    </ul>
  )
}

/** The kept failure in each state that it can have. */
function Letters() {
  const [letter] = useRead(useBridge(), 'schedules.failed', { state: null }, 0).value ?? []
  return letter === undefined ? null : (
    <FailedRuns
      letters={(['queued', 'running', 'succeeded', 'failed', 'discarded'] as const).map(
        (state, at): DeadLetter => ({ ...letter, state, id: `dl_00000000000${at + 1}` }),
      )}
      done={nowhere}
    />
  )
}

export const schedulesStories: readonly Story[] = [
  { name: 'schedules', width: 900, height: 1_000, whole: true, acts, element: () => <Screen /> },
  {
    name: 'schedules-narrow',
    width: 400,
    height: 1_000,
    whole: true,
    acts,
    element: () => <Screen />,
  },
  {
    name: 'schedules-none',
    width: 900,
    height: 700,
    whole: true,
    acts,
    bridge: { schedules: 'none' },
    element: () => <Screen />,
  },
  {
    name: 'schedules-unreadable',
    width: 900,
    height: 700,
    whole: true,
    acts,
    bridge: { schedules: 'broken' },
    element: () => <Screen />,
  },
  {
    name: 'schedules-job-held',
    element: () => (
      <Job change={{ held: 'The agent main has no capability mail_read any more.' }} />
    ),
  },
  {
    name: 'schedules-job-paused',
    element: () => <Job change={{ paused: true, nextRuns: [] }} />,
  },
  { name: 'schedules-failed', width: 900, element: () => <Letters /> },
]
