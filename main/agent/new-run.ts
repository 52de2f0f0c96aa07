// A run as it begins: at work, with nothing used yet.
import { RunId, SessionId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { Scheduled } from './scheduled.ts'
import type { AgentPorts } from './ports.ts'

export function newRun(
  ports: Pick<AgentPorts, 'now' | 'newId' | 'model'>,
  title: string,
  session: SessionId,
  agent: string,
): Run {
  const at = ports.now()
  return {
    id: RunId.parse(ports.newId('run')),
    session,
    title,
    agent,
    model: ports.model(agent).label,
    state: 'working',
    createdAt: at,
    updatedAt: at,
    steps: 0,
    tokensIn: 0,
    tokensOut: 0,
    costs: [],
    from: null,
  }
}

/** @param scheduled what begins by itself at its time; left out: a person begins it */
export const firstRun = (
  ports: Parameters<typeof newRun>[0],
  title: string,
  agent: string,
  scheduled: Scheduled | undefined,
): Run =>
  scheduled === undefined
    ? newRun(ports, title, SessionId.parse(ports.newId('ses')), agent)
    : {
        ...newRun(ports, scheduled.text.name, scheduled.session, agent),
        schedule: scheduled.text,
      }

/** One that goes on from just before an item, on the same word. */
export const branchOf = (
  ports: Parameters<typeof newRun>[0],
  old: Run,
  title: string,
  item: number,
): Run => ({
  ...newRun(ports, title, old.session, old.agent),
  from: { run: old.id, item },
  ...(old.schedule === undefined ? {} : { schedule: old.schedule }),
})
