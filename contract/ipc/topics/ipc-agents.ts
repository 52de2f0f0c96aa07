// Channels: agents of other makers on this machine, which are connected and disconnected. Screens
// only: on the command line `gatehouse connect` does it, and an agent may not.
import { z } from 'zod'
import { AgentName, AgentPlan, AgentRemoval, OtherAgents } from '../../agent/other-agent.ts'
import { call, none, screens } from '../channel.ts'

const connection = { name: AgentName, hooks: z.boolean() }

export const agentsChannels = {
  /** Reads their configuration, and starts nothing. */
  'agents.list': call(screens, none, OtherAgents),
  /** What connecting would write. Changes nothing. */
  'agents.plan': call(screens, z.strictObject(connection), AgentPlan),
  /** Writes what a person was shown, by its digest; fails where it would be something else by now. */
  'agents.connect': call(
    screens,
    z.strictObject({ ...connection, digest: z.string() }),
    OtherAgents,
  ),
  /** What disconnecting would take back. Changes nothing. */
  'agents.plan-removal': call(screens, z.strictObject({ name: AgentName }), AgentRemoval),
  'agents.disconnect': call(
    screens,
    z.strictObject({ name: AgentName, digest: z.string() }),
    OtherAgents,
  ),
} as const
