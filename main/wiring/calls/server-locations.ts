// Holds the places that arguments of a server's tool name against what the person granted it.
import { homedir } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'
import type { ServerPath } from '../../../contract/call/touch.ts'
import type { PathArgument } from '../../mcp/trust/path-arguments.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'

export type ServerLocations = {
  readonly folders: readonly { readonly path: string; readonly write: boolean }[]
  /** Its private folder: what it is called from when a path does not begin at the root. */
  readonly home: string
}

/** Where every program in the sandbox has a folder of its own. */
const OWN_IN_SANDBOX = ['/tmp', '/var/tmp', '/dev/null']

const within = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** What leads nowhere stays as it is written, and is granted to nobody. */
export function locationsOf(
  resolved: ResolvedPath,
  { folders, home }: ServerLocations,
): (named: readonly PathArgument[]) => Promise<readonly ServerPath[]> {
  const real = async (path: string): Promise<Pick<ServerPath, 'path' | 'zone'>> => {
    const found = await resolved(path)
    return found.ok ? { path: found.value.path, zone: found.value.zone } : { path, zone: 'outside' }
  }
  return async (named) => {
    const grants = await Promise.all(
      folders.map(async ({ path, write }) => ({ write, path: (await real(path)).path })),
    )
    const own = [(await real(home)).path, ...OWN_IN_SANDBOX]
    return Promise.all(
      named.map(async ({ argument, path }): Promise<ServerPath> => {
        const whole = path.startsWith('~')
          ? join(homedir(), path.slice(1))
          : isAbsolute(path)
            ? path
            : join(home, path)
        const location = await real(whole)
        const over = grants.filter((grant) => within(location.path, grant.path))
        const granted = own.some((folder) => within(location.path, folder))
          ? 'own'
          : over.some(({ write }) => write)
            ? 'write'
            : over.length > 0
              ? 'read'
              : 'none'
        return { argument, ...location, granted }
      }),
    )
  }
}
