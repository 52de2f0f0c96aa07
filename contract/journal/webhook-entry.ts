// The row of the journal about webhooks and what came in by them.
import { z } from 'zod'
import { Surface } from '../call/principal.ts'

/**
 * A webhook was created or changed by a person, or something came in by it. `count`: how many times
 * within the minute before; what follows the first is gathered. `name` null: nobody knows which.
 */
export const WebhookEntry = z.strictObject({
  kind: z.literal('webhook'),
  change: z.enum([
    ...(['added', 'renewed', 'paused', 'resumed', 'removed', 'sent', 'processed'] as const),
    ...(['received', 'signature-refused', 'throttled', 'too-large'] as const),
  ]),
  name: z.string().nullable(),
  text: z.string().max(500),
  count: z.int().positive(),
  surface: Surface.nullable(),
})
