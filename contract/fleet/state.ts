// What screens and the command line see of a fleet.
import { z } from 'zod'
import { Failure } from '../failure.ts'
import { CollectorState } from './collector.ts'
import { MachineName } from './machine.ts'

export const FleetState = z.discriminatedUnion('kind', [
  /** No fleet is set up. */
  z.strictObject({ kind: z.literal('none') }),
  /** The database has every row. */
  z.strictObject({
    kind: z.literal('level'),
    machine: MachineName,
    /** Number of the last row it has. */
    seq: z.int(),
    /** Since when; epoch milliseconds. */
    at: z.int(),
  }),
  z.strictObject({
    kind: z.literal('sending'),
    machine: MachineName,
    seq: z.int(),
    /** Rows it does not have yet. */
    behind: z.int(),
  }),
  z.strictObject({
    kind: z.literal('waiting'),
    machine: MachineName,
    seq: z.int(),
    behind: z.int(),
    why: Failure,
    /** Tried again then; epoch milliseconds. */
    next: z.int(),
  }),
])
export type FleetState = z.infer<typeof FleetState>

const collector = { collector: CollectorState }
const [none, level, sending, waiting] = FleetState.options
/** Of both places that rows are sent to. */
export const FleetStatus = z.discriminatedUnion('kind', [
  none.extend(collector),
  level.extend(collector),
  sending.extend(collector),
  waiting.extend(collector),
])
export type FleetStatus = z.infer<typeof FleetStatus>

export const FleetFault = z.enum([
  /**
   * Two different rows, or two signed heads, of one number: the past was rewritten, or the journal
   * went two ways.
   */
  'forked',
  /** A row does not follow from the one before it, or is not what its hash says. */
  'rewritten',
  /** Rows in the middle are not there. */
  'missing',
  /** A signed head names a row that never came. */
  'withheld',
  /** A head that the machine's key did not sign, or that came after it was revoked. */
  'forged',
  /** Rows that no signed head covers. */
  'unsigned',
  /** A search would not find the row by what it says. */
  'mislabelled',
  /** The journal itself says that rows and head did not fit when it was opened there. */
  'scar',
])
export type FleetFault = z.infer<typeof FleetFault>

export const FleetFinding = z.strictObject({ fault: FleetFault, seq: z.int(), text: z.string() })
export type FleetFinding = z.infer<typeof FleetFinding>

export const MachineCheck = z.strictObject({
  machine: MachineName,
  rows: z.int(),
  /** First and last number that the database has; null: none. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** The first twenty. */
  findings: z.array(FleetFinding),
})
export type MachineCheck = z.infer<typeof MachineCheck>

/** What a machine runs, as it said last. */
export const MachineReport = z.strictObject({
  /** Of Gatehouse. */
  version: z.string(),
  /** The organisation's policy that it follows; null: none. */
  bundle: z.strictObject({ name: z.string(), serial: z.int() }).nullable(),
  /** Epoch milliseconds, by the database's clock. */
  received: z.int(),
  /** Whether the machine's own key signed it. */
  signed: z.boolean(),
})
export type MachineReport = z.infer<typeof MachineReport>

export const FleetMachine = z.strictObject({
  machine: MachineName,
  person: z.string(),
  /** Epoch milliseconds. */
  added: z.int(),
  revoked: z.int().nullable(),
  /** Number of its last row, and when that came, by the database's clock; null: none came yet. */
  last: z.strictObject({ seq: z.int(), received: z.int() }).nullable(),
  runs: MachineReport.nullable(),
})
export type FleetMachine = z.infer<typeof FleetMachine>

/**
 * A check of all machines, going on or done. `last`: what the last whole one found; `failed`: why the
 * last one ended early.
 */
export const FleetCheck = z.strictObject({
  running: z
    .strictObject({ machine: MachineName.nullable(), done: z.int(), of: z.int(), rows: z.int() })
    .nullable(),
  last: z.strictObject({ at: z.int(), checks: z.array(MachineCheck) }).nullable(),
  failed: Failure.nullable(),
})
export type FleetCheck = z.infer<typeof FleetCheck>

/** What an administrator needs to let this machine in. */
export const FleetIdentity = z.strictObject({
  machine: MachineName,
  /** Ed25519, 64 hexadecimal digits. */
  publicKey: z.string(),
})
export type FleetIdentity = z.infer<typeof FleetIdentity>
