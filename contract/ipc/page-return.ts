// How a page in a browser comes back after Gatehouse was started again: where it asks, what is said
// there, and what each side signs. Both sides take the texts from here, so that they sign the same.
import { z } from 'zod'

/**
 * Where a page asks that lost its line. Public: it holds no secret, for while Gatehouse does not run
 * its port is anybody's.
 */
export const RETURN = 'return'

/** Where a page that is in leaves its public key, beside its own secret path. */
export const KEEP = 'keep'

/** 256 random bits, base64url. */
const Nonce = z.string().regex(/^[\w-]{43}$/)
/** A public key of P-256, SPKI, base64. */
const PublicKey = z.string().regex(/^[A-Za-z0-9+/]{100,200}={0,2}$/)
/** ECDSA of P-256 with SHA-256 as WebCrypto gives it: r and s, 64 bytes, base64. */
const Signature = z.string().regex(/^[A-Za-z0-9+/]{86}==$/)
/** Which page: 128 random bits, base64url. It opens nothing. */
const PageId = z.string().regex(/^[\w-]{22}$/)

export const KeepRequest = z.strictObject({ key: PublicKey })
export type KeepRequest = z.infer<typeof KeepRequest>

/** `homeKey`: what Gatehouse proves itself with before the page signs anything. */
export const KeepAnswer = z.strictObject({ id: PageId, homeKey: PublicKey })
export type KeepAnswer = z.infer<typeof KeepAnswer>

/** What the page says: hello first, and after a good proof its own. */
export const ReturnRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hello'), id: PageId, nonce: Nonce }),
  z.strictObject({ kind: z.literal('proof'), signature: Signature }),
])
export type ReturnRequest = z.infer<typeof ReturnRequest>

/**
 * What Gatehouse says. same-start: it never ended, so the page's own line heals. unknown: this page
 * needs a new link. link: one-time, for this page.
 */
export const ReturnAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('same-start') }),
  z.strictObject({ kind: z.literal('unknown') }),
  z.strictObject({ kind: z.literal('proof'), nonce: Nonce, signature: Signature }),
  z.strictObject({ kind: z.literal('link'), url: z.string().max(500) }),
])
export type ReturnAnswer = z.infer<typeof ReturnAnswer>

/** One return: which page, at which port, and a nonce of each side that was never used before. */
export type ReturnFacts = {
  readonly id: string
  readonly port: number
  readonly pageNonce: string
  readonly homeNonce: string
}

/**
 * What one side signs. Its side is in the text, so that a proof of Gatehouse is none of a page; so
 * is the port, so that what was signed for one is worth nothing at another.
 */
export const returnText = (by: 'home' | 'page', facts: ReturnFacts): string =>
  [
    'gatehouse page return 1',
    by,
    String(facts.port),
    facts.id,
    facts.pageNonce,
    facts.homeNonce,
  ].join('\n')
