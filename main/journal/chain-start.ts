// Looks at the end of the journal before the first row is added: does it fit the head, and where
// does the chain go on? Reads only.
//
// A finding must outlive the rows that are written next:
//   rows were cut off        the chain goes on from what the head file has sealed, so the lost rows stay visible as a gap in
//                            the numbers, which closes again if they are brought back
//   no head file             the next row follows a scar (chain.ts) instead of the row before it
//   rows that the head file  likewise
//   does not lead to
import { SCARS, type RawRow } from './chain.ts'
import type { HeadReading } from './chain-head.ts'
import { headMisfit, misfit, type Break, type ReadRows, type Tip } from './verify.ts'

export type Opening = { readonly tip: Tip; readonly finding: Break | null }

const CHUNK = 1024

/**
 * `last` is the last row of the database. After a kill, the rows beyond the head are few; after a
 * power cut, a second's worth.
 */
export function findOpening(read: ReadRows, last: RawRow | null, head: HeadReading): Opening {
  const end: Tip = { seq: last?.seq ?? 0, hash: last?.hash ?? '' }
  const finding = headMisfit(end, head)
  if (head.kind === 'missing' && end.seq === 0) return { tip: end, finding: null }
  if (head.kind !== 'head') return { tip: { seq: end.seq, hash: SCARS.missing }, finding }
  const expectedHead: Tip = { seq: head.head.seq, hash: head.head.hash }
  if (expectedHead.seq > end.seq) return { tip: expectedHead, finding }
  const strayed = headRowDiffers(read, expectedHead) ?? leads(read, expectedHead, end) ?? finding
  return strayed === null
    ? { tip: end, finding: null }
    : { tip: { seq: end.seq, hash: SCARS.strayed }, finding: strayed }
}

function headRowDiffers(read: ReadRows, expectedHead: Tip): Break | null {
  if (expectedHead.seq === 0) return null
  const [row] = read(expectedHead.seq - 1, 1)
  if (row?.seq === expectedHead.seq && row.hash === expectedHead.hash) return null
  return {
    seq: expectedHead.seq,
    fault: row?.seq === expectedHead.seq ? 'edited' : 'removed',
    text: `Row ${expectedHead.seq} is not the one that the head file has sealed.`,
  }
}

/** Walks from one point of the chain to another; null when every row on the way fits. */
export function leads(read: ReadRows, from: Tip, to: Tip): Break | null {
  let tip = from
  while (tip.seq < to.seq) {
    const rows = read(tip.seq, CHUNK)
    if (rows.length === 0) break
    for (const row of rows) {
      const found = misfit(tip, row, undefined, null)
      if (found !== null) return found
      tip = row
    }
  }
  return null
}
