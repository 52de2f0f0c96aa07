// Requests and answers about the journal beside its rows: pages of a search, counts, sums for charts,
// checks, exports.
import { z } from 'zod'
import { CallId } from '../ids.ts'
import { JournalRow, Verification } from './journal.ts'

export const QueryText = z.string().max(2_000)

/**
 * `next`: where to go on; null when all has been looked at. A page may be short before that: the
 * time for one is bounded.
 */
export const FoundRows = z.strictObject({
  rows: z.array(JournalRow),
  next: z.int().nullable(),
  newest: z.int(),
})
export type FoundRows = z.infer<typeof FoundRows>

/** `marks`: numbers of every so many-th row that fits, so that a list can be entered anywhere. */
export const CountedRows = z.strictObject({
  n: z.int(),
  marks: z.array(z.int()),
  next: z.int().nullable(),
})
export type CountedRows = z.infer<typeof CountedRows>

const effects = z.strictObject({ allow: z.int(), confirm: z.int(), deny: z.int() })
const tiers = z.strictObject({ R0: z.int(), R1: z.int(), R2: z.int(), R3: z.int(), R4: z.int() })

/** Decisions over a time, in equal parts of `width` milliseconds; times are epoch milliseconds. */
export const AuditOverview = z.strictObject({
  from: z.int(),
  until: z.int(),
  width: z.number(),
  bars: z.array(z.strictObject({ at: z.number(), effects, tiers })),
  /** The most used. */
  tools: z.array(z.strictObject({ tool: z.string(), effects })),
  otherTools: z.int(),
  /** How long people took to answer. */
  waits: z.array(z.strictObject({ step: z.string(), n: z.int() })),
  /** Number of the last row that is in these sums. */
  indexed: z.int(),
})
export type AuditOverview = z.infer<typeof AuditOverview>

/**
 * A check of the whole chain, going on or done. `of`: rows there were when it began. `last`: what
 * the last whole one found.
 */
export const AuditCheck = z.strictObject({
  running: z.strictObject({ done: z.int(), of: z.int() }).nullable(),
  last: z.strictObject({ at: z.int(), found: Verification }).nullable(),
})
export type AuditCheck = z.infer<typeof AuditCheck>

/**
 * All rows of one call, oldest first, and where the journal ended then: with it, they can be shown
 * to belong to it.
 */
export const CallReceipt = z.strictObject({
  callId: CallId,
  rows: z.array(JournalRow),
  head: z.strictObject({ seq: z.int(), hash: z.string() }),
})
export type CallReceipt = z.infer<typeof CallReceipt>

export const ExportFormat = z.enum(['jsonl', 'csv', 'otel', 'proof'])
export type ExportFormat = z.infer<typeof ExportFormat>

/**
 * A piece of an export. `next`: where the following one begins; null after the last. `asOf`: the
 * moment that times in the query count from.
 */
export const ExportPiece = z.strictObject({
  text: z.string(),
  rows: z.int(),
  next: z.int().nullable(),
  seq: z.int(),
  asOf: z.int().optional(),
})
export type ExportPiece = z.infer<typeof ExportPiece>

/** A query that is kept under a name. */
export const SavedView = z.strictObject({
  name: z.string().trim().min(1).max(60),
  query: QueryText,
})
export type SavedView = z.infer<typeof SavedView>
export const MOST_VIEWS = 100
