// The plugins of both folders, as a Gatehouse that does not run would list them.
import type { PluginCheck, PluginList } from '../../../contract/plugin/listing.ts'
import type { AppPaths } from '../../config/paths.ts'
import { pluginFolders } from '../../config/plugin-files.ts'
import type { HostEnv } from './availability-at-rest.ts'
import { hasPlugins } from './has-plugins.ts'
import { policyAtRest } from './policy/policy-at-rest.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'
import { strictHolds } from './policy/strict-at-rest.ts'
import { toolsFromOutside } from './tools-from-outside.ts'

/**
 * Null where the strict registry closes a built-in tool, and where `policyAtRest` is.
 */
export async function pluginsAtRest(
  paths: AppPaths,
  env: HostEnv,
  stored: StoredFromOutside,
): Promise<PluginList | null> {
  const found = await policyAtRest(paths)
  if (found === null) return null
  const { allowExternal, externalAllowList, strict } = found.config.plugins
  if (!strictHolds({ strict })) return null
  const tools = strict ? [] : null
  const folders = pluginFolders(found.config.plugins, paths.dataDir)
  if (!hasPlugins(found.config.plugins, paths.dataDir) && externalAllowList.length === 0)
    return {
      plugins: [],
      folders: { ...folders, allowExternal, externalAllowList: [] },
      tools,
      warnings: [],
    }
  const outside = await toolsFromOutside(found, paths, stored)
  const plugins = outside?.plugins
  if (plugins === undefined || plugins === null) return null
  const { shownAtRest } = await import('./shown-at-rest.ts')
  return {
    plugins: plugins.list().map((plugin) => shownAtRest(found.config, env)(plugin)),
    folders: plugins.folders(),
    tools,
    warnings: plugins.warnings(),
  }
}

/** What is wrong with one. Null where the configuration has a fault. */
export async function pluginCheckAtRest(
  paths: AppPaths,
  file: string,
): Promise<PluginCheck | null> {
  const { configAtRest } = await import('./config-at-rest.ts')
  if ((await configAtRest(paths)) === null) return null
  const { checkPlugin } = await import('../../services/plugins/check-plugin.ts')
  const { checkOf } = await import('../execution/plugins.ts')
  return checkPlugin(file, checkOf)
}
