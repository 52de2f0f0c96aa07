// Who the calls of a run are made by: the agent, the sub-agent, or the job that began it. Pure.
import type { Principal } from '../../contract/call/principal.ts'
import type { Run } from '../../contract/agent/run.ts'

export function principalOf({ agent, session, id, title, parent, schedule }: Run): Principal {
  if (parent !== undefined) {
    const { names, rootSession, delegation } = parent
    return {
      kind: 'subagent',
      name: agent,
      session,
      runId: id,
      parent: names[0] ?? 'Gatehouse',
      chain: names,
      root: rootSession,
      label: title,
      ...(delegation.delegates ? { delegates: true } : {}),
    }
  }
  return schedule === null || schedule === undefined
    ? { kind: 'agent', name: agent, session, runId: id }
    : {
        kind: 'schedule',
        name: schedule.name,
        session,
        job: schedule.job,
        agent,
        maker: schedule.maker,
      }
}
