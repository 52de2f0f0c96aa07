// What can be given to somebody who has nothing of ours, and still be checked: the receipt of a call
// or a run, the proof of one row, the seal of an export.
import { z } from 'zod'
import { CallId, RunId } from '../ids.ts'
import { Json } from '../json.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What a receipt is about: one call, or everything an agent did in one run. */
export const RequestId = z.union([CallId, RunId])
export type RequestId = z.infer<typeof RequestId>

/**
 * What an export hides. content: everything but who called which tool when, and how it ended.
 * people: who they are, and sentences that name them. hash: the links of the chain. Anything else:
 * the path of a field, with all below it.
 */
export const Redact = z
  .string()
  .regex(
    /^(content|people|hash|at|entry(\.[^.\n]{1,80})*)$/,
    'Write content, people, hash, at, or a field such as entry.args.path.',
  )
export const RedactList = z.array(Redact).max(100)
export type RedactList = z.infer<typeof RedactList>

/**
 * Where the journal ended. `hash`: of its last row; `commitment`: the same, hidden, because with the
 * rows before it a hash lets others guess what a hidden field says.
 */
const Head = z.union([
  z.strictObject({ seq: z.int(), hash: z.string() }),
  z.strictObject({ seq: z.int(), commitment: Hash }),
])

/** A public Ed25519 key as the base64 of its SPKI form. */
const PublicKey = z.base64()

/** Everything that is signed of a receipt. */
export const ReceiptBody = z.strictObject({
  format: z.literal('gatehouse.receipt.1'),
  id: RequestId,
  madeAt: z.int(),
  version: z.string(),
  /** The policies that decided, in the order in which they did. */
  policyHashes: z.array(Hash),
  /** What the model was asked when it made these calls. */
  promptHashes: z.array(Hash),
  /** Of the Merkle tree over `leaves`. */
  root: Hash,
  /** How many rows; a tree alone does not say it. */
  rows: z.int().positive(),
  from: z.int(),
  until: z.int(),
  /** Commitments to the arguments of each decision, and to each result. */
  arguments: z.array(Hash),
  results: z.array(Hash),
  /** One for each row, in their order. */
  leaves: z.array(Hash),
  head: Head,
  key: PublicKey,
})
export type ReceiptBody = z.infer<typeof ReceiptBody>
export const Receipt = z.strictObject({ ...ReceiptBody.shape, signature: z.base64() })
export type Receipt = z.infer<typeof Receipt>

/**
 * A row with a salt for each field that is shown, and a commitment for each that is not: `field`
 * says no more than which part of the row it belongs to.
 */
export const SealedRow = z.strictObject({
  fields: z.array(z.tuple([z.string(), z.string(), Json])),
  hidden: z.array(z.tuple([z.string(), Hash])),
  leaf: Hash,
})
export type SealedRow = z.infer<typeof SealedRow>

/** One step from a leaf to the root. */
export const PathStep = z.strictObject({ hash: Hash, isLeft: z.boolean() })
export type PathStep = z.infer<typeof PathStep>

/** That one row is among those of a receipt, and what it says. */
export const RowProofBody = z.strictObject({
  format: z.literal('gatehouse.row.1'),
  id: RequestId,
  index: z.int().nonnegative(),
  valid: z.boolean(),
  expectedRoot: Hash,
  computedRoot: Hash,
  leaf: Hash,
  path: z.array(PathStep),
  row: SealedRow,
  receipt: Receipt,
  key: PublicKey,
})
export type RowProofBody = z.infer<typeof RowProofBody>
export const RowProof = z.strictObject({ ...RowProofBody.shape, signature: z.base64() })
export type RowProof = z.infer<typeof RowProof>

/** The first line of an export. */
export const ExportHead = z.strictObject({
  format: z.literal('gatehouse.export.1'),
  query: z.string(),
  redacted: RedactList,
  version: z.string(),
  key: PublicKey,
})
export type ExportHead = z.infer<typeof ExportHead>

/** What the signature of an export covers. */
export const ExportSeal = z.strictObject({
  format: z.literal('gatehouse.seal.1'),
  madeAt: z.int(),
  /** SHA-256 of the first line, and of all lines with rows. */
  top: Hash,
  lines: Hash,
  root: Hash,
  rows: z.int().positive(),
  first: z.int(),
  last: z.int(),
  head: Head,
  key: PublicKey,
})
export type ExportSeal = z.infer<typeof ExportSeal>

/** The last line of an export. */
export const SealLine = z.strictObject({ seal: ExportSeal, signature: z.base64() })

/** Of a file that is checked here; larger ones are for the verifier. */
export const MOST_CHARACTERS = 16_000_000

/** What the check of a file found; `text` is a sentence for people. */
export const ProofVerdict = z.strictObject({
  /** unnamed: everything fits, but nobody said whose key it has to be. */
  kind: z.enum(['valid', 'unnamed', 'broken']),
  text: z.string(),
  /** SHA-256 of the key that signed. */
  fingerprint: z.string().nullable(),
})
export type ProofVerdict = z.infer<typeof ProofVerdict>

/** A file that was checked here: against its signature, and against the journal of this home. */
export const ReceiptCheck = z.strictObject({
  ...ProofVerdict.shape,
  /** Whether it is a key of this home, now or before. */
  ownKey: z.boolean(),
  /** same: the journal still says so. Null: it was not compared, and `text` says why. */
  journal: z.enum(['same', 'different']).nullable(),
})
export type ReceiptCheck = z.infer<typeof ReceiptCheck>

const KeyFacts = z.strictObject({
  fingerprint: Hash,
  public: PublicKey,
  madeAt: z.int(),
})
/** The key that signs now, and those before it. Private keys never leave the program. */
export const SigningKey = z.strictObject({
  ...KeyFacts.shape,
  /** store: the credential store. file: one of its own, until that store is open. */
  keptIn: z.enum(['store', 'file']),
  earlier: z.array(z.strictObject({ ...KeyFacts.shape, endedAt: z.int() })),
})
export type SigningKey = z.infer<typeof SigningKey>
