// Recorded decisions under another configuration, of a Gatehouse that does not run.
import type { Input } from '../../../../contract/ipc/ipc.ts'
import type { Simulation } from '../../../../contract/policy/simulation.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { simulate, type HistoricDecision } from '../../../gate/simulate.ts'
import { decisionHistory, type DecisionHistoryDeps } from '../../../policy/decision-history.ts'
import { evaluationTimeOf } from '../../../policy/evaluation-time.ts'
import { parseQuickly } from '../../../policy/parse-quickly.ts'
import { openPastCalls } from '../../../policy/past-calls.ts'
import { touchUnderPolicy } from '../../../services/policy/touch-under-policy.ts'
import { sandboxAtRest } from './sandbox-at-rest.ts'
import { strictHolds } from './strict-at-rest.ts'
import { manifestsAtRest } from './manifests-at-rest.ts'
import { policiesUnder, policyAtRest } from './policy-at-rest.ts'
import type { StoredFromOutside } from '../stored-from-outside.ts'

type Tables = Pick<DecisionHistoryDeps, 'journal' | 'leases'>
type History = readonly HistoricDecision[]

/** Null where the database cannot be used as it is. */
export type ReadHistory = (read: (tables: Tables) => Promise<History>) => Promise<History | null>

/** `untested`: a command was among them, and the sandbox was taken to hold as it usually does. */
export type SimulatedAtRest = { readonly simulation: Simulation; readonly untested: boolean }

/**
 * Null where more counts than what is read here: a configuration with a fault, commands that are to be taken
 * apart again, a built-in tool that the strict registry closes, or a sandbox that only a trial knows.
 */
export async function simulationAtRest(
  { text, limit }: Input<'policy.simulate'>,
  paths: AppPaths,
  reading: ReadHistory,
  outside: StoredFromOutside,
): Promise<SimulatedAtRest | null> {
  const found = await policyAtRest(paths)
  const tried = await parseQuickly(text, paths)
  if (found === null || !tried.ok) return null
  const { config } = tried.value
  let more = false
  const reparse: DecisionHistoryDeps['reparse'] = async (touch) => {
    more = true
    return touch
  }
  const history = await reading((tables) => decisionHistory(limit, { ...tables, reparse }))
  if (history === null || more) return null
  if (!strictHolds(found.config.plugins)) return null
  const hasCommands = history.some(({ entry }) =>
    entry.decision.touches.some(({ kind }) => kind === 'proc.run'),
  )
  const sandbox = hasCommands ? await sandboxAtRest(found.config) : null
  if (hasCommands && sandbox === null) return null
  const names = new Set(history.map(({ entry }) => entry.tool))
  const manifest = await manifestsAtRest(names, found, paths, outside)
  if (manifest === null) return null
  // Whatever configuration is tried, the organisation is the one in force.
  const policy = policiesUnder({ config, bundles: found.bundles }, paths)()
  const simulation = simulate(history, policy, {
    manifest,
    evaluationTime: evaluationTimeOf,
    sandboxed: sandbox?.ok ?? true,
    prior: openPastCalls,
    resolveAgain: touchUnderPolicy(policy, found.policy),
  })
  return { simulation, untested: sandbox?.ok === true }
}
