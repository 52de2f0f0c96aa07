// The list of places nobody reaches, whatever they were allowed: credential stores, browser
// profiles, kernel views. Never decides; `resolve-path.ts` compares real paths with it.
import { lstatSync, realpathSync, type BigIntStats } from 'node:fs'
import paths, { resolve } from 'node:path'
import { credentialPathsIn } from '../../../contract/policy/paths/credential-paths.ts'

/** Kernel views and password hashes: on every Unix, in the same place. */
const ofSystem = [
  '/proc',
  '/sys',
  '/dev',
  '/boot',
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/master.passwd',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/etc/security/opasswd',
  '/etc/krb5.keytab',
  '/var/db/shadow',
  '/private/etc/master.passwd',
  '/Library/Keychains',
] as const

export type StopPath = {
  /** Absolute, as it is written; links in it are not resolved. */
  readonly written: string
  /** Where it really is; null when there is nothing. */
  readonly real: string | null
  /**
   * `device:inode` of `real`: finds it under a name that was not thought of (a bind mount, a hard
   * link, another case).
   */
  readonly identity: string | null
}
export type StopList = () => Promise<readonly StopPath[]>

/**
 * How long resolved links are believed: they change about never, and an agent cannot write there.
 */
const FRESH_MS = 1000

/**
 * The whole list with its links resolved, looked up again when older than a second. `stop`:
 * Gatehouse's own folders.
 */
export function openStopList({
  home,
  stop,
}: {
  readonly home: string
  readonly stop: readonly string[]
}): StopList {
  let written: readonly string[] | null = null
  let known: readonly StopPath[] = []
  let until = 0
  return async () => {
    if (performance.now() < until) return known
    written ??= stopPaths(home, stop)
    known = written.map(resolveStop)
    until = performance.now() + FRESH_MS
    return known
  }
}

function stopPaths(home: string, own: readonly string[]): readonly string[] {
  const credentials = credentialPathsIn(resolve(home), process.platform, paths)
  return [...new Set([...own.map((one) => resolve(one)), ...credentials, ...ofSystem])]
}

/**
 * Most are not there, and that is asked first: it is told without an error, which costs more than
 * the look.
 */
function resolveStop(written: string): StopPath {
  const nothing: StopPath = { written, real: null, identity: null }
  if (statOf(written) === null) return nothing
  try {
    const real = realpathSync.native(written)
    const stat = statOf(real)
    return { written, real, identity: stat === null ? null : identityOf(stat) }
  } catch {
    return nothing
  }
}

/** Null where there is nothing, or nobody may look. */
function statOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

export const identityOf = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string =>
  `${dev}:${ino}`

/**
 * Folders of the system that a sandbox shows or builds itself; as a workspace they would cover or
 * open it.
 */
const systemFolders = [
  '/usr',
  '/etc',
  '/bin',
  '/lib',
  '/proc',
  '/sys',
  '/dev',
  '/boot',
  '/tmp',
  '/var',
  '/run',
  '/root',
  '/home',
  '/opt',
  '/srv',
  '/nix',
]

/**
 * The first existing STOP place or system folder that lies in `workspace` (real path), or null.
 * Such a workspace is too wide for commands: a STOP place in it could be renamed by one command and
 * read by the next.
 */
export async function stopPathsInside(workspace: string, list: StopList): Promise<string | null> {
  const inside = (path: string): boolean =>
    path === workspace || path.startsWith(workspace === '/' ? '/' : `${workspace}/`)
  const system = systemFolders.find(inside)
  if (system !== undefined) return system
  const below = ['/usr', '/etc', '/proc', '/sys', '/dev'].find((root) =>
    workspace.startsWith(`${root}/`),
  )
  if (below !== undefined) return below
  for (const { written, real } of await list()) {
    if (real !== null && inside(real)) return written
    // Looked at again, for it may have been made since; hardly ever is there one to look at.
    if (inside(written) && statOf(written) !== null) return written
  }
  return null
}
