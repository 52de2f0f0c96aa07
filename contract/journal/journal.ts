// The rows of the journal.
import { z } from 'zod'
import { CallId, JobId, LeaseId, PolicyHash, RunId } from '../ids.ts'
import { JsonObject } from '../json.ts'
import { EntryKind } from '../record/entry.ts'
import { Surface } from '../call/principal.ts'
import { agentEntry } from './agent-entry.ts'
import {
  BundleEntry,
  gatewayEntry,
  modelEntry,
  pageEntry,
  signingKeyEntry,
} from './outside-entries.ts'
import { pluginEntry } from './plugin-entry.ts'
import { SecondEntry } from './second-entry.ts'
import { serverEntry } from './server-entry.ts'
import { WebhookEntry } from './webhook-entry.ts'
import { callEntries } from './call-entries.ts'

/** One line of the journal. Bodies hold redacted arguments only. */
export const JournalEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('started'), version: z.string(), host: z.string() }),
  // `open`: calls that were let run and whose end is not written; absent in older rows, and then
  // nobody knows.
  z.strictObject({
    kind: z.literal('stopped'),
    host: z.string(),
    open: z.int().nonnegative().optional(),
  }),
  ...callEntries,
  z.strictObject({
    kind: z.literal('run'),
    runId: RunId,
    change: z.enum([
      'created',
      'resumed',
      'stopped',
      'interrupted',
      'failed',
      'finished',
      'removed',
      'revoked',
      // Of a sub-agent: it has taken all its steps, or its time is over.
      ...(['used-up', 'expired'] as const),
    ]),
    text: z.string(),
    /** Of a sub-agent: the run that started it. */
    parent: RunId.optional(),
  }),
  z.strictObject({
    kind: z.literal('lease'),
    leaseId: LeaseId,
    tool: z.string(),
    change: z.enum(['granted', 'used', 'revoked']),
    /** What it allows or denies, in one sentence; left out in older rows. */
    text: z.string().optional(),
  }),
  /** Failed or successful changes and uses of passphrase and one-time codes. */
  z.strictObject({
    kind: z.literal('step-up'),
    change: z.enum(['passphrase-set', 'totp-set', 'totp-removed', 'failed', 'locked']),
    surface: Surface,
  }),
  /**
   * The credential store was opened or changed. Names only; that a call used one is among
   * its touches.
   */
  z.strictObject({
    kind: z.literal('secret'),
    change: z.enum(['set', 'removed', 'unlocked', 'locked', 'failed']),
    name: z.string().nullable(),
    surface: Surface,
  }),
  agentEntry,
  /** A person changed or deleted what is kept for them. What a call changes is its own row. */
  z.strictObject({
    kind: z.literal('record'),
    change: z.enum(['changed', 'removed']),
    of: EntryKind,
    id: z.int(),
    surface: Surface,
  }),
  /**
   * A person changed a job that is kept to run later, or a run of one began or ended. What a call
   * changes is its own row. `surface`: null for what begins by itself.
   */
  z.strictObject({
    kind: z.literal('schedule'),
    change: z.enum([
      ...(['added', 'changed', 'paused', 'resumed', 'removed', 'run', 'repeated'] as const),
      ...(['discarded', 'cleared', 'started', 'succeeded', 'failed', 'missed', 'stopped'] as const),
    ]),
    name: z.string(),
    job: JobId.optional(),
    text: z.string().optional(),
    surface: Surface.nullable(),
  }),
  /**
   * A person typed into a terminal session of an agent, or ended it. `text` null: it was not to be
   * written down.
   */
  z.strictObject({
    kind: z.literal('terminal'),
    change: z.enum(['typed', 'ended']),
    name: z.string(),
    /** The agent that began the session. */
    agent: z.string(),
    runId: RunId.nullable(),
    text: z.string().nullable(),
    keys: z.array(z.string()),
    surface: Surface,
  }),
  ...([
    serverEntry,
    pluginEntry,
    gatewayEntry,
    modelEntry,
    WebhookEntry,
    SecondEntry,
    BundleEntry,
  ] as const),
  /** A person stopped everything, or let calls run again. */
  z.strictObject({
    kind: z.literal('emergency-stop'),
    change: z.enum(['stopped', 'resumed']),
    surface: Surface,
    stepUp: z.enum(['passphrase', 'totp']).optional(),
  }),
  /** Something of Gatehouse itself broke where nobody had expected it. Without secrets. */
  z.strictObject({ kind: z.literal('fault'), text: z.string().max(4_000) }),
  /**
   * The database was put back from a backup. Rows that could still be read were kept; those from
   * `lostFrom` to `lostTo` were not (null: none was lost), and `head` is the hash that the last of
   * them had.
   */
  z.strictObject({
    kind: z.literal('restored'),
    backup: z.string(),
    lostFrom: z.int().nullable(),
    lostTo: z.int().nullable(),
    head: z.string(),
  }),
  z.strictObject({ kind: z.literal('guard'), on: z.boolean(), surface: Surface }),
  signingKeyEntry,
  pageEntry,
  z.strictObject({
    kind: z.literal('policy'),
    change: z.enum(['loaded', 'changed', 'rejected']),
    policyHash: PolicyHash,
    text: z.string(),
  }),
])
export type JournalEntry = z.infer<typeof JournalEntry>
export type JournalKind = JournalEntry['kind']

/**
 * A row as it is in the chain. `hash` = SHA-256 over `prev` and the canonical JSON of {seq, at,
 * entry}, with `written` for the entry where there is one.
 */
export const JournalRow = z.strictObject({
  seq: z.int().positive(),
  /** Epoch milliseconds, for people. The order is `seq`. */
  at: z.int(),
  entry: JournalEntry,
  /** The entry as it was written, where an earlier version used other names: the hash is of this. */
  written: JsonObject.optional(),
  prev: z.string(),
  hash: z.string(),
})
export type JournalRow = z.infer<typeof JournalRow>

export const JournalFilter = z.strictObject({
  kinds: z.array(z.string()).default([]),
  tool: z.string().nullable().default(null),
  effect: z.enum(['allow', 'confirm', 'deny']).nullable().default(null),
  callId: CallId.nullable().default(null),
  runId: RunId.nullable().default(null),
  /** Words to find anywhere in the row. */
  text: z.string().max(200).default(''),
})
export type JournalFilter = z.infer<typeof JournalFilter>

/** That leaves none out. */
export const everyRow: JournalFilter = {
  kinds: [],
  tool: null,
  effect: null,
  callId: null,
  runId: null,
  text: '',
}

/**
 * What a check of the chain found. `broken` names the first row that does not fit and what is wrong
 * with it.
 */
export const Verification = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('intact'),
    rows: z.int(),
    headSeq: z.int(),
    headHash: z.string(),
    durationMs: z.number(),
  }),
  z.strictObject({
    kind: z.literal('broken'),
    rows: z.int(),
    seq: z.int(),
    fault: z.enum(['edited', 'removed', 'inserted', 'cut-off', 'head-missing', 'unreadable']),
    text: z.string(),
    durationMs: z.number(),
  }),
])
export type Verification = z.infer<typeof Verification>
