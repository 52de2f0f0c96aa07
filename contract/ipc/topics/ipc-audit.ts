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
} from '../../journal/audit.ts'
import { CallId } from '../../ids.ts'
import { CallSummary } from '../../journal/call-summary.ts'
import { Attention } from '../../journal/attention.ts'
import { JournalFilter, JournalRow, Verification } from '../../journal/journal.ts'
import {
  MOST_CHARACTERS,
  Receipt,
  ReceiptCheck,
  RedactList,
  RequestId,
  RowProof,
  SigningKey,
} from '../../journal/receipt.ts'
import { call, everywhere, none, screens } from '../channel.ts'

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
  /** Approvals per 100 calls, and the rules that would have saved the most of them. */
  'audit.attention': call(everywhere, z.strictObject({ hours }), Attention),
  /**
   * How the check of the whole chain is; with `start`, one that goes on without anybody waiting
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
   * A piece at a time, oldest first, as redacted as the journal is. `until` and `asOf`: the `seq`
   * and `asOf` of the first piece, so that it ends. `redact`: what an export with proof hides.
   */
  'audit.export': call(
    everywhere,
    z.strictObject({
      format: ExportFormat,
      query: QueryText,
      after: z.int().optional(),
      until: z.int().optional(),
      asOf: z.int().optional(),
      redact: RedactList.optional(),
    }),
    ExportPiece,
  ),
  /** Signed, over every row of a call or a run. Failures: `audit.nothing`, `audit.no-key` and the like. */
  'audit.receipt': call(everywhere, z.strictObject({ id: RequestId }), Receipt),
  /** That the row at `index` of a receipt is one of its rows; it shows what `redact` leaves. */
  'audit.row-proof': call(
    everywhere,
    z.strictObject({ id: RequestId, index: z.int().min(0), redact: RedactList }),
    RowProof,
  ),
  /** A receipt, proof or export as somebody brings it, against its signature and this journal. */
  'audit.check-receipt': call(
    everywhere,
    z.strictObject({ text: z.string().max(MOST_CHARACTERS), key: z.string().max(500).default('') }),
    ReceiptCheck,
  ),
  /** The key that signs now. `rotate`: another one from now on. */
  'audit.key': call(everywhere, z.strictObject({ rotate: z.boolean() }), SigningKey),
  /** The program that checks all of these without Gatehouse. */
  'audit.verifier': call(everywhere, none, z.strictObject({ text: z.string() })),
  'audit.views': call(screens, none, z.array(SavedView)),
  /** In place of one of that name. */
  'audit.save-view': call(screens, SavedView, z.array(SavedView)),
  'audit.remove-view': call(screens, z.strictObject({ name: z.string() }), z.array(SavedView)),
} as const
