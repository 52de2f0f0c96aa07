// Who the calls of a run are made by: the agent, or the job that began it.
import type { Principal } from '../../contract/call/principal.ts'
import type { Run } from '../../contract/agent/run.ts'

export function principalOf({ id, agent, session, schedule }: Run): Principal {
  return schedule === null || schedule === undefined
    ? { kind: 'agent', name: agent, session, runId: id }
    : {
        ...{ kind: 'schedule', name: schedule.name, session },
        ...{ job: schedule.job, agent, maker: schedule.maker },
      }
}
