// The topic `workspace`: complete a path in it, name those used before, and ask for another by the
// system's dialog.
import { join } from 'node:path'
import { failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../contract/result.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'
import type { Explain } from '../policy/explain.ts'
import { pathCompletion } from './path-completion.ts'
import { recentWorkspaces } from './recent-workspaces.ts'

export type WorkspaceServiceDeps = {
  readonly explain: Explain
  readonly resolvedWorkspace: () => ResolvedPath
  readonly config: Pick<ConfigStore, 'onChange'>
  readonly workspacePath: () => string
  readonly paths: Pick<AppPaths, 'dataDir'>
  /** The system's own dialog for a folder, where the host has one. Null: the person closed it. */
  readonly pickFolder: ((from: string) => Promise<string | null>) | undefined
}

export function workspaceService({
  explain,
  resolvedWorkspace,
  config,
  workspacePath,
  paths,
  pickFolder,
}: WorkspaceServiceDeps): TopicHandlers<'workspace'> {
  const complete = pathCompletion(explain, resolvedWorkspace)
  const recent = recentWorkspaces(join(paths.dataDir, 'recent-workspaces.json'))
  let last = workspacePath()
  // Ends with the configuration.
  config.onChange(() => {
    const now = workspacePath()
    if (now === last) return
    recent.add(last)
    last = now
  })
  return {
    'workspace.paths': ({ text, limit }) => complete(text, limit),
    'workspace.recent': async () => ok(recent.list().filter((path) => path !== workspacePath())),
    'workspace.pick': async () =>
      pickFolder === undefined
        ? err(
            failure(
              'workspace.no-dialog',
              'No system dialog for folders is available here.',
              'Type the path instead.',
            ),
          )
        : ok({ path: await pickFolder(workspacePath()) }),
  }
}
