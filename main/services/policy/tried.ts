// What a configuration would decide, as if it were in force: single calls, and the newest decisions of
// the journal replayed.
import { homedir } from 'node:os'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../../contract/policy/config/config-problem.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { parseFile, type ParsedFile } from '../../config/parse.ts'
import type { PolicyFacts } from '../../config/facts.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Policy } from '../../gate/policy.ts'
import type { HistoricDecision, ReplayDeps } from '../../gate/simulate.ts'
import type { Journal } from '../../journal/journal.ts'
import { evaluationTimeOf } from '../../policy/evaluation-time.ts'
import { openPastCalls } from '../../policy/past-calls.ts'
import { decisionHistory } from '../../policy/decision-history.ts'
import { configFault } from '../../policy/config-fault.ts'
import type { Servers } from '../../mcp/servers-port.ts'
import type { Registry } from '../../registry/registry.ts'
import { openOwnPaths } from '../../sandbox/files/own-paths.ts'
import { resolvePath } from '../../sandbox/files/resolve-path.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'
import {
  wireEvaluation,
  type EvaluationDeps,
  type WiredEvaluation,
} from '../../wiring/calls/evaluation.ts'
import type { Held } from '../../bundle/in-force.ts'
import type { GrantOf } from '../../policy/grant-of.ts'
import { openPolicies } from '../../wiring/policy/policy.ts'
import { pathOfWorkspace, realWorkspace } from '../../workspace/workspace.ts'
import { touchUnderPolicy } from './touch-under-policy.ts'

export type TriedDeps = {
  readonly registry: Registry
  readonly paths: AppPaths
  readonly leases: LeasesTable
  readonly knownSecret: (name: string) => Result<CanonicalTouch, Failure>
  readonly schedules: EvaluationDeps['schedules']
  readonly records: EvaluationDeps['records']
  readonly memory: EvaluationDeps['memory']
  readonly events: EvaluationDeps['events']
  readonly servers: (server: string, tool: string) => Result<CanonicalTouch, Failure>
  readonly serverLocations: EvaluationDeps['serverLocations']
  readonly steering: Servers['steering']
  readonly pluginTouch: EvaluationDeps['pluginTouch']
  readonly journal: Journal
  readonly runner: Runner
  readonly facts: PolicyFacts
  /** What calls are judged by now. */
  readonly inForce: WiredEvaluation
  readonly grantOf: GrantOf
  /** What an organisation holds, whatever configuration is tried. */
  readonly held: () => Held
  readonly now: () => number
  readonly sha256: (text: string) => string
}

export type Tried = {
  /** With every problem that it has. */
  parse(text: string): Result<ParsedFile, readonly ConfigProblem[]>
  /** With its first problem as the failure. */
  read(text: string): Result<Config, Failure>
  /** All that hangs on a configuration. */
  under(config: Config): WiredEvaluation
  /** The newest decisions, or those below a row; commands are read again under `evaluate`. */
  history(
    evaluate: WiredEvaluation,
    limit: number,
    below?: number,
  ): Promise<readonly HistoricDecision[]>
  /** What a replay reads again under another configuration. */
  replay(config: Config, policy: Policy): ReplayDeps
}

export function openTried(deps: TriedDeps): Tried {
  const { registry, paths, leases, journal, runner, inForce, now, sha256 } = deps
  const parse: Tried['parse'] = (text) => parseFile(text, paths.configFile, deps.facts)
  return {
    parse,
    read(text) {
      const parsed = parse(text)
      return parsed.ok ? ok(parsed.value.config) : err(configFault(parsed.error))
    },
    under(tried) {
      const workspace = pathOfWorkspace(tried.workspace, paths.defaultWorkspace)
      const real = realWorkspace(workspace)
      const policy = openPolicies(
        () => ({ config: tried, workspace: real }),
        paths.stop,
        sha256,
        deps.grantOf,
        deps.held,
      )
      const resolvedWorkspace = resolvePath({
        workspace,
        stop: paths.stop,
        home: homedir(),
        own: openOwnPaths(() => policy().everyStop),
      })
      return wireEvaluation({
        registry,
        resolvedWorkspace: () => resolvedWorkspace,
        workspaceRealPath: () => realWorkspace(workspace),
        knownSecret: deps.knownSecret,
        schedules: deps.schedules,
        records: deps.records,
        memory: deps.memory,
        events: deps.events,
        servers: deps.servers,
        serverLocations(server) {
          const asked = tried.servers[server]
          const folders = asked?.transport === 'stdio' ? asked.folders : []
          return { ...deps.serverLocations(server), folders }
        },
        steering: deps.steering,
        pluginTouch: deps.pluginTouch,
        policy,
        leases,
        runner,
        frozen: inForce.frozen,
        now,
        sha256,
      })
    },
    history(evaluate, limit, below) {
      const reparse = async (touch: CanonicalTouchOf<'proc.run'>): Promise<CanonicalTouch> => {
        const { command, cwd } = touch
        const again = await evaluate.canonical({ kind: 'proc.run', command, cwd })
        return again.ok ? again.value : touch
      }
      return decisionHistory(limit, { journal, leases, reparse }, below)
    },
    replay: (config, policy) => ({
      manifest: (tool) => registry.get(tool)?.tool.manifest ?? null,
      evaluationTime: evaluationTimeOf,
      sandboxed: runner.enforced().ok,
      prior: openPastCalls,
      resolveAgain: touchUnderPolicy(policy, inForce.policy()),
    }),
  }
}
