// What somebody handed on to another: never more than they have themselves. A token of it is its
// terms and a hash of them, chained to the token it came from. Pure.
import { z } from 'zod'
import { failure, type Failure } from '../failure.ts'
import { canonicalJson } from '../json.ts'
import { err, ok, type Result } from '../result.ts'
import { Grant as GrantSchema, intersectGrants, type Grant } from './grant.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What its holder may do, and for how long. */
export const DelegationTerms = z.strictObject({
  /** How often it was handed on: 1 is what an agent of the person handed on. */
  depth: z.int().min(0),
  /** How deep it may be handed on at most. */
  mostDepth: z.int().min(1),
  grant: GrantSchema,
  /** It may be handed on at all. */
  delegates: z.boolean(),
  /** Steps of the model. */
  turns: z.int().min(1),
  /** Of work; waiting for a person is none. */
  seconds: z.int().min(1),
  /** Epoch milliseconds. */
  expiresAt: z.int(),
})
export type DelegationTerms = z.infer<typeof DelegationTerms>

export const Delegation = z.strictObject({
  ...DelegationTerms.shape,
  /** Of the token that this one came from; null: from an agent that works for the person itself. */
  parentHash: hash.nullable(),
  hash,
  /** Epoch milliseconds; null: in force. */
  revokedAt: z.int().nullable().default(null),
})
export type Delegation = z.infer<typeof Delegation>

/** Who hands on: the holder of a token, or with depth 0 the agent that works for the person. */
export type Delegator = Omit<DelegationTerms, 'grant'> & { readonly grant: Grant }

export type DelegationRequest = {
  readonly grant: Grant
  readonly delegates: boolean
  readonly turns: number
  readonly seconds: number
  readonly expiresAt: number
}

/**
 * The terms of a request, each of them at most what the delegator has. Fails with
 * `delegation.depth`, `delegation.not-allowed`, `delegation.expired`.
 */
export function delegate(
  from: Delegator,
  asked: DelegationRequest,
  now: number,
): Result<DelegationTerms, Failure> {
  if (now >= from.expiresAt) return err(expired)
  if (!from.delegates) return err(notAllowed)
  const depth = from.depth + 1
  if (depth > from.mostDepth) return err(tooDeep(from.mostDepth))
  return ok({
    depth,
    mostDepth: from.mostDepth,
    grant: [...intersectGrants(from.grant, asked.grant)],
    // A holder that can hand on nothing more is not offered the tool for it.
    delegates: asked.delegates && depth < from.mostDepth,
    turns: Math.min(from.turns, asked.turns),
    seconds: Math.min(from.seconds, asked.seconds),
    expiresAt: Math.min(from.expiresAt, asked.expiresAt),
  })
}

/** A token of those terms. */
export const mintDelegation = (
  terms: DelegationTerms,
  parentHash: string | null,
  sha256: (text: string) => string,
): Delegation => ({
  ...terms,
  parentHash,
  hash: sha256(canonicalJson({ terms, parentHash })),
  revokedAt: null,
})

/** Its terms are those that it was made with. */
export function isGenuine(
  { parentHash, hash: stated, revokedAt: _revoked, ...terms }: Delegation,
  sha256: (text: string) => string,
): boolean {
  return sha256(canonicalJson({ terms, parentHash })) === stated
}

/** Null: it is in force. */
export function whyEnded(
  { expiresAt, revokedAt }: Pick<Delegation, 'expiresAt' | 'revokedAt'>,
  now: number,
): Failure | null {
  if (revokedAt !== null) return revoked
  return now >= expiresAt ? expired : null
}

const revoked = failure(
  'delegation.revoked',
  'What this sub-agent was allowed to do was revoked.',
  'It can do nothing more. Do the work in the run that started it.',
)
const expired = failure(
  'delegation.expired',
  'What this agent was allowed to do has expired.',
  'Start a new one for what is left.',
)
const notAllowed = failure(
  'delegation.not-allowed',
  'This sub-agent may not start sub-agents of its own.',
  'Do the work yourself, or say in your result what is left to do.',
)
const tooDeep = (depth: number): Failure =>
  failure(
    'delegation.depth',
    `Sub-agents may be started ${depth} deep, and this one is at the end.`,
    'Do the work yourself, or say in your result what is left to do.',
  )
