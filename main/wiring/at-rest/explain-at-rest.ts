// What the gate would say of calls that nobody makes, where no Gatehouse runs: made of the configuration,
// the tools that are built in, and lasting approvals.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import type { MadeAgent } from '../../../contract/agent/agent-maker.ts'
import { EVERYTHING } from '../../../contract/agent/grant.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { requiredProtections } from '../../../contract/call/manifest.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { Supposed, SupposedCall } from '../../../contract/policy/supposed.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Steering } from '../../mcp/trust/scan/steering.ts'
import { explainCall } from '../../pipeline/explain-call.ts'
import type { GrantOf } from '../../policy/grant-of.ts'
import { unknownCaller } from '../../policy/known-callers.ts'
import { openOwnPaths } from '../../sandbox/files/own-paths.ts'
import { resolvePath } from '../../sandbox/files/resolve-path.ts'
import { startsBubblewrap } from '../../sandbox/quick-trial.ts'
import { findBuiltIn } from '../../../tools/find-built-in.ts'
import { pathOfWorkspace, realWorkspace } from '../../workspace/workspace.ts'
import { wireEvaluation } from '../calls/evaluation.ts'
import { sha256 } from '../sha256.ts'
import { availabilityAtRest, type HostEnv } from './availability-at-rest.ts'
import { builtInRegistry } from './built-in-registry.ts'
import { policiesUnder, policyAtRest, type AtRest } from './policy-at-rest.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'

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
 * Null where more counts than what is read here: another caller than these, a tool that is not built in,
 * what is in other tables or in the store of credentials, or no sandbox that starts.
 * @param text the configuration to ask under; left out: that of the home.
 */
export async function explainAtRest(
  calls: readonly SupposedCall[],
  text: string | undefined,
  { paths, env }: { readonly paths: AppPaths; readonly env: HostEnv },
  stored: () => Promise<StoredForCalls | null>,
  outside: Pick<StoredFromOutside, 'servers'>,
): Promise<ExplainedAtRest | null> {
  if (!calls.every(isOfKnownCallers)) return null
  const names = [...new Set(calls.map(({ tool }) => tool))]
  const tools = (await Promise.all(names.map(findBuiltIn))).filter((tool) => tool !== null)
  if (tools.length < names.length) return null
  const untested = tools.some(({ requiredPowers }) => requiredPowers.includes('proc.run'))
  // Meanwhile the rest is read.
  const starts = untested ? startsBubblewrap() : Promise.resolve(true)
  const inForce = await policyAtRest(paths)
  const config = inForce === null ? null : await configIn(text, inForce.config, paths)
  const found = await stored()
  if (inForce === null || config === null || found === null || found.stopped) return null
  const steering = await steeringOf(inForce, paths, outside)
  if (steering === null) return null

  let more = false
  const beyond = (): Result<never, Failure> => {
    more = true
    return err(failure('explain.elsewhere', 'Only the whole of Gatehouse knows this.'))
  }
  const { bundles } = inForce
  const granted = await grantsUnder(inForce, paths, found.makers)
  const policyInForce = policiesUnder(inForce, paths, granted)
  const availability = await availabilityAtRest(inForce, paths, env, policyInForce)
  if (availability === null) return null
  const workspace = pathOfWorkspace(config.workspace, paths.defaultWorkspace)
  const policy = policiesUnder({ config, bundles }, paths, granted)
  const resolved = resolvePath({
    workspace,
    stop: paths.stop,
    home: homedir(),
    own: openOwnPaths(() => policy().everyStop),
  })
  const registry = builtInRegistry(tools, availability, beyond)
  const evaluate = wireEvaluation({
    registry,
    resolvedWorkspace: () => resolved,
    workspaceRealPath: () => realWorkspace(workspace),
    knownSecret: beyond,
    schedules: { touch: beyond },
    records: { touch: beyond },
    memory: { touch: beyond },
    events: { touch: beyond },
    servers: beyond,
    pluginTouch: async () => beyond(),
    serverLocations: () => ({ folders: [], home: paths.home }),
    steering: () => steering,
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
    const one = registry.get(call.tool)
    if (one === null || requiredProtections(one.tool.manifest.requires).length > 0) return null
    explained.push(await explainCall(call, { ...evaluate, findAny: () => ok(one) }))
    if (more) return null
  }
  return !(await starts) ? null : { explained, untested }
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

/** What servers say that could steer calls of built-in tools; plugins are not asked. Null as above. */
async function steeringOf(
  inForce: AtRest,
  paths: AppPaths,
  outside: Pick<StoredFromOutside, 'servers'>,
): Promise<readonly Steering[] | null> {
  if (Object.keys(inForce.config.servers).length === 0) return []
  const read = await outside.servers(inForce.config)
  if (read === null) return null
  const { openServersAtRest } = await import('./open-servers-at-rest.ts')
  return openServersAtRest(inForce, paths, read).steering()
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
  const { parseQuickly } = await import('../../policy/parse-quickly.ts')
  const parsed = await parseQuickly(text, paths)
  return parsed.ok ? parsed.value.config : null
}
