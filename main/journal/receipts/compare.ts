// Whether the journal still says what a file of ours says: the same rows, with the same content.
import { jsonOf } from '../../../contract/read-json.ts'
import { everyRow } from '../../../contract/journal/journal-query.ts'
import { Receipt, RowProof, SealedRow } from '../../../contract/journal/receipt.ts'
import { chainedRow } from './fields.ts'
import { makeReceipt } from './receipt.ts'
import type { ReceiptDeps } from './receipt.ts'
import { digestRow } from './seal-row.ts'

/** `text` has been verified: it was signed here. */
export async function comparedWith(text: string, deps: ReceiptDeps): Promise<'same' | 'different'> {
  const receipt = receiptIn(text)
  if (receipt === null)
    return text
      .split('\n')
      .slice(1)
      .every((line) => isStillThere(line, deps))
      ? 'same'
      : 'different'
  const again = await makeReceipt(receipt.id, deps, receipt.head.seq)
  return again.ok && again.value.root === receipt.root && again.value.rows === receipt.rows
    ? 'same'
    : 'different'
}

/** Null: lines, an export. */
function receiptIn(text: string): Receipt | null {
  const value = jsonOf(text)
  return Receipt.safeParse(value).data ?? RowProof.safeParse(value).data?.receipt ?? null
}

/** Lines that are no row say nothing about one. */
function isStillThere(line: string, { readForward, signer }: ReceiptDeps): boolean {
  const sealed = line === '' ? undefined : SealedRow.safeParse(JSON.parse(line)).data
  const seq = sealed?.fields.find(([path]) => path === 'seq')?.[2]
  if (sealed === undefined || typeof seq !== 'number') return true
  const { rows } = readForward(everyRow, { after: seq - 1, before: seq + 1 }, 1, 1_000)
  const row = rows[0] === undefined ? null : chainedRow(rows[0])
  return row !== null && digestRow(row, signer).leaf === sealed.leaf
}
