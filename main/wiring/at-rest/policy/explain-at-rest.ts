// What the gate would say of calls that nobody makes, where no Gatehouse runs: made of the configuration,
// the tools that are named, and lasting approvals.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import type { MadeAgent } from '../../../../contract/agent/agent-maker.ts'
import { EVERYTHING } from '../../../../contract/agent/grant.ts'
import type { Lease } from '../../../../contract/approval/lease.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { requiredProtections } from '../../../../contract/call/manifest.ts'
import type { AnyTool } from '../../../../contract/call/tool.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { Supposed, SupposedCall } from '../../../../contract/policy/supposed.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { explainCall } from '../../../pipeline/explain-call.ts'
import type { GrantOf } from '../../../policy/grant-of.ts'
import { unknownCaller } from '../../../policy/known-callers.ts'
import { openOwnPaths } from '../../../sandbox/files/own-paths.ts'
import { resolvePath } from '../../../sandbox/files/resolve-path.ts'
import { startsBubblewrap } from '../../../sandbox/quick-trial.ts'
import { findBuiltIn } from '../../../../tools/find-built-in.ts'
import { knownTools } from '../../../../tools/known-tools.ts'
import type { explainedTools } from '../../../services/policy/explained-tools.ts'
import { pathOfWorkspace, realWorkspace } from '../../../workspace/workspace.ts'
import { wireEvaluation, type WiredEvaluation } from '../../calls/evaluation.ts'
import { withinGrants } from '../../policy/policy.ts'
import { sha256 } from '../../sha256.ts'
import { availabilityAtRest, type HostEnv } from '../availability-at-rest.ts'
import { callsOutside, locationsIn } from './calls-outside.ts'
import { policiesUnder, policyAtRest, type AtRest } from './policy-at-rest.ts'
import { asBuiltIn, registryAtRest, type RegistryAtRest } from '../registry-at-rest.ts'
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

export type ExplainedAtRest = {
  readonly explained: readonly Supposed[]
  /** One of the calls runs commands, and the sandbox was taken to hold as it usually does. */
  readonly untested: boolean
}

/**
 * Null where more counts than what is read here: another caller than these, a list of tools,
 * what is in other tables or in the store of credentials, or no sandbox that starts.
 * @param text the configuration to ask under; left out: that of the home.
 */
export async function explainAtRest(
  calls: readonly SupposedCall[],
  text: string | undefined,
  { paths, env }: { readonly paths: AppPaths; readonly env: HostEnv },
  stored: () => Promise<StoredForCalls | null>,
  outside: StoredFromOutside,
): Promise<ExplainedAtRest | null> {
  if (!calls.every(isOfKnownCallers)) return null
  const names = [...new Set(calls.map(({ tool }) => tool))]
  const own = names.filter((name) => knownTools.some((tool) => tool.name === name))
  const builtIn = (await Promise.all(own.map(findBuiltIn))).filter((tool) => tool !== null)
  // Meanwhile the rest is read.
  let starts = builtIn.some(runsCommands) ? startsBubblewrap() : null
  const inForce = await policyAtRest(paths)
  const config = inForce === null ? null : await configIn(text, inForce.config, paths)
  const found = await stored()
  if (inForce === null || config === null || found === null || found.stopped) return null
  const others = names.filter((name) => !own.includes(name))
  const calledOutside = await callsOutside(others, inForce, paths, outside)
  if (calledOutside === null) return null
  if (calledOutside.tools.some(({ tool }) => needsSandbox(tool))) starts ??= startsBubblewrap()

  let more = false
  const beyond = (): Result<never, Failure> => {
    more = true
    return err(failure('explain.elsewhere', 'Only the whole of Gatehouse knows this.'))
  }
  const { bundles } = inForce
  const granted = await grantsUnder(inForce, paths, found.makers)
  const policyInForce = withinGrants(inForce.policies, granted, sha256)
  const availability = await availabilityAtRest(inForce, paths, env, policyInForce)
  if (availability === null) return null
  const workspace = pathOfWorkspace(config.workspace, paths.defaultWorkspace)
  const policy =
    config === inForce.config
      ? policyInForce
      : withinGrants(policiesUnder({ config, bundles }, paths), granted, sha256)
  const resolved = resolvePath({
    workspace,
    stop: paths.stop,
    home: homedir(),
    own: openOwnPaths(() => policy().everyStop),
  })
  const tools = [...builtIn.map(asBuiltIn), ...calledOutside.tools]
  // Which of its protections hold, only a trial says.
  if (tools.some(({ tool }) => requiredProtections(tool.manifest.requires).length > 0)) return null
  const registry = registryAtRest(names, tools, availability, beyond)
  const evaluate = wireEvaluation({
    registry,
    resolvedWorkspace: () => resolved,
    workspaceRealPath: () => realWorkspace(workspace),
    knownSecret: beyond,
    schedules: { touch: beyond },
    records: { touch: beyond },
    memory: { touch: beyond },
    events: { touch: beyond },
    servers: calledOutside.touch ?? beyond,
    pluginTouch: calledOutside.pluginTouch ?? (async () => beyond()),
    serverLocations: locationsIn(config, paths),
    steering: () => calledOutside.steering,
    policy,
    leases: { active: () => found.leases },
    runner: { ready: Promise.resolve(), enforced: () => ({ ok: true, text: '' }) },
    terminals: { look: async () => beyond() },
    redactor: {
      async text(unread) {
        beyond()
        return { text: unread, found: [] }
      },
    },
    frozen: () => false,
    now: Date.now,
    sha256,
  })
  const explained: Supposed[] = []
  for (const call of calls) {
    if (unknownCaller(call, { config, clients: [] }) !== null) return null
    const named = await toolsOf(call, config, evaluate, registry)
    const answer = named.ok
      ? await explainCall(call, { ...evaluate, ...named.value })
      : { id: call.id ?? null, error: named.error }
    if (more) return null
    explained.push(answer)
  }
  return starts !== null && !(await starts) ? null : { explained, untested: starts !== null }
}

const runsCommands = ({ requiredPowers }: AnyTool): boolean => requiredPowers.includes('proc.run')
const needsSandbox = ({ manifest }: AnyTool): boolean =>
  manifest.requires.some(({ kind }) => kind === 'sandbox')

/** As a running Gatehouse finds the tool of a call: what can be closed is not built in. */
async function toolsOf(
  call: SupposedCall,
  config: Config,
  evaluate: WiredEvaluation,
  registry: RegistryAtRest,
): Promise<ReturnType<typeof explainedTools>> {
  const one = registry.get(call.tool)
  if (one?.source === 'built-in') return ok({ ...evaluate, findAny: () => ok(one) })
  const { explainedTools } = await import('../../../services/policy/explained-tools.ts')
  const { scanners } = await import('../../execution/servers/scanners.ts')
  return explainedTools(call, config, evaluate, { registry, sha256, unhide: scanners.unhide })
}

/** What agents may do: what their files say, and those of an organisation. */
async function grantsUnder(
  { config, bundles }: AtRest,
  { agentsDir }: AppPaths,
  makers: StoredForCalls['makers'],
): Promise<GrantOf> {
  if (bundles === null && !hasFiles(agentsDir)) return () => EVERYTHING
  const { grantsAtRest } = await import('./grants-at-rest.ts')
  return grantsAtRest(agentsDir, config, bundles, (name) => makers.get(name) ?? null).of
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
