// Staged commands for the calls of this process.
import { realWorkspace } from '../../../workspace/workspace.ts'
import type { AppOptions } from '../../app-options.ts'
import { cpuLimitsOf } from '../cpu-limits.ts'
import type { Clock } from '../../clock.ts'
import type { Events } from '../../events.ts'
import type { Execution } from '../../execution.ts'
import type { PolicyLayer } from '../../policy.ts'
import type { StagedTexts } from './staged-changes.ts'
import { stagingPort } from './staging.ts'

export const callsStaging =
  (
    { host, paths }: Pick<AppOptions, 'host' | 'paths'>,
    { config, workspacePath, realWorkspace: workspaceRealPath }: PolicyLayer,
    { stager, undo, runner }: Execution,
    { now, monotonic }: Clock,
    { changed }: Pick<Events, 'changed'>,
  ) =>
  (texts: StagedTexts) =>
    stagingPort({
      stager,
      undo,
      workspace: workspacePath,
      texts,
      now,
      monotonic,
      protections: runner.tried,
      cpuLimits: () => cpuLimitsOf(config.current(), 'exec'),
      own: realWorkspace(paths.dataDir),
      realWorkspace: workspaceRealPath,
      eager: host !== 'cli',
      changed,
    })
