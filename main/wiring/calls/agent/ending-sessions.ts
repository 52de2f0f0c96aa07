// The agent as others have it: with a run end the terminal sessions that it began.
import type { Agent } from '../../../agent/prompt/agent-port.ts'
import type { Terminals } from '../../../terminals/terminals.ts'

/** What a run left running in sessions ends when a person stops it or takes it away. */
export const endingSessions = (agent: Agent, { endOf }: Pick<Terminals, 'endOf'>): Agent => ({
  ...agent,
  async stop(id) {
    const session = agent.get(id, 1)?.run.session
    const stopped = await agent.stop(id)
    // Those of its sub-agents end with each of them.
    if (session !== undefined) await endOf(session)
    return stopped
  },
  async remove(id) {
    const session = agent.get(id, 1)?.run.session
    const removed = await agent.remove(id)
    if (removed.ok && session !== undefined) await endOf(session)
    return removed
  },
})
