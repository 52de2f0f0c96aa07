// What a call needs to be evaluated, whether it is to run or is only explained.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { SessionId } from '../../../contract/ids.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { CanonicalTouch, ServerPath, Touch, Zone } from '../../../contract/call/touch.ts'
import type { EvaluateDeps } from '../../pipeline/evaluate.ts'
import { analyseCommand } from '../../command/analyse.ts'
import { compileLease, type CompiledLease } from '../../gate/lease/compiled-lease.ts'
import type { PathRoots } from '../../gate/path-glob.ts'
import type { Policy } from '../../gate/policy.ts'
import type { Servers } from '../../mcp/servers-port.ts'
import type { PathArgument } from '../../mcp/trust/path-arguments.ts'
import type { ToolFinder } from '../../registry/registry.ts'
import { resolveEntry } from '../../sandbox/files/resolve-entry.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'
import { repositoryPrograms } from '../../sandbox/files/repository/repository-programs.ts'
import type { Terminals } from '../../terminals/terminals.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import { evaluationTimeOf } from '../../policy/evaluation-time.ts'
import type { Inbound } from '../../inbound/inbound.ts'
import type { Records } from '../../records/records.ts'
import type { Schedules } from '../../schedule/schedules.ts'
import type { MemoryStore } from '../execution/memory-power.ts'
import { handedOn } from './handed-on.ts'
import { findTool } from './find-tool.ts'
import { hostTouch } from './host-touch.ts'
import { locationsOf, type ServerLocations } from './server-locations.ts'
import type { Redactor } from '../../secrets/redact/redactor.ts'
import { noTerminals, terminalTouch } from './terminal-touch.ts'
import { steeredArgs } from './steered-args.ts'

export type EvaluationDeps = {
  readonly registry: ToolFinder
  readonly resolvedWorkspace: () => ResolvedPath
  /** Real path. */
  readonly workspaceRealPath: () => string
  /** The credential of that name, if there is one and the store is open. */
  readonly knownSecret: (name: string) => Result<CanonicalTouch, Failure>
  /** The job as it is kept, if there is one. */
  readonly schedules: Pick<Schedules, 'touch'>
  readonly records: Pick<Records, 'touch'>
  readonly memory: Pick<MemoryStore, 'touch'>
  readonly events: Pick<Inbound, 'touch'>
  /** A tool of a server, or another thing of it, with the trust that the person gave it. */
  readonly servers: (
    server: string,
    tool: string,
    what?: 'resource' | 'prompt',
  ) => Result<CanonicalTouch, Failure>
  /** The plugin as its files are now, where it can be called. */
  readonly pluginTouch: (name: string) => Promise<Result<CanonicalTouch, Failure>>
  /** What the person granted a server, and the folder that is its own. */
  readonly serverLocations: (server: string) => ServerLocations
  /** What servers say that could steer calls of others. */
  readonly steering: Servers['steering']
  readonly policy: (asker?: Principal) => Policy
  readonly leases: { active(session: SessionId): readonly Lease[] }
  readonly runner: Pick<Runner, 'ready' | 'enforced'>
  /** Left out: files that are handed on are not looked through. */
  readonly redactor?: Pick<Redactor, 'text'>
  /** Left out: no session can be looked at. */
  readonly terminals?: Pick<Terminals, 'look'>
  readonly frozen: () => boolean
  readonly now: () => number
  readonly sha256: (text: string) => string
}

export type WiredEvaluation = Omit<EvaluateDeps, 'provenance' | 'rate' | 'prior'> & {
  /** Where arguments of a server's tool lead, held against what the person granted the server. */
  readonly serverPaths: (
    server: string,
    named: readonly PathArgument[],
  ) => Promise<readonly ServerPath[]>
}

export function wireEvaluation(deps: EvaluationDeps): WiredEvaluation {
  const {
    registry,
    resolvedWorkspace,
    workspaceRealPath,
    knownSecret,
    schedules,
    records,
    memory,
    events,
    servers,
    policy,
    leases,
    runner,
    frozen,
    now,
    sha256,
  } = deps
  const serverPaths: WiredEvaluation['serverPaths'] = (server, named) =>
    locationsOf(resolvedWorkspace(), deps.serverLocations(server))(named)

  const canonical: EvaluateDeps['canonical'] = async (touch, asker) => {
    const execution = asker?.execution
    if (asker === undefined || execution?.kind !== 'client')
      return canonicalHere(touch, 'own', asker?.principal, asker?.manifest)
    // What another agent reaches by itself was reviewed by nobody here.
    if (touch.kind === 'mcp.call') {
      const { paths: _named, ...rest } = touch
      return ok({ ...rest, trust: 'community', openWorld: true })
    }
    // It runs a command with a shell of its own choice.
    const found = await canonicalHere(touch, 'any', asker.principal)
    return found.ok ? ok(await execution.zoned(found.value, asker.principal)) : found
  }

  const canonicalHere = async (
    touch: Touch,
    shells: 'any' | 'own',
    asker: Principal | undefined,
    manifest?: Manifest,
  ): Promise<Result<CanonicalTouch, Failure>> => {
    if (touch.kind === 'net.fetch' || touch.kind === 'net.connect')
      return hostTouch(touch, asker, manifest, { policy })
    if (touch.kind === 'memory') return memory.touch(touch)
    if (touch.kind === 'subagent') return ok(touch)
    if (touch.kind === 'schedule') return schedules.touch(touch)
    if (touch.kind === 'record') return records.touch(touch)
    if (touch.kind === 'event') return events.touch(touch)
    if (touch.kind === 'notification' || touch.kind === 'result') return ok(touch)
    if (touch.kind === 'secrets.get') return knownSecret(touch.name)
    if (touch.kind === 'plugin.run') return deps.pluginTouch(touch.plugin)
    if (touch.kind === 'mcp.call') {
      const known = servers(touch.server, touch.tool, touch.what)
      if (!known.ok || known.value.kind !== 'mcp.call' || touch.paths === undefined) return known
      return ok({ ...known.value, paths: [...(await serverPaths(touch.server, touch.paths))] })
    }
    if (touch.kind === 'proc.run' && touch.terminal !== undefined) {
      if (asker === undefined || deps.terminals === undefined) return err(noTerminals)
      return terminalTouch(
        asker.session,
        { ...touch, terminal: touch.terminal },
        {
          terminals: deps.terminals,
          resolved: resolvedWorkspace(),
          analyse: (command, cwd) => analyseCommand(command, { cwd, zoneOf, programsOf, shells }),
        },
      )
    }
    const found = await resolvedWorkspace()(touch.kind === 'proc.run' ? touch.cwd : touch.path)
    if (!found.ok) return found
    if (touch.kind === 'fs.read') return handedOn(touch, found.value, deps.redactor)
    if (touch.kind === 'fs.write')
      return withBytes(ok({ kind: touch.kind, ...found.value }), touch.bytes)
    if (found.value.is !== 'folder')
      return err(
        failure(
          'path.not-folder',
          `${touch.cwd} is not a folder, so nothing can run in it.`,
          'List the folder above it for the names that there are.',
        ),
      )
    const { path: cwd, zone } = found.value
    const line = await analyseCommand(touch.command, { cwd, zoneOf, programsOf, shells })
    return ok({ kind: 'proc.run', command: touch.command, cwd, zone, parts: [...line] })
  }

  const canonicalEntry: EvaluateDeps['canonicalEntry'] = async (touch) => {
    if (touch.kind !== 'fs.write') return canonicalHere(touch, 'own', undefined)
    const found = await resolveEntry(resolvedWorkspace(), workspaceRealPath)(touch.path)
    return found.ok ? withBytes(ok({ kind: touch.kind, ...found.value }), touch.bytes) : found
  }

  /**
   * Where a word of a command leads, for the classes of its parts; what leads nowhere counts as
   * outside.
   */
  const zoneOf = async (path: string): Promise<Zone> => {
    const found = await resolvedWorkspace()(path)
    return found.ok ? found.value.zone : 'outside'
  }
  /** A folder that cannot be resolved may hold any settings. */
  const programsOf = async (path: string): Promise<string | null> => {
    const found = await resolvedWorkspace()(path)
    return found.ok ? await repositoryPrograms(found.value.path) : 'unread'
  }
  const compiled = compiledLeases(() => policy().roots)

  return {
    find: findTool(registry, policy),
    canonical,
    canonicalEntry,
    serverPaths,
    policy,
    leases: (session) => leases.active(session).map(compiled),
    evaluationTime: (epochMs = now()) => evaluationTimeOf(epochMs),
    frozen,
    steered: steeredArgs(deps.steering),
    sandboxTried: () => runner.ready,
    sandboxed: () => runner.enforced().ok,
    sha256,
  }
}

const withBytes = <T extends CanonicalTouch>(
  found: Result<T, Failure>,
  bytes: number | undefined,
): Result<T, Failure> => (found.ok && bytes !== undefined ? ok({ ...found.value, bytes }) : found)

/**
 * Leases with their patterns read, each once: what is written in a lease never changes, but its
 * count does.
 */
function compiledLeases(roots: () => PathRoots): (lease: Lease) => CompiledLease {
  const known = new Map<string, CompiledLease>()
  return (lease) => {
    const now = roots()
    const key = `${lease.id} ${now.workspace}`
    const before = known.get(key)
    if (before !== undefined) return { ...before, lease }
    if (known.size >= 1_000) known.clear()
    const fresh = compileLease(lease, now)
    known.set(key, fresh)
    return fresh
  }
}
