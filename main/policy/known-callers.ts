// Whether there is a caller of that name. A question about nobody would be answered as for anybody,
// and a slip in a name would pass for a policy that holds.
import { assertNever } from '../../contract/never.ts'
import { nearest } from '../../contract/nearest.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { Config } from '../../contract/policy/config/config.ts'
import type { SupposedCall } from '../../contract/policy/supposed.ts'
import { TOUR_AGENT } from '../../contract/agent/tour-steps.ts'
import { clientNames } from '../clients/connect/agents/clients.ts'
import { matchName } from '../gate/path-glob.ts'

export type CallerFacts = {
  readonly config: Pick<Config, 'rules' | 'gateway'>
  /** Names of clients that have a token or are connected. */
  readonly clients: readonly string[]
  /** Names of the person's own agents. */
  readonly agents: readonly string[]
}

/**
 * Null: there is one, or nobody keeps a list of such callers. A name that a rule speaks of is known:
 * its agent may be yet to come.
 */
export function unknownCaller(
  { principal = 'agent', agent }: Pick<SupposedCall, 'principal' | 'agent'>,
  { config, clients, agents }: CallerFacts,
): Failure | null {
  if (agent === undefined) return null
  const ofClients = [
    ...new Set([...Object.keys(config.gateway.clients), ...clients, ...clientNames]),
  ]
  const known = namesOf(principal, ofClients, agents)
  if (known === null || known.includes(agent) || inRules(config.rules, agent)) return null
  const text = `There is no ${kindNames[principal]} named "${agent}".`
  if (principal === 'agent' && ofClients.includes(agent))
    return failure('caller.unknown', text, `${agent} is a client: add --principal mcp-client.`)
  const meant = nearest(agent, known)
  const list = `There are: ${known.join(', ')}, and names in your rules.`
  return failure('caller.unknown', text, meant === null ? list : `Did you mean ${meant}? ${list}`)
}

/** Null: no list is kept of them. */
function namesOf(
  principal: NonNullable<SupposedCall['principal']>,
  clients: readonly string[],
  agents: readonly string[],
): readonly string[] | null {
  switch (principal) {
    case 'agent':
      return [...new Set(['main', TOUR_AGENT, ...agents])]
    case 'mcp-client':
      return clients
    case 'person':
      return ['you']
    case 'cli':
      return ['command line']
    case 'subagent':
    case 'schedule':
      return null
    default:
      return assertNever(principal, 'namesOf')
  }
}

const kindNames: { readonly [P in NonNullable<SupposedCall['principal']>]: string } = {
  person: 'person',
  agent: 'agent',
  subagent: 'sub-agent',
  'mcp-client': 'client',
  schedule: 'schedule',
  cli: 'command line',
}

/** A pattern that means everybody speaks of nobody in particular. */
const inRules = (rules: Config['rules'], name: string): boolean =>
  rules.some(({ when }) => when.agents?.some((glob) => /[^*]/.test(glob) && matchName(glob, name)))
