// What calls that nobody makes are decided by where no Gatehouse runs: the configuration, the tools that are
// named, what was reviewed of others, and lasting approvals.
import { homedir } from 'node:os'
import type { MadeAgent } from '../../../../contract/agent/agent-maker.ts'
import type { Lease } from '../../../../contract/approval/lease.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { requiredProtections } from '../../../../contract/call/manifest.ts'
import type { AnyTool } from '../../../../contract/call/tool.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import { err, type Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { GrantOf } from '../../../policy/grant-of.ts'
import { openOwnPaths } from '../../../sandbox/files/own-paths.ts'
import { followReal } from '../../../sandbox/files/follow-path.ts'
import { resolvePath } from '../../../sandbox/files/resolve-path.ts'
import { startsLandlock } from '../../../sandbox/quick-trial.ts'
import { findBuiltIn } from '../../../../tools/find-built-in.ts'
import { listingsFor } from '../../../../tools/listings-for.ts'
import { knownTools } from '../../../../tools/known-tools.ts'
import {
  wireEvaluation,
  type EvaluationDeps,
  type WiredEvaluation,
} from '../../calls/evaluation.ts'
import { secretTouch } from '../../execution/secret-touch.ts'
import { withinGrants } from '../../policy/policy.ts'
import { sha256 } from '../../sha256.ts'
import { availabilityAtRest, type HostEnv } from '../availability-at-rest.ts'
import { credentialsAtRest } from '../credentials-at-rest.ts'
import { followUpcoming, withUpcoming, workspaceAtRest } from '../workspace-at-rest.ts'
import { callsOutside, locationsIn, type CallsOutside } from './calls-outside.ts'
import type { StoredOfClients } from './client-grants-at-rest.ts'
import { strictHolds } from './strict-at-rest.ts'
import type { StoredTouches } from './stored-touches.ts'
import { tablePowersOf, type ReadTouched } from './touched-tables.ts'
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
  readonly touched: ReadTouched
  readonly clients: () => Promise<StoredOfClients | null>
}

/** What is asked about. */
export type AskedAtRest = {
  /** Of tools. */
  readonly names: readonly string[]
  /** To ask under; left out: what is in force at home. */
  readonly tried?: Config | undefined
  /** A client of the gateway is among the askers. */
  readonly hasClients?: boolean
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
 * @param grantsOf what each asker was granted.
 */
export async function evaluationAtRest<G extends { readonly of: GrantOf }>(
  { names, tried, hasClients = false }: AskedAtRest,
  { paths, env, forCalls, outside, touched: readTouched }: HomeAtRest,
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
  const landlock = builtIn.some(needsLandlock) ? startsLandlock() : true
  const stored = await forCalls()
  if (stored === null) return null
  const { bundles } = inForce
  const config = tried ?? inForce.config
  const granted = await grantsOf(inForce, stored.makers)
  const policyInForce = withinGrants(inForce.policies, granted.of, sha256)
  const enforced = () => sandbox
  const availability = await availabilityAtRest(inForce, paths, env, policyInForce, enforced)
  const atRest = workspaceAtRest(config, paths)
  const { path: workspace, real } = atRest
  const policy =
    tried === undefined
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
  const powers = builtIn.flatMap(({ requiredPowers }) => requiredPowers)
  const ofTables = tablePowersOf(powers)
  const credentials = powers.includes('secrets.get') ? await credentialsAtRest(paths.home) : null
  // Only under what is in force does a running Gatehouse look at these.
  const live: Pick<EvaluationDeps, 'redactor' | 'terminals'> =
    tried === undefined ? liveAtRest(inForce.config, env) : {}
  const clientTools = hasClients ? await import('./client-tools-at-rest.ts') : null

  const over = (
    { tools: outsiders, all, broken, ...called }: CallsOutside,
    inTables: StoredTouches | null,
    missed: Missed,
  ) => {
    const beyond = (): Result<never, Failure> => {
      missed.beyond = true
      return err(failure('explain.elsewhere', 'Only the whole of Gatehouse knows this.'))
    }
    const tools = [...builtIn.map(asBuiltIn), ...outsiders]
    const listed = { builtIn: () => listingsFor(services), outside: all }
    const ofAll = registryAtRest({ ...listed, asked: names, tools, broken }, availability, {
      unlisted: () => {
        missed.list = true
      },
      beyond,
      // Which of them hold, only a trial says; of this one there is a quick one.
      protections: (ids) => void (ids.every((id) => id === LANDLOCK) || beyond()),
    })
    const registry =
      clientTools?.withClientTools(ofAll, inForce.config, paths, policyInForce) ?? ofAll
    const evaluate = wireEvaluation({
      registry,
      resolvedWorkspace: () => resolved,
      workspaceRealPath: () => real,
      knownSecret: credentials === null ? beyond : secretTouch(credentials),
      schedules: inTables?.schedules ?? { touch: beyond },
      records: inTables?.records ?? { touch: beyond },
      memory: inTables?.memory ?? { touch: beyond },
      events: inTables?.events ?? { touch: beyond },
      servers: called.touch ?? beyond,
      pluginTouch: called.pluginTouch ?? (async () => beyond()),
      serverLocations: locationsIn(config, paths),
      steering: () => called.steering,
      policy,
      leases: { active: () => stored.leases },
      runner: { ready: Promise.resolve(), enforced },
      ...live,
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
      const answerOver = async (inTables: StoredTouches | null) => {
        const missed: Missed = { beyond: false, list: false }
        for (const lists of [false, true]) {
          missed.list = false
          const called = await callsOutside(others, inForce, paths, outside, lists)
          if (called === null) return null
          if (called.tools.some(({ tool }) => needsSandbox(tool)))
            trial ??= sandboxAtRest(inForce.config)
          const tested = await trial
          if (trial !== null && tested === null) return null
          sandbox = tested ?? HOLDS
          const value = await work(over(called, inTables, missed))
          if (missed.beyond || !(await landlock)) return null
          if (!missed.list) return { value, untested: tested?.ok === true }
        }
        return null
      }
      if (ofTables.size === 0) return answerOver(null)
      const { storedTouches } = await import('./stored-touches.ts')
      const read = await readTouched(ofTables, (tables) => answerOver(storedTouches(tables)))
      return read === null ? null : read.value
    },
  }
}

/** What was asked and not read. */
type Missed = { beyond: boolean; list: boolean }

/** Landlock. */
const LANDLOCK = 'second-wall'

const needsLandlock = ({ manifest }: AnyTool): boolean =>
  requiredProtections(manifest.requires).includes(LANDLOCK)
const runsCommands = ({ requiredPowers }: AnyTool): boolean => requiredPowers.includes('proc.run')
const needsSandbox = ({ manifest }: AnyTool): boolean =>
  manifest.requires.some(({ kind }) => kind === 'sandbox')

/** Each is loaded where a call comes to it. */
const liveAtRest = (
  config: Config,
  env: HostEnv,
): Required<Pick<EvaluationDeps, 'redactor' | 'terminals'>> => ({
  terminals: {
    async look(...call) {
      const { lookAtNone } = await import('./terminals-at-rest.ts')
      return lookAtNone(...call)
    },
  },
  redactor: {
    async text(...given) {
      const { redactorAtRest } = await import('../shown-at-rest.ts')
      return redactorAtRest(config, env).text(...given)
    },
  },
})
