// What servers and plugins have to do with calls that nobody makes, where no Gatehouse runs: of the tools
// that are asked about, and what servers say that could steer calls of others.
import { join } from 'node:path'
import type { ListedTool } from '../../../../contract/call/tool-source.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { EvaluationDeps } from '../../calls/evaluation.ts'
import type { AtRest } from './policy-at-rest.ts'
import type { StoredFromOutside } from '../stored-from-outside.ts'

/**
 * `touch` and `pluginTouch`: null where no such tool is asked about. `all`: in the order of the registry; null
 * where nobody asked for more than what could steer a call.
 */
export type CallsOutside = {
  readonly tools: readonly ListedTool[]
  readonly all: readonly ListedTool[] | null
  readonly broken: (name: string) => ListedTool['closed']
  readonly touch: EvaluationDeps['servers'] | null
  readonly pluginTouch: EvaluationDeps['pluginTouch'] | null
  readonly steering: ReturnType<EvaluationDeps['steering']>
}

/**
 * Loads only what is there. Null where the database cannot be used as it is.
 * @param names that no built-in tool has. @param lists whether all are needed, for a list.
 */
export async function callsOutside(
  names: readonly string[],
  inForce: AtRest,
  paths: AppPaths,
  stored: StoredFromOutside,
  lists: boolean,
): Promise<CallsOutside | null> {
  if (names.length === 0 && !lists) return onlySteering(inForce, paths, stored)
  const { toolsFromOutside } = await import('../tools-from-outside.ts')
  const found = await toolsFromOutside(inForce, paths, stored)
  if (found === null) return null
  const tools = found.tools.filter(({ tool }) => names.includes(tool.manifest.name))
  const { servers, plugins } = found
  return {
    tools,
    all: found.tools,
    broken: plugins?.broken ?? (() => null),
    touch: servers?.touch ?? null,
    pluginTouch: plugins?.touch ?? null,
    steering: servers?.steering() ?? [],
  }
}

/** Plugins are not asked. */
async function onlySteering(
  inForce: AtRest,
  paths: AppPaths,
  stored: StoredFromOutside,
): Promise<CallsOutside | null> {
  const nothing: CallsOutside = {
    tools: [],
    all: null,
    broken: () => null,
    touch: null,
    pluginTouch: null,
    steering: [],
  }
  if (Object.keys(inForce.config.servers).length === 0) return nothing
  const read = await stored.servers(inForce.config)
  if (read === null) return null
  // Words are only known of what was reviewed, here or by an organisation.
  if (read.pins.length === 0 && inForce.bundles === null) return nothing
  const { openServersAtRest } = await import('../open-servers-at-rest.ts')
  return { ...nothing, steering: openServersAtRest(inForce, paths, read).steering() }
}

/** What a server was granted, under the configuration that is asked about, and the folder that is its own. */
export const locationsIn =
  ({ servers }: Config, { dataDir }: AppPaths): EvaluationDeps['serverLocations'] =>
  (server) => {
    const own = servers[server]
    return {
      folders: own?.transport === 'stdio' ? own.folders : [],
      home: join(dataDir, 'servers', server),
    }
  }
