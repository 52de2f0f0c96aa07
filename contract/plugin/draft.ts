// A new plugin before it is written, and one that is packed for others.
import { z } from 'zod'

export const PluginLanguage = z.enum(['shell', 'node', 'c'])
export type PluginLanguage = z.infer<typeof PluginLanguage>

/** Its files as they would be written. */
export const PluginDraft = z.strictObject({
  folder: z.string(),
  files: z.array(z.strictObject({ path: z.string(), text: z.string() })),
})
export type PluginDraft = z.infer<typeof PluginDraft>

export const PackedPlugin = z.strictObject({
  /** The file's own name: `word_count-0.1.0.tar.gz`. */
  archive: z.string(),
  name: z.string(),
  version: z.string(),
  /** Over the manifest and the program in it. */
  digest: z.string(),
  /** Base64. */
  content: z.string(),
})
export type PackedPlugin = z.infer<typeof PackedPlugin>
