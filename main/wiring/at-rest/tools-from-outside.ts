// Tools of servers and plugins where no Gatehouse runs, in the order of the registry.
import type { ListedTool } from '../../../contract/call/tool-source.ts'
import { knownTools } from '../../../tools/known-tools.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Servers } from '../../mcp/servers-port.ts'
import type { WiredPlugins } from '../execution/plugins.ts'
import { hasPlugins } from './has-plugins.ts'
import type { AtRest } from './policy/policy-at-rest.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'

/** `servers` and `plugins` null: there are none. */
export type FromOutside = {
  readonly servers: Servers | null
  readonly plugins: WiredPlugins | null
  readonly tools: readonly ListedTool[]
}

/** Loads only what is there. Null where the database cannot be used as it is. */
export async function toolsFromOutside(
  found: AtRest,
  paths: AppPaths,
  stored: StoredFromOutside,
): Promise<FromOutside | null> {
  const { config } = found
  let servers: Servers | null = null
  if (Object.keys(config.servers).length > 0) {
    const read = await stored.servers(config)
    if (read === null) return null
    const { openServersAtRest } = await import('./open-servers-at-rest.ts')
    servers = openServersAtRest(found, paths, read)
  }
  const ofServers = servers?.external() ?? []
  let plugins: WiredPlugins | null = null
  const listed = config.plugins.externalAllowList.length > 0
  if (listed || hasPlugins(config.plugins, paths.dataDir)) {
    const read = await stored.plugins()
    if (read === null) return null
    const { openPluginsAtRest } = await import('./open-plugins-at-rest.ts')
    const names = ofServers.map(({ tool }) => tool.manifest.name)
    plugins = await openPluginsAtRest(found, paths.dataDir, read, names)
    plugins.dispose()
  }
  const taken = new Set(knownTools.map(({ name }) => name))
  const tools = [...ofServers, ...(plugins?.offered() ?? [])].filter(({ tool: { manifest } }) => {
    // A name that is taken stays with its first source.
    if (taken.has(manifest.name)) return false
    taken.add(manifest.name)
    return true
  })
  return { servers, plugins, tools }
}
