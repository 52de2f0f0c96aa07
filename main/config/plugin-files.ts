// Whether there is a manifest for a plugin of this name, for the check of a configuration. Reads no
// manifest.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PluginSettings } from '../../contract/plugin/settings.ts'
import type { AppPaths } from './paths.ts'

export type PluginFoldersIn = Pick<PluginSettings, 'builtInFolder' | 'externalFolder'>

/** The folders as the configuration names them, else those beside the data. */
export const pluginFolders = (
  { builtInFolder, externalFolder }: PluginFoldersIn,
  dataDir: string,
): { readonly builtIn: string; readonly external: string } => ({
  builtIn: wholeFolder(builtInFolder) ?? join(dataDir, 'plugins', 'built-in'),
  external: wholeFolder(externalFolder) ?? join(dataDir, 'plugins', 'external'),
})

export const wholeFolder = (folder: string | null): string | null =>
  folder?.startsWith('~/') === true ? join(homedir(), folder.slice(2)) : folder

export const hasPlugin =
  ({ dataDir }: Pick<AppPaths, 'dataDir'>) =>
  (name: string, settings: PluginFoldersIn, only?: 'built-in'): boolean => {
    const { builtIn, external } = pluginFolders(settings, dataDir)
    return [builtIn, ...(only === undefined ? [external] : [])].some((folder) =>
      existsSync(join(folder, `${name}.toml`)),
    )
  }
