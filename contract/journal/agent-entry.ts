// The row of the journal about an agent that was enabled or disabled.
import { z } from 'zod'
import { Surface } from '../call/principal.ts'

/**
 * A person turned an agent that a program made on, or off again. `hash`: SHA-256 of the text that they
 * looked at, which is the one that is on; null: it is off.
 */
export const agentEntry = z.strictObject({
  kind: z.literal('agent'),
  change: z.enum(['enabled', 'disabled']),
  name: z.string(),
  /** Who made it, as its file says. */
  maker: z.string(),
  hash: z.string().nullable(),
  surface: Surface,
})
