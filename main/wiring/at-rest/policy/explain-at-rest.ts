// What the gate would say of calls that nobody makes, where no Gatehouse runs.
import { readdirSync } from 'node:fs'
import { EVERYTHING, NOTHING, type Grant } from '../../../../contract/agent/grant.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { Supposed, SupposedCall } from '../../../../contract/policy/supposed.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { explainCall } from '../../../pipeline/explain-call.ts'
import type { GrantOf } from '../../../policy/grant-of.ts'
import { unknownCaller } from '../../../policy/known-callers.ts'
import type { explainedTools } from '../../../services/policy/explained-tools.ts'
import { sha256 } from '../../sha256.ts'
import { configAtRest } from '../config-at-rest.ts'
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
 * Null where more counts than what is read here: what `evaluationAtRest` does not read, or no sandbox that
 * starts. Fails where the text has a fault.
 * @param text the configuration to ask under; left out: that of the home.
 */
export async function explainAtRest(
  calls: readonly SupposedCall[],
  text: string | undefined,
  home: HomeAtRest,
): Promise<Result<ExplainedAtRest, Failure> | null> {
  const tried = text === undefined ? ok(undefined) : await configIn(text, home)
  if (tried === null || !tried.ok) return tried
  const names = [...new Set(calls.map(({ tool }) => tool))]
  const hasClients = calls.some(({ principal }) => principal === 'mcp-client')
  const clients = openClients(home)
  const ofClients = hasClients ? await clients.grants() : () => NOTHING
  if (ofClients === null) return null
  const asked = { names, tried: tried.value, hasClients }
  const decider = await evaluationAtRest(asked, home, (inForce, makers) =>
    grantsOf(inForce, home.paths, makers, ofClients),
  )
  if (decider === null) return null
  const { config, granted } = decider
  const agents = calls.some(({ agent }) => agent !== undefined) ? granted.names() : []
  const unknown = (call: SupposedCall, those: readonly string[]): Failure | null =>
    unknownCaller(call, { config, clients: those, agents })
  // Most askers are known without a look at the clients.
  const nobody = calls.some((call) => unknown(call, []) !== null)
  const known = nobody ? await clients.names() : []
  if (known === null) return null
  const answer = await decider.answer(async (evaluation) => {
    const explained: Supposed[] = []
    for (const call of calls) {
      const nobodyHere = unknown(call, known)
      const named = nobodyHere === null ? await toolsOf(call, config, evaluation) : err(nobodyHere)
      explained.push(
        named.ok
          ? await explainCall(call, { ...evaluation.evaluate, ...named.value })
          : { id: call.id ?? null, error: named.error },
      )
    }
    return explained
  })
  return answer && ok({ explained: answer.value, untested: answer.untested })
}

/** As a running Gatehouse finds the tool of a call: what can be closed is not built in. */
async function toolsOf(
  call: SupposedCall,
  config: Config,
  { evaluate, registry }: EvaluationAtRest,
): Promise<ReturnType<typeof explainedTools>> {
  const one = call.external === undefined ? registry.get(call.tool) : null
  if (one?.source === 'built-in') return ok({ ...evaluate, findAny: () => ok(one) })
  const { explainedTools } = await import('../../../services/policy/explained-tools.ts')
  const { scanners } = await import('../../execution/servers/scanners.ts')
  return explainedTools(call, config, evaluate, { registry, sha256, unhide: scanners.unhide })
}

type Grants = { readonly of: GrantOf; names(): readonly string[] }

/** One without a file that is only supposed has everything. */
async function grantsOf(
  { config, bundles }: AtRest,
  { agentsDir }: AppPaths,
  makers: StoredForCalls['makers'],
  client: (name: string) => Grant,
): Promise<Grants> {
  if (bundles === null && !hasFiles(agentsDir))
    return {
      of: ({ kind, name }) => (kind === 'mcp-client' ? client(name) : EVERYTHING),
      names: () => [],
    }
  const { grantsAtRest } = await import('./grants-at-rest.ts')
  return grantsAtRest(agentsDir, config, bundles, (name) => makers.get(name) ?? null, client)
}

/** Read where a question is about one. Null where the database cannot be used as it is. */
function openClients({ paths, clients }: HomeAtRest) {
  let read: ReturnType<HomeAtRest['clients']> | null = null
  const stored = () => (read ??= clients())
  return {
    async names(): Promise<readonly string[] | null> {
      const found = await stored()
      return found && found.rows.map(({ client }) => client.name)
    },
    async grants(): Promise<((name: string) => Grant) | null> {
      const found = await stored()
      if (found === null) return null
      const { clientGrantsAtRest } = await import('./client-grants-at-rest.ts')
      return clientGrantsAtRest(paths, found)
    },
  }
}

/** Null where the configuration in force has a fault too: what is shown, it decides. */
async function configIn(
  text: string,
  { paths, env }: HomeAtRest,
): Promise<Result<Config, Failure> | null> {
  const { parseQuickly } = await import('../../../policy/parse-quickly.ts')
  const parsed = await parseQuickly(text, paths)
  if (parsed.ok) return ok(parsed.value.config)
  const inForce = await configAtRest(paths)
  if (inForce === null) return null
  const { shownFault } = await import('./shown-fault.ts')
  return err(await shownFault(parsed.error, inForce, env))
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
