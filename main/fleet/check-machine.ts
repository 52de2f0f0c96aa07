// Holds the rows that the shared database has of one machine against each other and against the
// heads that the machine signed. What it names, nobody on that machine can explain away: the rows
// and heads lie elsewhere.
import { setImmediate } from 'node:timers/promises'
import type { MachineName } from '../../contract/fleet/machine.ts'
import type { FleetFault, FleetFinding, MachineCheck } from '../../contract/fleet/state.ts'
import { GENESIS, hashOf, numberIn, SCARS } from '../journal/chain.ts'
import { isSignedBy, type SignedHead } from './head-statement.ts'

export type KeptRow = {
  readonly seq: number
  readonly body: string
  readonly hash: string
  /** What it is found by. */
  readonly kind: string
  readonly tool: string | null
  readonly host: string | null
  /** As an ISO date. */
  readonly moment: string
}
/** What a row is found by. */
export type Labels = Pick<KeptRow, 'kind' | 'tool' | 'host' | 'moment'>

export type KeptHead = Omit<SignedHead, 'machine'> & {
  /** Epoch milliseconds, by the database's clock. */
  readonly received: number
}

export type CheckedMachine = {
  readonly machine: MachineName
  /** 32 bytes; what the register of machines says. */
  readonly publicKey: Buffer
  /** What the one who checks knows it to be, whatever the register says; left out: does not know. */
  readonly knownKey?: Buffer | undefined
  /** Epoch milliseconds. */
  readonly revoked: number | null
  /** By number. */
  readonly heads: readonly KeptHead[]
  /** By number; of one number, in the order they came. */
  readonly rows: AsyncIterable<KeptRow>
  /** What a row has to be found by, as its body says; null: this version cannot read it. */
  readonly labels: (body: string) => Labels | null
}

/** So many are named one by one; one fault in a long past can bring thousands with it. */
const NAMED = 20
/** Signatures that are checked in one go. */
const HEADS_AT_ONCE = 50

export async function checkMachine(of: CheckedMachine): Promise<MachineCheck> {
  const { machine } = of
  const findings: FleetFinding[] = []
  const find = (fault: FleetFault, seq: number, text: string): void => {
    if (findings.length < NAMED) findings.push({ fault, seq, text })
  }
  const forks = namedForks(findings)
  const good = await soundHeads(of, find)
  const hashAt = new Map(good.map(({ seq, hash }) => [seq, hash]))
  let before: KeptRow | null = null
  let from: number | null = null
  let rows = 0
  const seen = new Set<number>()
  for await (const row of of.rows) {
    rows += 1
    from ??= row.seq
    if (before !== null && row.seq === before.seq) {
      forks(row.seq)
      continue
    }
    const fault = rowFault(before, row)
    if (fault !== null) find(fault.fault, row.seq, fault.text)
    const labels = of.labels(row.body)
    if (labels !== null && labelsDiffer(labels, row))
      find('mislabelled', row.seq, `Row ${row.seq} is filed under something that it does not say.`)
    const sealed = hashAt.get(row.seq)
    if (sealed !== undefined) {
      seen.add(row.seq)
      if (sealed !== row.hash)
        find(
          'forked',
          row.seq,
          `Row ${row.seq} is not the one that the machine’s signed head names.`,
        )
    }
    before = row
  }
  for (const { seq } of good)
    if (!seen.has(seq) && (from === null || seq >= from))
      find('withheld', seq, `The machine signed row ${seq}, and that row never came.`)
  const to = before?.seq ?? null
  const covered = Math.max(0, ...good.map(({ seq }) => seq))
  if (to !== null && to > covered)
    find('unsigned', covered + 1, `No signed head covers the rows from ${covered + 1} to ${to}.`)
  return { machine, rows, from, to, findings }
}

/** Rows that are there twice, one after another, are one finding: a fork has as many as came since. */
function namedForks(findings: FleetFinding[]): (seq: number) => void {
  let last: { readonly at: number; readonly from: number; readonly to: number } | null = null
  return (seq) => {
    if (last !== null && seq === last.to) return
    if (last !== null && seq === last.to + 1) last = { at: last.at, from: last.from, to: seq }
    else if (findings.length < NAMED) last = { at: findings.length, from: seq, to: seq }
    else return
    const { at, from } = last
    const rows = from === seq ? `row ${seq}` : `rows ${from} to ${seq}`
    findings[at] = {
      fault: 'forked',
      seq: from,
      text: `There are two different versions of ${rows}.`,
    }
  }
}

const labelsDiffer = (wanted: Labels, row: Labels): boolean =>
  wanted.kind !== row.kind ||
  wanted.tool !== row.tool ||
  wanted.host !== row.host ||
  wanted.moment !== row.moment

type Find = (fault: FleetFault, seq: number, text: string) => void

/** Heads that the machine did sign, each checked against the others. */
async function soundHeads(
  { machine, publicKey, knownKey = publicKey, revoked, heads }: CheckedMachine,
  find: Find,
): Promise<readonly KeptHead[]> {
  const good: KeptHead[] = []
  if (!knownKey.equals(publicKey))
    find('forged', 0, 'The register has another key for this machine than the one that you know.')
  for (const [index, head] of heads.entries()) {
    // Checking signatures is work, and calls go on meanwhile.
    if (index % HEADS_AT_ONCE === HEADS_AT_ONCE - 1) await setImmediate()
    if (!isSignedBy({ machine, ...head }, knownKey))
      find('forged', head.seq, `The head at row ${head.seq} was not signed with the machine’s key.`)
    else if (revoked !== null && head.received > revoked)
      find('forged', head.seq, `The head at row ${head.seq} came after the machine was revoked.`)
    else good.push(head)
  }
  for (const [index, head] of good.entries()) {
    const next = good[index + 1]
    if (next === undefined) break
    if (next.seq === head.seq)
      find('forked', head.seq, `The machine signed two different rows ${head.seq}.`)
  }
  return good
}

function rowFault(
  before: KeptRow | null,
  row: KeptRow,
): { readonly fault: FleetFault; readonly text: string } | null {
  const { seq, body, hash } = row
  if (numberIn(body) !== seq)
    return { fault: 'rewritten', text: `Row ${seq} was not written under this number.` }
  if (before === null) {
    // Older days may have been dropped; the first row ever has nothing before it.
    if (seq === 1 && hashOf(GENESIS, body) !== hash) return scarOr(row)
    return null
  }
  if (seq > before.seq + 1)
    return {
      fault: 'missing',
      text:
        seq === before.seq + 2
          ? `Row ${before.seq + 1} is missing.`
          : `The rows ${before.seq + 1} to ${seq - 1} are missing.`,
    }
  return hashOf(before.hash, body) === hash ? null : scarOr(row)
}

const scarOr = ({ seq, body, hash }: KeptRow): { fault: FleetFault; text: string } =>
  Object.values(SCARS).some((scar) => hashOf(scar, body) === hash)
    ? {
        fault: 'scar',
        text: `When row ${seq} was written, rows and head of that journal did not fit each other.`,
      }
    : {
        fault: 'rewritten',
        text: `Row ${seq} does not follow from the row before it: one of them was rewritten.`,
      }
