// Rows about clients that come in, requests to outside services, and what is signed.
import { z } from 'zod'
import { Surface } from '../call/principal.ts'

/**
 * At the entry of the gateway: who was refused, and who may come in. `count`: how many times within
 * the minute before; what follows the first is gathered.
 */
export const gatewayEntry = z.strictObject({
  kind: z.literal('gateway'),
  change: z.enum([
    ...(['token-refused', 'throttled', 'too-large', 'client-added', 'client-removed'] as const),
    // Of a token that is for less than the policy allows.
    ...(['token-narrowed', 'token-used-up', 'token-expired', 'token-revoked'] as const),
  ]),
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

/**
 * Pages of a browser and their ways in. returned: one that was open before a restart came back.
 * refused: one asked to, and its signature was none. revoked: a person ended all of them.
 */
export const pageEntry = z.strictObject({
  kind: z.literal('page'),
  change: z.enum(['returned', 'refused', 'revoked']),
  /** Where the window is. */
  port: z.int().nonnegative(),
  pages: z.int().nonnegative(),
  surface: Surface,
})

/** Another key signs receipts from now on. Fingerprints of public keys. */
export const signingKeyEntry = z.strictObject({
  kind: z.literal('signing-key'),
  change: z.literal('rotated'),
  before: z.string(),
  after: z.string(),
  surface: Surface,
})

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
