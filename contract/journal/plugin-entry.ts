// The row of the journal about reviews of plugins.
import { z } from 'zod'
import { Surface } from '../call/principal.ts'

/** What was reviewed as a whole, before and after, as hashes. */
export const reviewChange = {
  before: z.string(),
  after: z.string(),
  /** Null: nobody did; it changed by itself. */
  surface: Surface.nullable(),
}

/** What a person reviewed of plugins was changed; as `server`, for one plugin. */
export const pluginEntry = z.strictObject({
  kind: z.literal('plugin'),
  plugin: z.string(),
  change: z.enum(['reviewed', 'closed', 'repaired', 'tampered', 'removed']),
  /** SHA-256 of what was reviewed, manifest and program; null: of several, or of none. */
  hash: z.string().nullable(),
  ...reviewChange,
})
