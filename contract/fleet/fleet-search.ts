// What is asked of the rows of all machines, and what comes back: pages, calls, sums.
import { z } from 'zod'
import { CallId } from '../ids.ts'
import { QueryText } from '../journal/audit.ts'
import { CallSummary } from '../journal/call-summary.ts'
import { JournalEntry } from '../journal/journal.ts'
import { MachineName } from './machine.ts'

/** A row as the shared database has it. */
export const FleetRow = z.strictObject({
  machine: MachineName,
  seq: z.int(),
  /** Epoch milliseconds, by the machine's clock. */
  at: z.int(),
  entry: JournalEntry,
  hash: z.string(),
})
export type FleetRow = z.infer<typeof FleetRow>

/**
 * Where a search goes on. `row` null: everything after this moment was looked at, of this moment
 * nothing was.
 */
export const FleetPosition = z.strictObject({
  /** To the microsecond, as PostgreSQL keeps it. */
  at: z.string().regex(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  row: z
    .strictObject({
      machine: MachineName,
      seq: z.int(),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .nullable(),
})
export type FleetPosition = z.infer<typeof FleetPosition>

/** Who asks: a newer question of the same asker ends the older one. Null: nothing is ended. */
const asker = z.string().min(1).max(40).nullable().default(null)

export const FleetSearch = z.strictObject({
  query: QueryText,
  asker,
  before: FleetPosition.nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
})
export type FleetSearch = z.infer<typeof FleetSearch>

/**
 * Newest first. `next`: where to go on; null when all was looked at. A page may be short before
 * that: the time for one is bounded.
 */
export const FleetPage = z.strictObject({
  rows: z.array(FleetRow),
  next: FleetPosition.nullable(),
  /** Rows in between that this version of Gatehouse cannot read. */
  unreadable: z.int(),
})
export type FleetPage = z.infer<typeof FleetPage>

export const FleetCounted = z.strictObject({ query: QueryText, asker })
/** `count` null: counting would take too long. `more`: it ended at the bound. */
export const FleetCount = z.strictObject({ count: z.int().nullable(), more: z.boolean() })
export type FleetCount = z.infer<typeof FleetCount>

/** One call of one machine: which, and a row of it. */
export const FleetCallId = z.strictObject({
  machine: MachineName,
  callId: CallId,
  seq: z.int(),
  at: z.int(),
})
export type FleetCallId = z.infer<typeof FleetCallId>

/** All rows that the database has of one call, oldest first. */
export const FleetCall = z.strictObject({ summary: CallSummary, rows: z.array(FleetRow) })
export type FleetCall = z.infer<typeof FleetCall>

const sums = {
  /** Calls that ended, by tier; under `none` those that were refused before they had one. */
  calls: z.strictObject({
    R0: z.int(),
    R1: z.int(),
    R2: z.int(),
    R3: z.int(),
    R4: z.int(),
    none: z.int(),
  }),
  denied: z.int(),
  /** Times that a person was asked. */
  asked: z.int(),
}

/** Over whole days of UTC, the one that goes on included. Epoch milliseconds. */
export const FleetSums = z.strictObject({
  days: z.array(z.strictObject({ day: z.int(), ...sums })),
  /** The busiest, busiest first. */
  machines: z.array(z.strictObject({ machine: MachineName, ...sums })),
  otherMachines: z.int(),
})
export type FleetSums = z.infer<typeof FleetSums>

export const SPANS = [7, 30, 90] as const
export const FleetSpan = z.strictObject({
  days: z.literal(SPANS),
  /** Null: all of them. */
  machine: MachineName.nullable(),
})
export type FleetSpan = z.infer<typeof FleetSpan>
