// The agent, which begins nothing while everything is stopped, and no run of an agent with a fault.
import type { Failure } from '../../../../contract/failure.ts'
import { err, type Result } from '../../../../contract/result.ts'
import type { Run } from '../../../../contract/agent/run.ts'
import { startFault } from '../../../policy/agent-grant.ts'
import { openAgent } from '../../../agent/agent.ts'
import type { Agent } from '../../../agent/prompt/agent-port.ts'
import type { AgentPorts } from '../../../agent/ports.ts'
import type { AgentDeps } from './agent-ports.ts'

type AgentStartDeps = Pick<AgentDeps, 'agentFiles' | 'stopped'>

export function wireAgent(deps: AgentStartDeps, ports: AgentPorts): Agent {
  const agent = openAgent(ports)
  const unless = async (
    act: () => Promise<Result<Run, Failure>>,
  ): Promise<Result<Run, Failure>> => {
    const stopped = deps.stopped()
    return stopped === null ? act() : err(stopped)
  }
  return {
    ...agent,
    start: (message, channel, name, scheduled) =>
      unless(async () => {
        const fault = startFault(deps.agentFiles.get, name)
        return fault === null ? agent.start(message, channel, name, scheduled) : err(fault)
      }),
    send: (id, message, channel) => unless(() => agent.send(id, message, channel)),
    branch: (id, item, message, channel) => unless(() => agent.branch(id, item, message, channel)),
    resume: (id, channel) => unless(() => agent.resume(id, channel)),
  }
}
