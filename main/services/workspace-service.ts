// What the topic `workspace` can do: complete a path in it, name those used before, and ask for
// another by the system's dialog.
import { join } from 'node:path'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { ConfigStore } from '../config/config.ts'
import type { AppPaths } from '../config/paths.ts'
import type { PolicyService } from '../ipc/handlers/policy.ts'
import type { WorkspaceService } from '../ipc/handlers/workspace.ts'
import type { ResolvedPath } from '../sandbox/files/resolve-path.ts'
import { createPathCompletion } from './path-completion.ts'
import { recentWorkspaces } from './recent-workspaces.ts'

export type WorkspaceDeps = {
  readonly explain: PolicyService['explain']
  readonly place: () => ResolvedPath
  readonly config: Pick<ConfigStore, 'onChange'>
  readonly workspacePath: () => string
  readonly places: Pick<AppPaths, 'dataDir'>
  /** The system's own dialog for a folder, where the host has one. Null: the person closed it. */
  readonly pickFolder: ((from: string) => Promise<string | null>) | undefined
}

export function createWorkspaceService({
  explain,
  place,
  config,
  workspacePath,
  places,
  pickFolder,
}: WorkspaceDeps): WorkspaceService {
  const recent = recentWorkspaces(join(places.dataDir, 'recent-workspaces.json'))
  let last = workspacePath()
  // Ends with the configuration.
  config.onChange(() => {
    const now = workspacePath()
    if (now === last) return
    recent.add(last)
    last = now
  })
  return {
    ...createPathCompletion(explain, place),
    recent: () => recent.list().filter((path) => path !== workspacePath()),
    pick: async () =>
      pickFolder === undefined
        ? err(
            failure(
              'workspace.no-dialog',
              'No system dialog for folders is available here.',
              'Type the path instead.',
            ),
          )
        : ok(await pickFolder(workspacePath())),
  }
}
