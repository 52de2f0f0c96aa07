import { z } from 'zod'

/** From which of the two folders a plugin comes. What is external is filtered and reviewed. */
export const PluginOrigin = z.enum(['built-in', 'external'])
export type PluginOrigin = z.infer<typeof PluginOrigin>
