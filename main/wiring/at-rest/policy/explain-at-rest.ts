// What the gate would say of calls that nobody makes, where no Gatehouse runs.
import { readdirSync } from 'node:fs'
import { EVERYTHING } from '../../../../contract/agent/grant.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { Supposed, SupposedCall } from '../../../../contract/policy/supposed.ts'
import { ok } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { explainCall } from '../../../pipeline/explain-call.ts'
import type { GrantOf } from '../../../policy/grant-of.ts'
import { unknownCaller } from '../../../policy/known-callers.ts'
import type { explainedTools } from '../../../services/policy/explained-tools.ts'
import { sha256 } from '../../sha256.ts'
import {
  evaluationAtRest,
  type EvaluationAtRest,
  type HomeAtRest,
  type StoredForCalls,
} from './evaluation-at-rest.ts'
import type { AtRest } from './policy-at-rest.ts'

export type ExplainedAtRest = {
  readonly explained: readonly Supposed[]
  /** One of the calls runs commands, and the sandbox was taken to hold as it usually does. */
  readonly untested: boolean
}

/**
 * Null where more counts than what is read here: another caller than these, what is in other tables or in the
 * store of credentials, or no sandbox that starts.
 * @param text the configuration to ask under; left out: that of the home.
 */
export async function explainAtRest(
  calls: readonly SupposedCall[],
  text: string | undefined,
  home: HomeAtRest,
): Promise<ExplainedAtRest | null> {
  if (!calls.every(isOfKnownCallers)) return null
  const names = [...new Set(calls.map(({ tool }) => tool))]
  let hasFile: AgentGrants['hasFile'] = () => false
  const decider = await evaluationAtRest(names, text, home, async (inForce, makers) => {
    const grants = await grantsOf(inForce, home.paths, makers)
    hasFile = grants.hasFile
    return grants
  })
  if (decider === null) return null
  const { config } = decider
  const agents = calls.flatMap(({ agent }) =>
    agent !== undefined && hasFile(agent) ? [agent] : [],
  )
  // Which others there are, a whole says.
  if (calls.some((call) => unknownCaller(call, { config, clients: [], agents }) !== null))
    return null
  const answer = await decider.answer(async (evaluation) => {
    const explained: Supposed[] = []
    for (const call of calls) {
      const named = await toolsOf(call, config, evaluation)
      explained.push(
        named.ok
          ? await explainCall(call, { ...evaluation.evaluate, ...named.value })
          : { id: call.id ?? null, error: named.error },
      )
    }
    return explained
  })
  return answer && { explained: answer.value, untested: answer.untested }
}

/** As a running Gatehouse finds the tool of a call: what can be closed is not built in. */
async function toolsOf(
  call: SupposedCall,
  config: Config,
  { evaluate, registry }: EvaluationAtRest,
): Promise<ReturnType<typeof explainedTools>> {
  const one = registry.get(call.tool)
  if (one?.source === 'built-in') return ok({ ...evaluate, findAny: () => ok(one) })
  const { explainedTools } = await import('../../../services/policy/explained-tools.ts')
  const { scanners } = await import('../../execution/servers/scanners.ts')
  return explainedTools(call, config, evaluate, { registry, sha256, unhide: scanners.unhide })
}

type AgentGrants = { readonly of: GrantOf; hasFile(agent: string): boolean }

/** One without a file that is only supposed has everything. */
async function grantsOf(
  { config, bundles }: AtRest,
  { agentsDir }: AppPaths,
  makers: StoredForCalls['makers'],
): Promise<AgentGrants> {
  if (bundles === null && !hasFiles(agentsDir))
    return { of: () => EVERYTHING, hasFile: () => false }
  const { grantsAtRest } = await import('./grants-at-rest.ts')
  return grantsAtRest(agentsDir, config, bundles, (name) => makers.get(name) ?? null)
}

/** Clients have tokens and commands of their own; an external tool has a server. */
const isOfKnownCallers = ({ principal, external }: SupposedCall): boolean =>
  principal !== 'mcp-client' && external === undefined

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
