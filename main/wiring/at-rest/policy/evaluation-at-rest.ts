// What calls that nobody makes are decided by where no Gatehouse runs: the configuration, the tools that are
// named, what was reviewed of others, and lasting approvals.
import { homedir } from 'node:os'
import type { MadeAgent } from '../../../../contract/agent/agent-maker.ts'
import type { Lease } from '../../../../contract/approval/lease.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { AnyTool } from '../../../../contract/call/tool.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import { err, type Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { GrantOf } from '../../../policy/grant-of.ts'
import { openOwnPaths } from '../../../sandbox/files/own-paths.ts'
import { followReal } from '../../../sandbox/files/follow-path.ts'
import { resolvePath } from '../../../sandbox/files/resolve-path.ts'
import { findBuiltIn } from '../../../../tools/find-built-in.ts'
import { listingsFor } from '../../../../tools/listings-for.ts'
import { knownTools } from '../../../../tools/known-tools.ts'
import { wireEvaluation, type WiredEvaluation } from '../../calls/evaluation.ts'
import { withinGrants } from '../../policy/policy.ts'
import { sha256 } from '../../sha256.ts'
import { availabilityAtRest, type HostEnv } from '../availability-at-rest.ts'
import { strictHolds } from './strict-at-rest.ts'
import { callsOutside, locationsIn, type CallsOutside } from './calls-outside.ts'
import { followUpcoming, withUpcoming, workspaceAtRest } from '../workspace-at-rest.ts'
import { policiesUnder, policyAtRest, type AtRest } from './policy-at-rest.ts'
import { asBuiltIn, registryAtRest, type RegistryAtRest } from '../registry-at-rest.ts'
import { HOLDS, sandboxAtRest } from './sandbox-at-rest.ts'
import type { StoredFromOutside } from '../stored-from-outside.ts'

/** What the tables have that every call is decided by. */
export type StoredForCalls = {
  /** Bound to no session, not revoked. */
  readonly leases: readonly Lease[]
  /** Agents that a program made, by name. */
  readonly makers: ReadonlyMap<string, MadeAgent>
  /** A person stopped everything. */
  readonly stopped: boolean
}

/** The home that is looked at, and what its tables have; null: the database cannot be used as it is. */
export type HomeAtRest = {
  readonly paths: AppPaths
  readonly env: HostEnv
  readonly forCalls: () => Promise<StoredForCalls | null>
  readonly outside: StoredFromOutside
}

export type EvaluationAtRest = {
  readonly evaluate: WiredEvaluation
  readonly registry: RegistryAtRest
}

export type DeciderAtRest<G> = {
  readonly inForce: AtRest
  /** As it was made of `grantsOf`. */
  readonly granted: G
  /** That is asked under. */
  readonly config: Config
  /**
   * What `work` says, and whether one of its tools runs commands, so that the sandbox was taken to hold. Null
   * where more counts than what is read here, or no sandbox starts. `work` is done again where it asks for a
   * list and not all tools were read.
   */
  answer<T>(work: (evaluation: EvaluationAtRest) => Promise<T>): Promise<{
    readonly value: T
    readonly untested: boolean
  } | null>
}

/**
 * Null where more counts than what is read here: see `policyAtRest` and `strictHolds`.
 * @param names of the tools that are asked about. @param text the configuration to ask under; left out: that
 *   of the home. @param grantsOf what each asker was granted.
 */
export async function evaluationAtRest<G extends { readonly of: GrantOf }>(
  names: readonly string[],
  text: string | undefined,
  { paths, env, forCalls, outside }: HomeAtRest,
  grantsOf: (inForce: AtRest, makers: StoredForCalls['makers']) => G | Promise<G>,
): Promise<DeciderAtRest<G> | null> {
  const own = names.filter((name) => knownTools.some((tool) => tool.name === name))
  const inForce = await policyAtRest(paths)
  if (inForce === null || !strictHolds(inForce.config.plugins)) return null
  const { services } = inForce.config
  const found = await Promise.all(own.map((name) => findBuiltIn(name, services)))
  const builtIn = found.filter((tool) => tool !== null)
  // Meanwhile the rest is read.
  let trial = builtIn.some(runsCommands) ? sandboxAtRest(inForce.config) : null
  let sandbox = HOLDS
  const config = await configIn(text, inForce.config, paths)
  const stored = await forCalls()
  if (config === null || stored === null) return null
  const { bundles } = inForce
  const granted = await grantsOf(inForce, stored.makers)
  const policyInForce = withinGrants(inForce.policies, granted.of, sha256)
  const enforced = () => sandbox
  const availability = await availabilityAtRest(inForce, paths, env, policyInForce, enforced)
  const atRest = workspaceAtRest(config, paths)
  const { path: workspace, real } = atRest
  const policy =
    config === inForce.config
      ? policyInForce
      : withinGrants(policiesUnder({ config, bundles }, paths), granted.of, sha256)
  const resolved = withUpcoming(
    atRest,
    resolvePath({
      workspace,
      stop: paths.stop,
      home: homedir(),
      own: openOwnPaths(() => policy().everyStop),
      followWorkspace: (path) => followReal(path) ?? followUpcoming(atRest),
    }),
  )
  const others = names.filter((name) => !own.includes(name))

  const over = ({ tools: outsiders, all, broken, ...called }: CallsOutside, missed: Missed) => {
    const beyond = (): Result<never, Failure> => {
      missed.beyond = true
      return err(failure('explain.elsewhere', 'Only the whole of Gatehouse knows this.'))
    }
    const tools = [...builtIn.map(asBuiltIn), ...outsiders]
    const listed = { builtIn: () => listingsFor(services), outside: all }
    const registry = registryAtRest({ ...listed, asked: names, tools, broken }, availability, {
      unlisted: () => {
        missed.list = true
      },
      beyond,
    })
    const evaluate = wireEvaluation({
      registry,
      resolvedWorkspace: () => resolved,
      workspaceRealPath: () => real,
      knownSecret: beyond,
      schedules: { touch: beyond },
      records: { touch: beyond },
      memory: { touch: beyond },
      events: { touch: beyond },
      servers: called.touch ?? beyond,
      pluginTouch: called.pluginTouch ?? (async () => beyond()),
      serverLocations: locationsIn(config, paths),
      steering: () => called.steering,
      policy,
      leases: { active: () => stored.leases },
      runner: { ready: Promise.resolve(), enforced },
      terminals: { look: async () => beyond() },
      redactor: {
        async text(unread) {
          beyond()
          return { text: unread, found: [] }
        },
      },
      frozen: () => stored.stopped,
      now: Date.now,
      sha256,
    })
    return { evaluate, registry }
  }

  return {
    inForce,
    granted,
    config,
    async answer(work) {
      const missed: Missed = { beyond: false, list: false }
      for (const lists of [false, true]) {
        missed.list = false
        const called = await callsOutside(others, inForce, paths, outside, lists)
        if (called === null) return null
        if (called.tools.some(({ tool }) => needsSandbox(tool)))
          trial ??= sandboxAtRest(inForce.config)
        const tried = await trial
        if (trial !== null && tried === null) return null
        sandbox = tried ?? HOLDS
        const value = await work(over(called, missed))
        if (missed.beyond) return null
        if (!missed.list) return { value, untested: tried?.ok === true }
      }
      return null
    },
  }
}

/** What was asked and not read. */
type Missed = { beyond: boolean; list: boolean }

const runsCommands = ({ requiredPowers }: AnyTool): boolean => requiredPowers.includes('proc.run')
const needsSandbox = ({ manifest }: AnyTool): boolean =>
  manifest.requires.some(({ kind }) => kind === 'sandbox')

/** Null where the text has a fault, which the whole explains. */
async function configIn(
  text: string | undefined,
  inForce: Config,
  paths: AppPaths,
): Promise<Config | null> {
  if (text === undefined) return inForce
  const { parseQuickly } = await import('../../../policy/parse-quickly.ts')
  const parsed = await parseQuickly(text, paths)
  return parsed.ok ? parsed.value.config : null
}
