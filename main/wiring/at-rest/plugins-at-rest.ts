// The plugins of both folders, as a Gatehouse that does not run would list them.
import type { JournalRow } from '../../../contract/journal/journal.ts'
import type { PluginList } from '../../../contract/plugin/listing.ts'
import { ok } from '../../../contract/result.ts'
import { knownTools } from '../../../tools/known-tools.ts'
import type { AppPaths } from '../../config/paths.ts'
import { pluginFolders } from '../../config/plugin-files.ts'
import type { PluginPin } from '../../store/tables/plugin-pins-table.ts'
import { sha256 } from '../sha256.ts'
import { hasPlugins } from './has-plugins.ts'
import { policyAtRest } from './policy-at-rest.ts'

export type StoredOfPlugins = {
  readonly pins: readonly PluginPin[]
  /** The newest row about a plugin, in a list of one. */
  readonly newest: readonly JournalRow[]
}

/**
 * Null where only the whole can answer: it compares the built-in tools with the strict registry, and
 * it knows which names the tools of servers take.
 */
export async function pluginsAtRest(
  paths: AppPaths,
  stored: () => Promise<StoredOfPlugins | null>,
): Promise<PluginList | null> {
  const found = await policyAtRest(paths)
  if (found === null) return null
  const { config, policy, workspace } = found
  if (config.plugins.strict || Object.keys(config.servers).length > 0) return null
  const { allowExternal, externalAllowList } = config.plugins
  const folders = pluginFolders(config.plugins, paths.dataDir)
  // What reads plugins takes a while to load, and most people have none.
  if (!hasPlugins(config.plugins, paths.dataDir) && externalAllowList.length === 0)
    return {
      plugins: [],
      folders: { ...folders, allowExternal, externalAllowList: [] },
      tools: null,
      warnings: [],
    }
  const read = await stored()
  if (read === null) return null
  const { pins, newest } = read
  const { wirePlugins } = await import('../execution/plugins.ts')
  const plugins = await wirePlugins({
    config: () => config,
    policy: () => policy,
    dataDir: paths.dataDir,
    workspace: () => workspace,
    // A plugin that changed since its review is shown as changed; to close it is the start's.
    table: { all: () => [...pins], change: () => {} },
    record: async () => ok(null),
    page: () => newest,
    sha256,
    otherTools: () => knownTools.map(({ name }) => name),
    changed: () => {},
    broken: () => {},
  })
  plugins.dispose()
  return {
    plugins: [...plugins.list()],
    folders: plugins.folders(),
    tools: null,
    warnings: plugins.warnings(),
  }
}
