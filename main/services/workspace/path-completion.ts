// Joins the gate and the power that lists a folder, for a field in which a path is being typed.
import { err, ok } from '../../../contract/result.ts'
import { listDir } from '../../../tools/files/list-dir.ts'
import { filePowers } from '../../sandbox/files/file-powers.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'
import type { Explain } from '../policy/explain.ts'
import { workspacePaths, type CompletePath } from './workspace-paths.ts'

export const pathCompletion = (
  explain: Explain,
  resolvedWorkspace: () => ResolvedPath,
): CompletePath =>
  workspacePaths({
    evaluate: async (path) => {
      const explained = await explain(
        [{ tool: listDir.manifest.name, args: { path }, principal: 'agent' }],
        undefined,
      )
      if (!explained.ok) return explained
      const [said] = explained.value
      if (said === undefined)
        throw new Error('pathCompletion: one call was asked about, and none was answered')
      return 'error' in said ? err(said.error) : ok(said.decision)
    },
    reader: (permitted) => filePowers({ permitted, resolved: resolvedWorkspace() }).read,
  })
