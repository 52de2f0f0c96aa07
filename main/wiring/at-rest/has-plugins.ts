// Whether there are plugins, or any tools besides those that are built in. Reads no manifest.
import { readdirSync } from 'node:fs'
import type { AppPaths } from '../../config/paths.ts'
import { pluginFolders, type PluginFoldersIn } from '../../config/plugin-files.ts'

/** In either folder, broken ones too. */
export function hasPlugins(settings: PluginFoldersIn, dataDir: string): boolean {
  const { builtIn, external } = pluginFolders(settings, dataDir)
  return hasManifest(builtIn) || hasManifest(external)
}

function hasManifest(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.toml'))
  } catch {
    return false
  }
}

/** What of a configuration says whether there are more tools. */
export type ToolSettings = {
  readonly servers: Readonly<Record<string, unknown>>
  readonly plugins: PluginFoldersIn & { readonly strict: boolean }
}

export const hasOnlyBuiltIn = (
  { servers, plugins }: ToolSettings,
  { dataDir }: Pick<AppPaths, 'dataDir'>,
): boolean => Object.keys(servers).length === 0 && !hasPlugins(plugins, dataDir)
