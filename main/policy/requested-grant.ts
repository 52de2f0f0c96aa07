// What is asked for a sub-agent, as a grant: what the agent has that it is to be, of that the tools
// by name and single actions of them. The caller has to have them as well, so a name that nobody has
// brings nothing.
import { capabilityNamed, grantFor } from '../../contract/agent/capabilities/registry.ts'
import { EVERYTHING, intersectGrants, type Grant } from '../../contract/agent/grant.ts'
import type { SubagentDraft } from '../../contract/call/powers/subagent-power.ts'
import type { Failure } from '../../contract/failure.ts'
import { ok, type Result } from '../../contract/result.ts'

/** One without a file of its own. */
export const PLAIN_HELPER = 'helper'

/**
 * @param overSubagents names of the tools that start and look after sub-agents.
 * @param grantOfAgent of an agent by its name; fails where there is none, or its file is broken.
 */
export const requestedGrant =
  (overSubagents: readonly string[], grantOfAgent: (name: string) => Result<Grant, Failure>) =>
  ({
    agent,
    tools,
    delegates,
  }: Pick<SubagentDraft, 'agent' | 'tools' | 'delegates'>): Result<Grant, Failure> => {
    const own = agent === PLAIN_HELPER ? ok(EVERYTHING) : grantOfAgent(agent)
    if (!own.ok || tools === null) return own
    const asked = tools.flatMap((name): Grant => {
      const capability = capabilityNamed(name)
      // `web_search` is both; the tool is the less of the two.
      if (capability !== null && !capability.tools.some(({ tool }) => tool === name))
        return grantFor([{ name, scope: null }])
      const [tool = '', action] = name.split('.')
      return [{ tool, actions: action === undefined ? null : [action], scopes: [] }]
    })
    const over = delegates ? overSubagents : []
    return ok(
      intersectGrants(own.value, [
        ...asked,
        ...over.map((tool) => ({ tool, actions: null, scopes: [] })),
      ]),
    )
  }
