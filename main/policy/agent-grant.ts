// What an agent of Gatehouse was granted: what its file says. The person’s own chat agent has
// everything until it has a file.
import { EVERYTHING, NOTHING, type Grant } from '../../contract/agent/grant.ts'
import { makerText } from '../../contract/agent/agent-maker.ts'
import type { OwnAgent } from '../../contract/agent/own-agent.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { TOUR_AGENT } from '../../contract/agent/tour-steps.ts'

const WITHOUT_FILE: ReadonlySet<string> = new Set(['main', TOUR_AGENT])

/**
 * An agent whose file is broken or gone may do nothing. `supposed`: only the policy is asked about, so
 * one without a file has everything.
 */
export const agentGrant =
  (file: (name: string) => { readonly grant: Grant } | null) =>
  (name: string, supposed = false): Grant =>
    file(name)?.grant ?? (supposed || WITHOUT_FILE.has(name) ? EVERYTHING : NOTHING)

/** Why no run of an agent can begin; null: it can. */
export function startFault(
  file: (name: string) => Pick<OwnAgent, 'problems' | 'state' | 'maker'> | null,
  name = 'main',
): Failure | null {
  const own = file(name)
  const [problem] = own?.problems ?? []
  if (problem !== undefined)
    return failure(
      'agent.broken',
      `The file of the agent ${name} is broken: line ${problem.line}: ${problem.text}`,
      problem.hint,
    )
  if (own?.state === 'off')
    return failure(
      'agent.off',
      `The agent ${name} is off: ${own.maker.kind === 'agent' ? `${makerText(own.maker)} made it` : 'it was generated'}, and nobody turned it on as it is now.`,
      'Read what it may do in the window under Agents, and turn it on there.',
    )
  return own === null && !WITHOUT_FILE.has(name)
    ? failure(
        'agent.unknown',
        `There is no agent named ${name}.`,
        'gatehouse agents list shows all of them.',
      )
    : null
}
