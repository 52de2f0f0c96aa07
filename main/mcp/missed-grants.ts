// Which grants to offer for what a server was seen to lack: only what exists, what it does not have
// yet, and nothing that is closed to everybody.
import { dirname, isAbsolute } from 'node:path'
import type { MissedGrant } from '../../contract/server/missed-grant.ts'
import { NAMELESS_ADDRESS } from '../../contract/server/server-access.ts'
import type { ServerConfig, StdioServer } from '../../contract/server/server.ts'
import type { Connection } from './connection.ts'
import { isGranted } from './trust/access/access-text.ts'
import type { Miss } from './client/faults/reported-misses.ts'

export type MissedFacts = {
  /** The real path and whether it is a folder; null where nothing is there. */
  readonly found: (
    path: string,
  ) => Promise<{ readonly real: string; readonly folder: boolean } | null>
  /** Whether a program may be shown this real path at all. */
  readonly mayBeShown: (real: string) => Promise<boolean>
}

const MOST = 12
/** The sandbox has its own there, or shows what there is. */
const NOT_THEIRS =
  /^\/(usr|bin|sbin|lib|lib32|lib64|etc|proc|sys|dev|run|boot|home\/(program|package))(\/|$)/

/** Absolute paths that its own command names: no error has to be waited for. */
const named = ({ args }: Pick<StdioServer, 'args'>): readonly Miss[] =>
  args
    .map((arg) => arg.replace(/^--?[\w-]+=/, ''))
    .filter((arg) => isAbsolute(arg))
    .map((path) => ({ kind: 'path', path, write: false }))

/** Nothing of what is no program. */
export async function missedBy(
  config: ServerConfig | undefined,
  connection: Pick<Connection, 'misses' | 'observed'> | null,
  facts: MissedFacts | undefined,
): Promise<readonly MissedGrant[]> {
  if (config?.transport !== 'stdio' || facts === undefined) return []
  const refused = connection?.observed().refusedHosts ?? []
  return missedGrants(config, connection?.misses?.() ?? [], refused, facts)
}

export async function missedGrants(
  config: StdioServer,
  misses: readonly Miss[],
  refusedHosts: readonly string[],
  { found, mayBeShown }: MissedFacts,
): Promise<readonly MissedGrant[]> {
  const grants = new Map<string, MissedGrant>()
  const has = (path: string, write: boolean): boolean =>
    config.folders.some(
      (folder) =>
        (folder.write || !write) &&
        (path === folder.path || path.startsWith(`${folder.path.replace(/\/+$/, '')}/`)),
    )
  for (const miss of [...named(config), ...misses]) {
    if (miss.kind !== 'path' || grants.size >= MOST) continue
    const grant = await pathGrant(miss)
    if (grant === null || has(grant.path, grant.kind === 'write')) continue
    // Who may write there may read there.
    if (grant.kind === 'write') grants.delete(`read ${grant.path}`)
    else if (grants.has(`write ${grant.path}`)) continue
    grants.set(`${grant.kind} ${grant.path}`, grant)
  }
  // Its words name the host alone; what was dialled, or granted, has the port as well.
  const withPort = [...refusedHosts, ...config.hosts]
  const hosts = [
    ...refusedHosts,
    ...misses.flatMap((miss) =>
      miss.kind === 'host' && !withPort.some((one) => one.startsWith(`${miss.host}:`))
        ? [miss.host]
        : [],
    ),
  ].filter(
    (host) =>
      host !== NAMELESS_ADDRESS && !config.hosts.some((granted) => isGranted(granted, host)),
  )
  for (const host of [...new Set(hosts)].slice(0, MOST)) grants.set(host, { kind: 'host', host })
  // Together with folders they would be refused.
  if (
    config.sockets !== true &&
    config.folders.length === 0 &&
    misses.some(({ kind }) => kind === 'sockets')
  )
    grants.set('sockets', { kind: 'sockets' })
  return [...grants.values()].filter(
    ({ kind }) => config.sockets !== true || (kind !== 'read' && kind !== 'write'),
  )

  async function pathGrant({
    path,
    write,
    makes,
  }: Extract<Miss, { kind: 'path' }>): Promise<Extract<MissedGrant, { path: string }> | null> {
    if (NOT_THEIRS.test(path)) return null
    let is = await found(path)
    // "No such file" is all that a program says of one that it was about to make.
    const writes = write || (is === null && makes === true)
    // What is to be written need not be there yet, but its folder has to.
    if (writes && is?.folder !== true) is = await found(dirname(path))
    if (is === null || NOT_THEIRS.test(is.real) || !(await mayBeShown(is.real))) return null
    return { kind: writes ? 'write' : 'read', path: is.real }
  }
}
