// The jobs of a Gatehouse that does not run: none of them runs, and the next start sees to what was missed.
import { ownZone } from '../../../contract/schedule/job-sentence.ts'
import { agentGrant, startFault } from '../../policy/agent-grant.ts'
import { jobRefusal, type AgentsNow } from '../../schedule/job-refusal.ts'
import { openSchedules, type ScheduleDeps, type Schedules } from '../../schedule/schedules.ts'
import { openStop } from '../policy/stop.ts'

export type StoredOfJobs = {
  readonly table: Pick<ScheduleDeps['table'], 'list' | 'get' | 'dueAt'>
  readonly sources: ScheduleDeps['sources']
  /** The row of the emergency stop; undefined: there is none. */
  readonly stopped: () => unknown
}

const WITHOUT_FILES: AgentsNow = {
  fault: (name) => startFault(() => null, name),
  grant: agentGrant(() => null),
}

/** @param agents left out: none has a file, of its own or of an organisation. */
export function openJobsAtRest(
  { table, sources, stopped }: StoredOfJobs,
  agents: AgentsNow = WITHOUT_FILES,
): Pick<Schedules, 'get' | 'list' | 'listing'> {
  const nothing = (): void => {}
  const stop = openStop(
    { get: stopped, put: nothing, remove: nothing },
    Date.now,
    new AbortController().signal,
  )
  return openSchedules({
    table: { ...table, put: nothing, remove: nothing },
    scheduler: { wake: nothing, active: () => 0, removed: nothing },
    now: Date.now,
    newId: () => '',
    zone: ownZone,
    barred: stop.barred,
    refusal: jobRefusal(agents),
    sources,
    endApprovals: nothing,
  })
}
