// Channels: the journal: reading, searching, checking, exporting.
import { z } from 'zod'
import {
  AuditCheck,
  AuditOverview,
  CallReceipt,
  CountedRows,
  ExportFormat,
  ExportPiece,
  FoundRows,
  QueryText,
  SavedView,
} from '../journal/audit.ts'
import { CallId } from '../ids.ts'
import { CallSummary } from '../journal/call-summary.ts'
import { Attention } from '../journal/attention.ts'
import { JournalFilter, JournalRow, Verification } from '../journal/journal.ts'
import { call, everywhere, none, screens } from './channel.ts'

/** What charts reach back over. */
const hours = z.union([z.literal(24), z.literal(168), z.literal(720), z.literal(2160)])

export const auditChannels = {
  /** `total`: all rows, or with a filter those that fit, counted no further than 1,000. */
  'audit.page': call(
    everywhere,
    z.strictObject({
      before: z.int().optional(),
      limit: z.int().min(1).max(200),
      filter: JournalFilter.prefault({}),
    }),
    z.strictObject({ rows: z.array(JournalRow), total: z.int() }),
  ),
  'audit.verify': call(everywhere, none, Verification),
  /**
   * A page of the rows that a query asks for, newest first. A wrong query fails with `query.wrong`.
   */
  'audit.search': call(
    everywhere,
    z.strictObject({
      query: QueryText,
      before: z.int().optional(),
      after: z.int().optional(),
      limit: z.int().min(1).max(200),
    }),
    FoundRows,
  ),
  /**
   * Counts on for a moment; a caller that does not ask again stops it. `from`: how many were
   * counted so far.
   */
  'audit.count': call(
    everywhere,
    z.strictObject({
      query: QueryText,
      before: z.int().optional(),
      after: z.int().optional(),
      every: z.int().min(1).max(1_000),
      from: z.int().min(0),
    }),
    CountedRows,
  ),
  /** Known values of a key, for completing what is typed. */
  'audit.values': call(
    screens,
    z.strictObject({ key: z.string().max(40), typed: z.string().max(200) }),
    z.array(z.strictObject({ value: z.string(), n: z.int() })),
  ),
  'audit.overview': call(everywhere, z.strictObject({ hours }), AuditOverview),
  /** Questions per 100 calls, and the rules that would have saved the most of them. */
  'audit.attention': call(everywhere, z.strictObject({ hours }), Attention),
  /**
   * How the check of the whole chain stands; with `start`, one that goes on without anybody waiting
   * is begun.
   */
  'audit.check': call(everywhere, z.strictObject({ start: z.boolean() }), AuditCheck),
  /** Calls as one row each, in the order asked for; those that have no row are left out. */
  'audit.calls': call(
    screens,
    z.strictObject({ callIds: z.array(CallId).max(100) }),
    z.array(CallSummary),
  ),
  'audit.call': call(everywhere, z.strictObject({ callId: CallId }), CallReceipt),
  /**
   * A piece at a time, oldest first, as redacted as the journal is. `until`: the `seq` of the first
   * piece, so that it ends.
   */
  'audit.export': call(
    everywhere,
    z.strictObject({
      format: ExportFormat,
      query: QueryText,
      after: z.int().optional(),
      until: z.int().optional(),
    }),
    ExportPiece,
  ),
  'audit.views': call(screens, none, z.array(SavedView)),
  /** In place of one of that name. */
  'audit.save-view': call(screens, SavedView, z.array(SavedView)),
  'audit.remove-view': call(screens, z.strictObject({ name: z.string() }), z.array(SavedView)),
} as const
