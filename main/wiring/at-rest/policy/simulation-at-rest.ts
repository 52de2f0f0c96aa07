// Recorded decisions under another configuration, of a Gatehouse that does not run.
import { EVERYTHING } from '../../../../contract/agent/grant.ts'
import type { Input } from '../../../../contract/ipc/ipc.ts'
import type { Simulation } from '../../../../contract/policy/simulation.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { simulate, type HistoricDecision } from '../../../gate/simulate.ts'
import { decisionHistory, type DecisionHistoryDeps } from '../../../policy/decision-history.ts'
import { evaluationTimeOf } from '../../../policy/evaluation-time.ts'
import { parseQuickly } from '../../../policy/parse-quickly.ts'
import { openPastCalls } from '../../../policy/past-calls.ts'
import { startsBubblewrap } from '../../../sandbox/quick-trial.ts'
import { touchUnderPolicy } from '../../../services/policy/touch-under-policy.ts'
import { knownListings } from '../../../../tools/known-listings.ts'
import { pathOfWorkspace, realWorkspace } from '../../../workspace/workspace.ts'
import { openPolicies } from '../../policy/policy.ts'
import { sha256 } from '../../sha256.ts'
import { availabilityAtRest, type HostEnv } from '../availability-at-rest.ts'
import { hasOnlyBuiltIn } from '../has-plugins.ts'
import { policyAtRest } from './policy-at-rest.ts'

type Tables = Pick<DecisionHistoryDeps, 'journal' | 'leases'>
type History = readonly HistoricDecision[]

/** Null where the database cannot be used as it is. */
export type ReadHistory = (read: (tables: Tables) => Promise<History>) => Promise<History | null>

/** `untested`: a command was among them, and the sandbox was taken to hold as it usually does. */
export type SimulatedAtRest = { readonly simulation: Simulation; readonly untested: boolean }

/**
 * Null where more counts than what is read here: tools that are not built in, an organisation, a
 * configuration with a fault, commands that are to be taken apart again, or no sandbox that starts.
 */
export async function simulationAtRest(
  { text, limit }: Input<'policy.simulate'>,
  { paths, env }: { readonly paths: AppPaths; readonly env: HostEnv },
  reading: ReadHistory,
): Promise<SimulatedAtRest | null> {
  const found = await policyAtRest(paths)
  const tried = await parseQuickly(text, paths)
  if (found === null || found.bundles !== null || !tried.ok) return null
  if (!hasOnlyBuiltIn(found.config, paths)) return null
  const { config } = tried.value
  let more = false
  const reparse: DecisionHistoryDeps['reparse'] = async (touch) => {
    more = true
    return touch
  }
  const history = await reading((tables) => decisionHistory(limit, { ...tables, reparse }))
  if (history === null || more) return null
  if ((await availabilityAtRest(found, paths, env, () => found.policy)) === null) return null
  const untested = history.some(({ entry }) =>
    entry.decision.touches.some(({ kind }) => kind === 'proc.run'),
  )
  if (untested && !(await startsBubblewrap())) return null
  const workspace = realWorkspace(pathOfWorkspace(config.workspace, paths.defaultWorkspace))
  const policyUnder = openPolicies(
    () => ({ config, workspace }),
    paths.stop,
    sha256,
    () => EVERYTHING,
  )
  const policy = policyUnder()
  const manifests = new Map(knownListings().map(({ manifest }) => [manifest.name, manifest]))
  const simulation = simulate(history, policy, {
    manifest: (tool) => manifests.get(tool) ?? null,
    evaluationTime: evaluationTimeOf,
    sandboxed: true,
    prior: openPastCalls,
    resolveAgain: touchUnderPolicy(policy, found.policy),
  })
  return { simulation, untested }
}
