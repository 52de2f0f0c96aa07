// Checks the chain from its first row to its last, and against the head. Reads through the function
// it is given; no SQL, no file. Never repairs.
import { setImmediate } from 'node:timers/promises'
import type { Verification } from '../../contract/journal/journal.ts'
import { GENESIS, hashOf, numberIn, SCARS, type RawRow } from './chain.ts'
import type { Head, HeadReading } from './chain-head.ts'

/**
 * Rows with a greater number, oldest first, at most `limit`. May throw: then what lies there cannot
 * be read.
 */
export type ReadRows = (after: number, limit: number) => readonly RawRow[]

export type Break = Omit<Extract<Verification, { kind: 'broken' }>, 'kind' | 'rows' | 'durationMs'>

/** Where a walk along the chain has come to. */
export type Tip = { readonly seq: number; readonly hash: string }

/** Rows read at once: more while they come quickly, fewer where the disk has to be waited for. */
const CHUNK = { least: 16, first: 32, most: 256 } as const
/** The event loop gets its turn this often. */
const SLICE_MS = 5

export type VerifyOptions = {
  readonly read: ReadRows
  /**
   * Number of the last row when the check began; rows that come later are not looked at. Null for
   * an empty journal.
   */
  readonly lastSeq: number | null
  readonly head: HeadReading
  /** Called now and then with the number of rows checked so far. */
  readonly onProgress?: ((rows: number) => void) | undefined
  /**
   * Between two slices of work, five milliseconds each. The next turn of the event loop where it is
   * not given.
   */
  readonly rest?: (() => Promise<void>) | undefined
}

/** Finds the first row that does not fit. Gives the event loop its turn every few milliseconds. */
export async function verifyChain({
  read,
  lastSeq,
  head,
  onProgress,
  rest = setImmediate,
}: VerifyOptions): Promise<Verification> {
  const started = performance.now()
  const expectedHead = head.kind === 'head' ? head.head : null
  let tip: Tip = { seq: 0, hash: GENESIS }
  let rows = 0
  let sliceEnds = started + SLICE_MS
  let size: number = CHUNK.first
  const broken = (found: Break): Verification => ({
    kind: 'broken',
    rows,
    ...found,
    durationMs: performance.now() - started,
  })

  // Row 1 is the first, and a row before it is one too many: so the reading begins below.
  for (
    let position = Number.MIN_SAFE_INTEGER;
    lastSeq !== null && position < lastSeq;
    position = tip.seq
  ) {
    const startedAt = performance.now()
    const chunk = readChunk(read, position, size, tip.seq + 1, lastSeq)
    if (!Array.isArray(chunk)) return broken(chunk)
    for (const [index, row] of chunk.entries()) {
      const found = misfit(tip, row, chunk[index + 1], expectedHead)
      // What lies behind it says what was done to it, wherever the reading stopped.
      if (found !== null)
        return broken(
          index + 1 < chunk.length
            ? found
            : (misfit(tip, row, following(read, row), expectedHead) ?? found),
        )
      tip = row
      rows++
    }
    const at = performance.now()
    size =
      at - startedAt > SLICE_MS ? Math.max(CHUNK.least, size / 2) : Math.min(CHUNK.most, size * 2)
    if (at > sliceEnds) {
      onProgress?.(rows)
      await rest()
      sliceEnds = performance.now() + SLICE_MS
    }
  }
  const found = headMisfit(tip, head)
  if (found !== null) return broken(found)
  return {
    kind: 'intact',
    rows,
    headSeq: tip.seq,
    headHash: tip.hash,
    durationMs: performance.now() - started,
  }
}

function readChunk(
  read: ReadRows,
  position: number,
  size: number,
  expected: number,
  lastSeq: number,
): RawRow[] | Break {
  try {
    const chunk = read(position, size).filter((row) => row.seq <= lastSeq)
    return chunk.length > 0 ? chunk : removed(expected, lastSeq)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      seq: expected,
      fault: 'unreadable',
      text: `The rows from ${expected} on cannot be read: ${why}.`,
    }
  }
}

function following(read: ReadRows, { seq }: RawRow): RawRow | undefined {
  try {
    return read(seq, 1)[0]
  } catch {
    // It cannot be read: the row before it is at fault all the same.
    return undefined
  }
}

/**
 * What is wrong with this row, if anything, standing after `tip`. `next` is the row behind it, for
 * naming the fault.
 */
export function misfit(
  tip: Tip,
  row: RawRow,
  next: RawRow | undefined,
  expectedHead: Head | null,
): Break | null {
  const { seq } = row
  if (seq > tip.seq + 1) return removed(tip.seq + 1, seq - 1)
  if (seq < tip.seq + 1)
    return {
      seq,
      fault: 'inserted',
      text: `Row ${seq} was inserted: the journal begins with row 1.`,
    }
  if (hashOf(tip.hash, row.body) === row.hash && row.body.endsWith(`,"seq":${seq}}`)) {
    if (expectedHead === null || expectedHead.seq !== seq || expectedHead.hash === row.hash)
      return null
    return {
      seq,
      fault: 'edited',
      text: `Row ${seq} does not match the head file: it or earlier rows were rewritten.`,
    }
  }
  const scar = scarAt(row)
  if (scar !== null) return scar
  if (expectedHead?.state === 'closed' && seq > expectedHead.seq) return added(expectedHead.seq)
  const own = numberIn(row.body)
  if (own !== null && own > seq) {
    return {
      seq,
      fault: 'removed',
      text: `Row ${seq} is not in its place: the row there was written as row ${own}.`,
    }
  }
  if (own !== null && own < seq) {
    return {
      seq,
      fault: 'inserted',
      text: `Row ${seq} does not belong there: it was written as row ${own}.`,
    }
  }
  if (next !== undefined && next.seq === seq + 1 && numberIn(next.body) === seq) {
    return {
      seq,
      fault: 'inserted',
      text: `Row ${seq} was inserted: the row behind it was written under that number.`,
    }
  }
  return {
    seq,
    fault: 'edited',
    text: `Row ${seq} does not fit its hash and the row before it: one of them was edited.`,
  }
}

const removed = (from: number, to: number): Break => ({
  seq: from,
  fault: 'removed',
  text:
    to < from
      ? 'All rows are missing.'
      : from === to
        ? `Row ${from} is missing.`
        : `The rows ${from} to ${to} are missing.`,
})

const added = (closedAt: number): Break => ({
  seq: closedAt + 1,
  fault: 'inserted',
  text: `Row ${closedAt + 1} was added by another hand: the journal was closed after row ${closedAt}.`,
})

/** What an opening found and left in the chain for good (chain-start.ts). */
function scarAt({ seq, body, hash }: RawRow): Break | null {
  switch (hash) {
    case hashOf(SCARS.missing, body):
      return {
        seq,
        fault: 'head-missing',
        text: `When row ${seq} was written, the head file was missing or unreadable: rows before it may have been cut off.`,
      }
    case hashOf(SCARS.strayed, body):
      return {
        seq,
        fault: 'edited',
        text: `When row ${seq} was written, the rows before it did not match the head file.`,
      }
    default:
      return null
  }
}

/** What is wrong between the last row and the head, if anything. */
export function headMisfit(last: Tip, reading: HeadReading): Break | null {
  switch (reading.kind) {
    case 'missing':
      if (last.seq === 0) return null
      return {
        seq: last.seq,
        fault: 'head-missing',
        text: `The head file is missing: rows after ${last.seq} may have been cut off.`,
      }
    case 'unreadable':
      return {
        seq: last.seq,
        fault: 'head-missing',
        text: `The head file cannot be read: rows after ${last.seq} may have been cut off.`,
      }
    case 'head': {
      const { seq, state } = reading.head
      if (seq > last.seq) {
        const what =
          seq === last.seq + 1 ? `Row ${seq} was` : `The rows ${last.seq + 1} to ${seq} were`
        return {
          seq: last.seq + 1,
          fault: 'cut-off',
          text: `${what} cut off: the head file has sealed row ${seq}.`,
        }
      }
      if (seq < last.seq && state === 'closed') {
        return added(seq)
      }
      return null
    }
  }
}
