// What hangs on the configuration: the folder agents work in, what paths mean there, the policy.
// Each is made again when the configuration changes, and only then.
import { homedir } from 'node:os'
import type { ConfigStore } from '../../config/config.ts'
import type { Held } from '../../bundle/in-force.ts'
import type { AppPaths } from '../../config/paths.ts'
import { openOwnPaths } from '../../sandbox/files/own-paths.ts'
import { followReal } from '../../sandbox/files/follow-path.ts'
import { resolvePath } from '../../sandbox/files/resolve-path.ts'
import type { GrantOf } from '../../policy/grant-of.ts'
import { openPolicies } from './policy.ts'
import { memoize, memoizePerTick } from '../memoize.ts'
import {
  inspectWorkspace,
  makeDefaultWorkspace,
  pathOfWorkspace,
} from '../../workspace/workspace.ts'

/** Makes the default workspace where none is chosen. */
export function wireWorkspaceContext(
  config: Pick<ConfigStore, 'current'>,
  paths: AppPaths,
  sha256: (text: string) => string,
  grantOf: GrantOf,
  held: () => Held,
) {
  const workspacePath = memoize(
    (): [string | null] => [config.current().workspace],
    (chosen) => pathOfWorkspace(chosen, paths.defaultWorkspace),
  )
  if (config.current().workspace === null) makeDefaultWorkspace(paths.defaultWorkspace)
  /** The policy asks, and every path of a call does. */
  const followWorkspace = memoizePerTick(followReal)
  // One that is gone has only its name.
  const real = (path: string): string => followWorkspace(path)?.at ?? path
  const policy = openPolicies(
    () => ({ config: config.current(), workspace: real(workspacePath()) }),
    paths.stop,
    sha256,
    grantOf,
    held,
  )
  /** One for all entry points: what a path leads to of the person's own list is looked up once. */
  const own = openOwnPaths(() => policy().everyStop)
  return {
    own,
    workspacePath,
    workspace: () => {
      const found = followWorkspace(workspacePath())
      return inspectWorkspace(workspacePath(), found === null ? null : found.is === 'folder')
    },
    realWorkspace: () => real(workspacePath()),
    resolvedWorkspace: memoize(
      (): [string] => [workspacePath()],
      (path) =>
        resolvePath({
          workspace: path,
          stop: paths.stop,
          home: homedir(),
          own,
          followWorkspace,
        }),
    ),
    // Patterns of rules start at the real workspace, so a link that is turned elsewhere makes
    // another policy.
    policy,
  }
}
