// The receipt of a call or a run, and the proof that one row is among its rows.
import { canonicalJson } from '../../../contract/json.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { CallId } from '../../../contract/ids.ts'
import { parseQuery } from '../../../contract/journal/journal-query.ts'
import type {
  Receipt,
  ReceiptBody,
  RedactList,
  RequestId,
  RowProof,
  RowProofBody,
} from '../../../contract/journal/receipt.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { ChainedRow } from './fields.ts'
import { climb, pathOf, rootOf } from './merkle.ts'
import { eachRow } from './read-rows.ts'
import type { ReadRowsDeps } from './read-rows.ts'
import { hides } from './redaction.ts'
import { digestRow, hiddenHead, sealRow } from './seal-row.ts'
import type { Signer } from '../../../contract/journal/signer.ts'

export type ReceiptDeps = ReadRowsDeps & {
  readonly signer: Signer
  readonly head: { readonly seq: number; readonly hash: string }
  readonly version: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** A receipt names every one of its rows. */
export const MOST_ROWS = 20_000

/** `until`: the last row that may belong to it, for a receipt that was made earlier. */
export async function makeReceipt(
  id: RequestId,
  deps: ReceiptDeps,
  until = deps.head.seq,
): Promise<Result<Receipt, Failure>> {
  const rows = await rowsOf(id, deps, until)
  if (!rows.ok) return rows
  const body = receiptBody(id, rows.value, deps)
  return ok({ ...body, signature: deps.signer.sign(canonicalJson(body)) })
}

export async function proveRow(
  id: RequestId,
  index: number,
  redact: RedactList,
  deps: ReceiptDeps,
): Promise<Result<RowProof, Failure>> {
  const rows = await rowsOf(id, deps, deps.head.seq)
  if (!rows.ok) return rows
  const row = rows.value[index]
  if (row === undefined) {
    const last = rows.value.length - 1
    return err(
      failure(
        'audit.no-row',
        `${id} has no row ${index}.`,
        last === 0 ? 'It has row 0 only.' : `Its rows are numbered 0 to ${last}.`,
      ),
    )
  }
  const body = receiptBody(id, rows.value, deps)
  const sealed = sealRow(row, deps.signer, hides(redact))
  const path = pathOf(body.leaves, index)
  const computedRoot = climb(sealed.leaf, path)
  const proof: RowProofBody = {
    format: 'gatehouse.row.1',
    id,
    index,
    valid: computedRoot === body.root,
    expectedRoot: body.root,
    computedRoot,
    leaf: sealed.leaf,
    path,
    row: sealed,
    receipt: { ...body, signature: deps.signer.sign(canonicalJson(body)) },
    key: deps.signer.key,
  }
  return ok({ ...proof, signature: deps.signer.sign(canonicalJson(proof)) })
}

export const noRow = (id: RequestId): Failure =>
  failure(
    'audit.nothing',
    `The journal has no row of ${id}.`,
    'To find ids: gatehouse audit search --json',
  )

async function rowsOf(
  id: RequestId,
  deps: ReceiptDeps,
  until: number,
): Promise<Result<readonly ChainedRow[], Failure>> {
  const query = parseQuery(`${CallId.safeParse(id).success ? 'call' : 'run'}:${id}`, deps.now)
  if (!query.ok) return err(failure(query.error.code, query.error.text, query.error.hint))
  const rows: ChainedRow[] = []
  const read = await eachRow(deps, query.value, until, (row) => {
    if (rows.length <= MOST_ROWS) rows.push(row)
  })
  if (!read.ok) return read
  if (rows.length === 0) return err(noRow(id))
  if (rows.length > MOST_ROWS)
    return err(
      failure(
        'audit.too-many',
        `${id} has more than ${MOST_ROWS} rows, too many for one receipt.`,
        `Export them: gatehouse audit export --format proof run:${id}`,
      ),
    )
  return ok(rows)
}

function receiptBody(
  id: RequestId,
  rows: readonly ChainedRow[],
  { signer, head, version, now }: ReceiptDeps,
): ReceiptBody {
  const digests = rows.map((row) => ({ row, ...digestRow(row, signer) }))
  const leaves = digests.map(({ leaf }) => leaf)
  const ofKind = (kind: string, above: string): string[] =>
    digests.flatMap(({ row, of }) => (row.entry['kind'] === kind ? (of(above) ?? []) : []))
  const times = rows.map(({ at }) => at)
  return {
    format: 'gatehouse.receipt.1',
    id,
    madeAt: now,
    version,
    policyHashes: distinct(rows.map(({ entry }) => member(entry['decision'], 'policyHash'))),
    promptHashes: distinct(rows.map(({ entry }) => entry['promptHash'])),
    root: rootOf(leaves),
    rows: rows.length,
    from: Math.min(...times),
    until: Math.max(...times),
    arguments: ofKind('decision', 'entry.args'),
    results: ofKind('outcome', 'entry.resultHash'),
    leaves,
    head: hiddenHead(head, signer),
    key: signer.key,
  }
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined

const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
]
