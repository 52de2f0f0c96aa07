// A chain of rows as a machine's journal holds them, and that machine's key.
import { generateKeyPairSync, sign } from 'node:crypto'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { MachineName } from '../../contract/fleet/machine.ts'
import { bodyOf, GENESIS, hashOf, type RawRow } from '../../main/journal/chain.ts'
import { canonicalJson } from '../../contract/json.ts'

export const machineKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return {
    publicKey: der.subarray(der.length - 32),
    sign: (text: string): Buffer => sign(null, Buffer.from(text), privateKey),
  }
}

export const machine = (name: string): MachineName => MachineName.parse(name)

/** 26 November 2026, noon. */
export const NOON = Date.UTC(2026, 10, 26, 12)

export const fault = (text: string): JournalEntry => ({ kind: 'fault', text })

/** Rows that follow `before`, a second apart. */
export function chainOf(
  entries: readonly JournalEntry[],
  before: Pick<RawRow, 'seq' | 'hash'> = { seq: 0, hash: GENESIS },
  at: (seq: number) => number = (seq) => NOON + seq * 1_000,
): RawRow[] {
  const rows: RawRow[] = []
  let last: Pick<RawRow, 'seq' | 'hash'> = before
  for (const entry of entries) {
    const seq = last.seq + 1
    const body = bodyOf(seq, at(seq), canonicalJson(entry))
    const row = { seq, body, hash: hashOf(last.hash, body) }
    rows.push(row)
    last = row
  }
  return rows
}

export const faults = (from: number, to: number, word = 'fault'): JournalEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => fault(`${word} ${from + index}`))
