// The names that plugins and their programs may have.
import { z } from 'zod'

/** The name a model calls, and the name of its files. */
export const PluginName = z
  .string()
  .regex(
    /^(?!.*__)[a-z][a-z0-9_-]{0,63}$/,
    'a name such as word_count: at most 64 lower-case letters, digits, - and single _, beginning with a letter',
  )
export type PluginName = z.infer<typeof PluginName>

/** A file beside the manifest: no folder, no way out of it, and no longer than an archive can name. */
export const ProgramName = z
  .string()
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._+-]{0,99}$/,
    'the name of a file in the folder of the manifest, such as word_count.wasm',
  )
