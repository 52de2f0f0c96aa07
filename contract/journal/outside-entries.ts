// Rows about who comes in, what is asked outside, and what is signed for others.
import { z } from 'zod'
import { Surface } from '../call/principal.ts'

/**
 * At the door of the gateway: who was refused, and who may come in. `count`: how many times within
 * the minute before; what follows the first is gathered.
 */
export const gatewayEntry = z.strictObject({
  kind: z.literal('gateway'),
  change: z.enum(['token-refused', 'throttled', 'too-large', 'client-added', 'client-removed']),
  /** Null: nobody knows who it was. */
  client: z.string().nullable(),
  count: z.int().positive(),
})

/**
 * The model server of Gatehouse's own agent. selected: another one is set. unreachable: no answer
 * came. failed: it answered with a failure. recording, replaying: its answers are stored, or stored ones
 * are played; where.
 */
export const modelEntry = z.strictObject({
  kind: z.literal('model'),
  change: z.enum(['selected', 'unreachable', 'failed', 'recording', 'replaying']),
  provider: z.string(),
  name: z.string(),
  /** Host and port; null where none is set. */
  server: z.string().nullable(),
  text: z.string().max(300),
  count: z.int().positive(),
})

/** Another key signs receipts from now on. Fingerprints of public keys. */
export const signingKeyEntry = z.strictObject({
  kind: z.literal('signing-key'),
  change: z.literal('rotated'),
  before: z.string(),
  after: z.string(),
  surface: Surface,
})
