// The row of the journal about an organisation's policy bundle.
import { z } from 'zod'
import { Surface } from '../call/principal.ts'

/**
 * unchanged: the source was asked and has nothing new. applied: it is in force now. waiting: it
 * would loosen something, so a person has to accept it. accepted: they did. refused: it may not be
 * in force here. unreachable: the source gave none. expired: the one in force is past its end.
 */
export const BundleEntry = z.strictObject({
  kind: z.literal('bundle'),
  change: z.enum([
    ...(['unchanged', 'applied', 'waiting', 'accepted'] as const),
    ...(['refused', 'unreachable', 'expired'] as const),
  ]),
  organisation: z.string(),
  serial: z.int().nullable(),
  /** SHA-256 of what was signed. */
  digest: z.string().nullable(),
  /** What it loosens, or what is wrong. */
  text: z.string().max(2_000),
  /** Who asked for it; null: nobody, it was time. */
  surface: Surface.nullable(),
})
export type BundleEntry = z.infer<typeof BundleEntry>
