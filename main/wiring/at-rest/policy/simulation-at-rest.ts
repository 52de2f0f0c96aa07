// Recorded decisions under another configuration, of a Gatehouse that does not run.
import { EVERYTHING } from '../../../../contract/agent/grant.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Input } from '../../../../contract/ipc/ipc.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { Simulation } from '../../../../contract/policy/simulation.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { simulate, type HistoricDecision } from '../../../gate/simulate.ts'
import { decisionHistory, type DecisionHistoryDeps } from '../../../policy/decision-history.ts'
import { evaluationTimeOf } from '../../../policy/evaluation-time.ts'
import { parseQuickly } from '../../../policy/parse-quickly.ts'
import { openPastCalls } from '../../../policy/past-calls.ts'
import { touchUnderPolicy } from '../../../services/policy/touch-under-policy.ts'
import type { EvaluationAtRest, HomeAtRest } from './evaluation-at-rest.ts'
import { sandboxAtRest } from './sandbox-at-rest.ts'
import { strictHolds } from './strict-at-rest.ts'
import { manifestsAtRest } from './manifests-at-rest.ts'
import { policiesUnder, policyAtRest } from './policy-at-rest.ts'
import { shownFault } from './shown-fault.ts'

type Tables = Pick<DecisionHistoryDeps, 'journal' | 'leases'>
type History = readonly HistoricDecision[]

/** Null where the database cannot be used as it is. */
export type ReadHistory = (read: (tables: Tables) => Promise<History>) => Promise<History | null>

/** `untested`: a command was among them, and the sandbox was taken to hold as it usually does. */
export type SimulatedAtRest = { readonly simulation: Simulation; readonly untested: boolean }

/**
 * Null where more counts than what is read here: a configuration with a fault, a built-in tool that the strict
 * registry closes, or a sandbox that only a trial knows. Fails where the text that is asked under has a fault.
 */
export async function simulationAtRest(
  { text, limit }: Input<'policy.simulate'>,
  home: HomeAtRest,
  reading: ReadHistory,
): Promise<Result<SimulatedAtRest, Failure> | null> {
  const { paths, env, outside } = home
  const found = await policyAtRest(paths)
  if (found === null) return null
  const tried = await parseQuickly(text, paths)
  if (!tried.ok) return err(await shownFault(tried.error, found.config, env))
  const { config } = tried.value
  const parser = openReparse(config, home)
  const history = await reading((tables) =>
    decisionHistory(limit, { ...tables, reparse: parser.reparse }),
  )
  if (history === null || parser.missed() || !strictHolds(found.config.plugins)) return null
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
  return ok({ simulation, untested: sandbox?.ok === true })
}

/** For rows of before the journal had the parts of commands. What takes commands apart is loaded where there are any. */
function openReparse(config: Config, home: HomeAtRest) {
  type Canonical = EvaluationAtRest['evaluate']['canonical']
  let canonical: Promise<Canonical | null> | null = null
  let missed = false
  const open = async (): Promise<Canonical | null> => {
    const { evaluationAtRest } = await import('./evaluation-at-rest.ts')
    const decider = await evaluationAtRest({ names: [], tried: config }, home, () => ({
      of: () => EVERYTHING,
    }))
    const found = await decider?.answer(async ({ evaluate }) => evaluate.canonical)
    return found?.value ?? null
  }
  const reparse: DecisionHistoryDeps['reparse'] = async (touch) => {
    const take = await (canonical ??= open())
    missed ||= take === null
    const { command, cwd } = touch
    const again = await take?.({ kind: 'proc.run', command, cwd })
    return again?.ok === true ? again.value : touch
  }
  return { reparse, missed: () => missed }
}
