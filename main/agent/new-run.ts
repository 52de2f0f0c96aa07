// A run as it begins: at work, with nothing used yet.
import { RunId, type SessionId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
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
