// Joins the gate and the power that lists a folder, for a field in which a path is being typed.
import { err, ok } from '../../contract/result.ts'
import { listDir } from '../../tools/list-dir.ts'
import type { PolicyService } from '../ipc/handlers/policy.ts'
import type { WorkspaceService } from '../ipc/handlers/workspace.ts'
import { filePowers } from '../sandbox/files/file-powers.ts'
import type { ResolvedPath } from '../sandbox/files/resolve-path.ts'
import { workspacePaths } from './workspace-paths.ts'

export const createPathCompletion = (
  explain: PolicyService['explain'],
  place: () => ResolvedPath,
): Pick<WorkspaceService, 'paths'> =>
  workspacePaths({
    evaluate: async (path) => {
      const explained = await explain(
        [{ tool: listDir.manifest.name, args: { path }, principal: 'agent' }],
        undefined,
      )
      if (!explained.ok) return explained
      const [said] = explained.value
      if (said === undefined)
        throw new Error('joinPaths: one call was asked about, and none was answered')
      return 'error' in said ? err(said.error) : ok(said.decision)
    },
    reader: (permitted) => filePowers({ permitted, place: place() }).read,
  })
