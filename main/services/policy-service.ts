// What the topic `policy` can do: explain, report, check, simulate. Asks the gate and writes
// nothing.
import { homedir } from 'node:os'
import type { Approval, Reply } from '../../contract/approval/approval.ts'
import type { Config, ConfigProblem } from '../../contract/policy/config.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { LastingPreview, PolicyReport, PolicyWarning } from '../../contract/policy/policy.ts'
import { standardPresets } from '../../contract/policy/preset.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'
import type { Journal } from '../journal/journal.ts'
import { explainCall } from '../pipeline/explain-call.ts'
import type { CheckedConfigStore } from '../config/config.ts'
import { parseFile } from '../config/parse.ts'
import type { AppPaths } from '../config/paths.ts'
import { canonicalHost } from '../egress/canonical-host.ts'
import { canonicalUrl } from '../egress/canonical-url.ts'
import type { Policy } from '../gate/policy.ts'
import { previewLease, previewRule, simulate } from '../gate/simulate.ts'
import type { PastDecision, ReplayDeps } from '../gate/simulate.ts'
import type { PolicyFileService, PolicyService } from '../ipc/handlers/policy.ts'
import type { Registry } from '../registry/registry.ts'
import { openOwnPlaces } from '../sandbox/files/own-places.ts'
import { resolvePath } from '../sandbox/files/resolve-path.ts'
import type { Runner } from '../sandbox/runner.ts'
import type { LeasesTable } from '../store/leases-table.ts'
import { broughtBy } from '../wiring/calls/approvals.ts'
import { wireEvaluation } from '../wiring/calls/evaluation.ts'
import type { WiredEvaluation } from '../wiring/calls/evaluation.ts'
import { connectable, hostsFor, policyOf } from '../wiring/policy/policy.ts'
import { evaluationTimeOf } from '../policy/evaluation-time.ts'
import { pastDecisions } from '../policy/past-decisions.ts'
import { problemLine } from '../policy/policy-change.ts'
import { protectedReach } from '../policy/protected-paths-in-scope.ts'
import { policyFacts } from '../policy/policy-facts.ts'
import { policyFileService } from './policy-file-service.ts'
import type { PolicyFileDeps } from './policy-file-service.ts'
import { pathOfWorkspace, realWorkspace } from '../workspace/workspace.ts'
import { refusedWorkspace, workspaceWorld } from '../workspace/workspace-problem.ts'

export type PolicyServiceDeps = {
  readonly registry: Registry
  readonly config: CheckedConfigStore
  readonly places: AppPaths
  readonly leases: LeasesTable
  readonly approvals: PolicyFileDeps['approvals']
  readonly relaxation: PolicyFileDeps['relaxation']
  readonly knownSecret: (name: string) => Result<CanonicalTouch, Failure>
  readonly servers: (server: string, tool: string) => Result<CanonicalTouch, Failure>
  readonly journal: Journal
  readonly runner: Runner
  /** What calls are judged by now. */
  readonly inForce: WiredEvaluation
  readonly now: () => number
  readonly sha256: (text: string) => string
}

export type WiredPolicyService = PolicyService &
  PolicyFileService & {
    /**
     * What an answer to a held call would have done over the newest decisions, had it been given
     * before them.
     */
    preview(
      approval: Approval,
      reply: Pick<Reply, 'answer' | 'scope'>,
    ): Promise<Result<LastingPreview, Failure>>
  }

/** Decisions that a preview looks at. */
const PREVIEWED = 1_000

export function policyService(needs: PolicyServiceDeps): WiredPolicyService {
  const { registry, config, places, leases, journal, runner, inForce, now, sha256 } = needs
  const facts = policyFacts(now, refusedWorkspace(workspaceWorld(places)))
  const read = (text: string) => parseFile(text, places.configFile, facts)

  /** All that hangs on a configuration, as if it were in force. */
  const under = (tried: Config): WiredEvaluation => {
    const workspace = pathOfWorkspace(tried.workspace, places.defaultWorkspace)
    const policy = policyOf(tried, realWorkspace(workspace), places.stop, sha256)
    const place = resolvePath({
      workspace,
      stop: places.stop,
      home: homedir(),
      own: openOwnPlaces(() => policy.ownStop),
    })
    const hosts: Parameters<typeof wireEvaluation>[0]['hosts'] = (method) => hostsFor(tried, method)
    return wireEvaluation({
      ...{
        registry,
        place: () => place,
        hosts,
        policy: () => policy,
        leases,
        runner,
        now,
        sha256,
        frozen: inForce.frozen,
      },
      connectHosts: () => connectable(tried),
      knownSecret: needs.knownSecret,
      servers: needs.servers,
    })
  }

  const reportOf = (
    of: Config,
    policy: Policy,
    problems: readonly ConfigProblem[],
    warnings: readonly PolicyWarning[],
  ): PolicyReport => ({
    hash: policy.hash,
    preset: of.preset,
    presets: { ...standardPresets, ...of.presets },
    rules: of.rules,
    problems: [...problems],
    warnings: [...warnings],
  })

  const sessionHistoryOf = (
    evaluate: WiredEvaluation,
    limit: number,
    below?: number,
  ): Promise<readonly PastDecision[]> => {
    const reparse = async (touch: CanonicalTouchOf<'proc.run'>): Promise<CanonicalTouch> => {
      const again = await evaluate.canonical({
        kind: 'proc.run',
        command: touch.command,
        cwd: touch.cwd,
      })
      return again.ok ? again.value : touch
    }
    return pastDecisions(limit, { journal, leases, reparse }, below)
  }

  return {
    ...policyFileService({ ...needs, policy: inForce.policy, facts }),

    async explain(calls, text) {
      const evaluate =
        text === undefined ? ok(inForce) : mapped(read(text), (parsed) => under(parsed.config))
      if (!evaluate.ok) return evaluate
      // What is seen to hold decides whether a command that only reads is let run.
      await runner.ready
      const findAny: WiredEvaluation['find'] = (principal, name) => {
        const found = registry.get(name)
        return found === null ? evaluate.value.find(principal, name) : ok(found)
      }
      const explained = []
      for (const call of calls)
        explained.push(await explainCall(call, { ...evaluate.value, findAny }))
      return ok(explained)
    },

    report: () =>
      reportOf(config.current(), inForce.policy(), config.problems(), config.warnings()),

    check(text) {
      const parsed = read(text)
      // A text that cannot be read has no policy: what stays in force then is shown with its
      // faults.
      if (!parsed.ok) return reportOf(config.current(), inForce.policy(), parsed.error, [])
      return reportOf(
        parsed.value.config,
        under(parsed.value.config).policy(),
        [],
        parsed.value.warnings,
      )
    },

    async simulate(text, limit) {
      const parsed = mapped(read(text), ({ config: tried }) => tried)
      if (!parsed.ok) return parsed
      await runner.ready
      const evaluate = under(parsed.value)
      const past = await sessionHistoryOf(evaluate, limit)
      return ok(
        simulate(past, evaluate.policy(), replayDeps(needs, parsed.value, evaluate.policy())),
      )
    },

    async replay(text, before, limit) {
      const parsed = mapped(read(text), ({ config: tried }) => tried)
      if (!parsed.ok) return parsed
      await runner.ready
      const evaluate = under(parsed.value)
      const past = await sessionHistoryOf(evaluate, limit, before ?? Number.MAX_SAFE_INTEGER)
      const simulation = simulate(
        past,
        evaluate.policy(),
        replayDeps(needs, parsed.value, evaluate.policy()),
      )
      return ok({ simulation, next: past.length < limit ? null : (past[0]?.seq ?? null) })
    },

    async preview(approval, reply) {
      const brought = broughtBy(approval, reply, inForce.policy().roots, now())
      if (!brought.ok) return brought
      const { lease, rule } = brought.value
      await runner.ready
      const past = await sessionHistoryOf(inForce, PREVIEWED)
      const current = config.current()
      if (lease !== undefined) {
        const guarded = await protectedReach(lease, inForce.policy().roots)
        return ok({
          ...previewLease(
            past,
            lease,
            inForce.policy(),
            replayDeps(needs, current, inForce.policy()),
          ),
          protectedPaths: guarded,
        })
      }
      if (rule === undefined)
        return err(
          failure(
            'approval.nothing-lasting',
            'This answer counts once, so there is nothing that it would have done before.',
          ),
        )
      const policy = under({ ...current, rules: [...current.rules, rule] }).policy()
      return ok({
        ...previewRule(past, rule, policy, replayDeps(needs, current, policy)),
        protectedPaths: null,
      })
    },
  }
}

/**
 * What a replay reads anew under another configuration: what is listed, and what lies in the
 * workspace when that is another.
 */
export function replayDeps(
  { registry, runner, inForce }: PolicyServiceDeps,
  tried: Config,
  policy: Policy,
): ReplayDeps {
  const { workspace } = policy.roots
  const moved = workspace !== inForce.policy().roots.workspace
  const anew = (touch: CanonicalTouch): CanonicalTouch => {
    if (touch.kind === 'net.fetch') {
      const again = canonicalUrl({ hosts: hostsFor(tried, touch.method) })(touch.method, touch.url)
      return { ...touch, listed: again.ok && again.value.listed }
    }
    if (touch.kind === 'net.connect') {
      const again = canonicalHost(connectable(tried))(`${touch.host}:${touch.port}`)
      return { ...touch, listed: again.ok && again.value.listed }
    }
    if (touch.kind === 'secrets.get' || touch.kind === 'mcp.call') return touch
    const path = touch.kind === 'proc.run' ? touch.cwd : touch.path
    if (!moved || touch.zone === 'stop') return touch
    return {
      ...touch,
      zone: path === workspace || path.startsWith(`${workspace}/`) ? 'workspace' : 'outside',
    }
  }
  return {
    manifest: (tool) => registry.get(tool)?.tool.manifest ?? null,
    moment: evaluationTimeOf,
    sandboxed: runner.enforced().ok,
    anew,
  }
}

/** The first fault of a text, as one failure. */
function mapped<T, V>(
  parsed: Result<T, readonly ConfigProblem[]>,
  value: (parsed: T) => V,
): Result<V, Failure> {
  if (parsed.ok) return ok(value(parsed.value))
  const [first] = parsed.error
  return err(
    failure(
      'config.malformed',
      first === undefined ? 'The configuration cannot be read.' : problemLine(first),
      first?.hint,
    ),
  )
}
