// What screens and the command line see of an organisation's bundle.
import { z } from 'zod'
import { Failure } from '../failure.ts'
import { Bundle } from './bundle.ts'
import { KeyId, OrganisationName } from './names.ts'

/** One bundle that was checked. */
export const BundleSummary = z.strictObject({
  serial: z.int(),
  issued: z.string(),
  expires: z.string(),
  /** Fingerprints of the keys that signed it, of those that may. */
  keys: z.array(KeyId),
  /** SHA-256 of what was signed. */
  digest: z.string(),
})
export type BundleSummary = z.infer<typeof BundleSummary>

export const BundleState = z.discriminatedUnion('kind', [
  /** No organisation is named in the configuration. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('following'),
    organisation: OrganisationName,
    source: z.string(),
    /** Null: there is none yet, and everything but harmless work needs approval. */
    inForce: BundleSummary.nullable(),
    /** Since when it is past its end, epoch milliseconds; it stays in force. Null: it is not. */
    expiredSince: z.int().nullable(),
    /** A newer one that would loosen something: it waits for a person. */
    waiting: z.strictObject({ bundle: BundleSummary, relaxes: z.array(z.string()) }).nullable(),
    /** When the source last gave a good answer; epoch milliseconds. */
    checked: z.int().nullable(),
    /** Why the source gives no good bundle, and since when. Null: it does. */
    trouble: z.strictObject({ since: z.int(), why: Failure }).nullable(),
    /** Asked again then; epoch milliseconds. Null: not from here. */
    next: z.int().nullable(),
  }),
])
export type BundleState = z.infer<typeof BundleState>

/** What the organisation holds, for the places where the person sets the same. */
export const ManagedPolicy = Bundle.pick({
  organisation: true,
  preset: true,
  presets: true,
  rules: true,
  stop: true,
  tools: true,
  servers: true,
  agents: true,
  revokedKeys: true,
})
export type ManagedPolicy = z.infer<typeof ManagedPolicy>

export const managedIn = ({
  format: _format,
  serial: _serial,
  issued: _issued,
  expires: _expires,
  ...managed
}: Bundle): ManagedPolicy => managed
