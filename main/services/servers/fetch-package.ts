// The package that a server is started from: looked up, and on a person's word fetched and pinned.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import { err, type Result } from '../../../contract/result.ts'
import type { PackageChoice, PackagePlan } from '../../../contract/server/package.ts'
import { packageOf } from '../../../contract/server/package-of.ts'
import type { ServerConfig, StdioServer } from '../../../contract/server/server.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { MayRelax } from '../../config/relaxation/may-relax.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import type { WiredServers } from '../../wiring/execution/servers/servers.ts'

type LookDeps = {
  readonly servers: Pick<WiredServers, 'packages'>
  readonly config: Pick<ConfigStore, 'current'>
  readonly unknown: (name: string) => Failure
  /** Aborted when Gatehouse ends. */
  readonly signal: AbortSignal
}

/** Failures: `server.unknown`, `package.*`. */
export async function lookUpPackage(
  given: Input<'servers.package'>,
  { servers, config, signal, unknown }: LookDeps,
): Promise<Result<PackagePlan, Failure>> {
  const own = 'config' in given ? given.config : config.current().servers[given.name]
  if (own === undefined) return err(unknown('name' in given ? given.name : ''))
  return own.transport === 'http' ? err(noProgram) : servers.packages.look(own, signal)
}

type FetchDeps = LookDeps & {
  readonly servers: Pick<WiredServers, 'packages' | 'follow' | 'altered'>
  readonly config: Pick<ConfigStore, 'current' | 'update'>
  readonly relaxation: Relaxation
  readonly surface: Surface
}

/**
 * Failures: as above, and what the configuration says. Where the approval is missing nothing is
 * downloaded.
 */
export async function fetchPackage(
  { name, fetch: { plan, scripts }, ...evidence }: Input<'servers.fetch'>,
  { servers, config, relaxation, surface, signal, unknown }: FetchDeps,
): Promise<Result<null, Failure>> {
  const before = config.current().servers[name]
  if (before === undefined) return err(unknown(name))
  if (before.transport === 'http') return err(noProgram)
  const mayRelax = relaxation.by(evidence)
  if (before.enabled) {
    const agreed = await mayRelax([`The server ${name} gets another program from the network.`])
    if (!agreed.ok) return agreed
  }
  const fetched = await servers.packages.fetch(plan, scripts, signal)
  if (!fetched.ok) return fetched
  // Meanwhile it may have become another server.
  const now = config.current().servers[name]
  if (now === undefined) return err(unknown(name))
  if (now.transport === 'http' || packageOf(now)?.name !== packageOf(before)?.name)
    return err(
      failure('package.stale', `The server ${name} was changed meanwhile.`, 'Look it up again.'),
    )
  const pinned: StdioServer = { ...now, package: fetched.value }
  // A person has just said yes to this very change, and with proof where proof is asked for.
  const updated = await config.update({ server: { name, config: pinned } }, async () => agreedTo)
  if (!updated.ok) return updated
  servers.follow()
  keepUsed(servers, config)
  const { version, integrity } = fetched.value
  return servers.altered(
    name,
    `downloaded ${fetched.value.name} ${version} ${integrity}`.slice(0, 300),
    surface,
  )
}

type Added = Pick<Input<'servers.add'>, 'name' | 'config'> & { readonly fetch: PackageChoice }

/** A new server and its package in one act: asked first, then downloaded, then written. */
export async function addFetched(
  { name, config: wanted, fetch }: Added,
  {
    servers,
    config,
    mayRelax,
    ending,
  }: {
    readonly servers: Pick<WiredServers, 'packages'>
    readonly config: Pick<ConfigStore, 'update'>
    readonly mayRelax: MayRelax
    readonly ending: AbortSignal
  },
): Promise<Result<unknown, Failure>> {
  if (wanted.transport === 'http') return err(noProgram)
  if (wanted.enabled) {
    const agreed = await mayRelax([`The server ${name} is added.`])
    if (!agreed.ok) return agreed
  }
  const fetched = await servers.packages.fetch(fetch.plan, fetch.scripts, ending)
  if (!fetched.ok) return fetched
  return config.update(
    { server: { name, config: { ...wanted, package: fetched.value } } },
    async () => agreedTo,
  )
}

/** What no server is started from any more is removed. */
export function keepUsed(
  { packages }: Pick<WiredServers, 'packages'>,
  config: Pick<ConfigStore, 'current'>,
): void {
  const all: readonly ServerConfig[] = Object.values(config.current().servers)
  packages.keepOnly(
    all.flatMap((one) =>
      one.transport === 'stdio' && one.package !== undefined ? [one.package] : [],
    ),
  )
}

const agreedTo: Result<null, never> = { ok: true, value: null }
const noProgram = failure('package.none', 'A remote server is not started from a package.')
