// The section `plugins` of the configuration.
import { z } from 'zod'
import { HostPattern } from '../policy/host-pattern.ts'
import { PluginName } from './plugin-name.ts'

const folder = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^(?:\/|~\/|[A-Za-z]:[\\/])/, 'the whole path of a folder, such as /opt/plugins')

export const PluginSettings = z.strictObject({
  builtInFolder: folder
    .nullable()
    .default(null)
    .describe(
      'Folder of plugins that need no review and pass the filter. Null: the folder plugins/built-in beside the data. In a folder that agents can write, they need a review all the same.',
    ),
  externalFolder: folder
    .nullable()
    .default(null)
    .describe('Folder of all other plugins. Null: the folder plugins/external beside the data.'),
  allowExternal: z
    .boolean()
    .default(false)
    .describe('True: plugins of the external folder can be called, once you have reviewed them.'),
  externalAllowList: z
    .array(PluginName)
    .max(1_000)
    .default([])
    .describe(
      'External plugins that can be called. Empty: all of them, where allowExternal is true.',
    ),
  strict: z
    .boolean()
    .default(false)
    .describe(
      'True: a tool or plugin of the built-in folder whose arguments are not the registered ones is refused.',
    ),
  writeFolders: z
    .array(folder)
    .max(32)
    .default([])
    .describe(
      'Folders that a plugin without mounts of its own may write, where the preset allows writing there.',
    ),
  hosts: z
    .record(PluginName, z.array(HostPattern).max(64))
    .default({})
    .describe('Hosts that you grant a plugin beside those of its manifest. Every call shows them.'),
})
export type PluginSettings = z.infer<typeof PluginSettings>
