// What hangs on the configuration: the folder agents work in, what paths mean there, the policy.
// Each is made again when the configuration changes, and only then.
import { homedir } from 'node:os'
import type { ConfigStore } from '../../config/config.ts'
import type { AppPaths } from '../../config/paths.ts'
import { openOwnPlaces } from '../../sandbox/files/own-places.ts'
import { resolvePath } from '../../sandbox/files/resolve-path.ts'
import { openPolicies } from './policy.ts'
import { memoizePerTick } from '../memoize-per-tick.ts'
import { memoize } from '../memoize.ts'
import {
  lookAtWorkspace,
  makeDefaultWorkspace,
  pathOfWorkspace,
  realWorkspace,
} from '../../workspace/workspace.ts'

/** Makes the default workspace where none is chosen. */
export function wireWorkspaceContext(
  config: Pick<ConfigStore, 'current'>,
  places: AppPaths,
  sha256: (text: string) => string,
) {
  const workspacePath = (): string =>
    pathOfWorkspace(config.current().workspace, places.defaultWorkspace)
  if (config.current().workspace === null) makeDefaultWorkspace(places.defaultWorkspace)
  const real = memoizePerTick(realWorkspace)
  const policy = openPolicies(
    () => ({ config: config.current(), workspace: real(workspacePath()) }),
    places.stop,
    sha256,
  )
  /** One for all doors: what a path leads to of the person's own list is looked up once. */
  const own = openOwnPlaces(() => policy().ownStop)
  return {
    own,
    workspacePath,
    workspace: () => lookAtWorkspace(workspacePath()),
    realWorkspace: () => real(workspacePath()),
    place: memoize(
      (): [string] => [workspacePath()],
      (path) => resolvePath({ workspace: path, stop: places.stop, home: homedir(), own }),
    ),
    // Patterns of rules start at the real workspace, so a link that is turned elsewhere makes
    // another policy.
    policy,
  }
}
