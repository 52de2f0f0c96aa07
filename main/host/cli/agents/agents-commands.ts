// The commands of `gatehouse agents`, in the order of the help.
import type { Command } from '../command.ts'
import { agentsList, agentsCheck, agentsCapabilities } from './own-agents.ts'
import { agentsDisable, agentsEnable } from './turn-agent.ts'
import { agentsRun } from './run-agent.ts'
import { agentsAudit } from './audit-settings.ts'

export const agentsCommands: readonly Command[] = [
  agentsList,
  agentsCheck,
  agentsCapabilities,
  agentsEnable,
  agentsDisable,
  agentsRun,
  agentsAudit,
]
