// What can be done about the shell commands of each agent, and what is done now: for the window and
// the command line. Pure.
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ClientCommands, CommandsGate } from '../../../contract/server/gateway.ts'
import { clients as agents, isClientName } from '../../clients/connect/agents/clients.ts'
import { hookAgents } from '../../../contract/server/hook-agent.ts'
import { canRewrite } from '../../clients/hook/rewrite.ts'

export type ClientCommandsFacts = {
  /** Connected, or with a token. */
  readonly known: readonly string[]
  readonly config: Pick<Config, 'gateway'>
  /** Its hook is set up, as far as connect wrote it down. */
  readonly hooked: ReadonlyMap<string, boolean>
  readonly ignored: (client: string) => boolean
  readonly enforced: boolean
}

export function clientCommands({
  known,
  config,
  hooked,
  ignored,
  enforced,
}: ClientCommandsFacts): readonly ClientCommands[] {
  const { clients } = config.gateway
  const names = new Set([...known, ...Object.keys(clients), ...hooked.keys()])
  return [...names].toSorted().map((name) => {
    const gate = gateOf(name)
    const run = clients[name]?.commands ?? null
    const wanted = gate === 'rewrite' && run === 'sandbox'
    return {
      name,
      title: titleOf(name),
      gate,
      hooked: hooked.get(name) === true,
      run,
      problem: !wanted ? null : !enforced ? 'no-sandbox' : ignored(name) ? 'ignored' : null,
    }
  })
}

const agentOf = (name: string) => hookAgents.find((agent) => agent === name)

function gateOf(name: string): CommandsGate {
  const agent = agentOf(name)
  if (agent === undefined) return 'none'
  return canRewrite(agent) ? 'rewrite' : 'rehearse'
}

const titleOf = (name: string): string => (isClientName(name) ? agents[name].title : name)
