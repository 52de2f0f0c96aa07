// An export that can be checked without us: a line that says what it is, a line for each row, and a
// seal over all of them. Made a piece at a time; the last piece goes through the rows once more for
// the seal, so nobody has to keep what was given out.
import { createHash, hash } from 'node:crypto'
import { canonicalJson } from '../../../contract/json.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { ExportPiece } from '../../../contract/journal/audit.ts'
import type { JournalQuery } from '../../../contract/journal/journal-query.ts'
import type { ExportHead, RedactList, ExportSeal } from '../../../contract/journal/receipt.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { chainedRow } from './fields.ts'
import type { ChainedRow } from './fields.ts'
import { rootOf } from './merkle.ts'
import { brokenRow, eachRow } from './read-rows.ts'
import type { ReceiptDeps } from './receipt.ts'
import { hides } from './redaction.ts'
import { hiddenHead, sealRow } from './seal-row.ts'

export type ProofWanted = {
  readonly query: JournalQuery
  /** As the person wrote it. */
  readonly line: string
  readonly redact: RedactList
  readonly after?: number | undefined
  readonly until?: number | undefined
}

const ROWS = 64
const BUDGET_MS = 15

/** As `exportPiece`. Failures: `audit.nothing`, `audit.broken`. */
export async function proofPiece(
  wanted: ProofWanted,
  deps: ReceiptDeps,
): Promise<Result<ExportPiece, Failure>> {
  const { query, after, redact } = wanted
  const until = wanted.until ?? deps.head.seq
  const { rows, next } = deps.readForward(
    query,
    { after: after ?? 0, before: until + 1 },
    ROWS,
    BUDGET_MS,
  )
  const top = topLine(wanted, deps)
  let text = after === undefined ? `${top}\n` : ''
  const hidden = hides(redact)
  for (const row of rows) {
    const chained = chainedRow(row)
    if (chained === null) return err(brokenRow(row.seq))
    text += `${rowLine(chained, deps, hidden)}\n`
  }
  if (next === null) {
    const seal = await sealOf(wanted, until, top, deps)
    if (!seal.ok) return seal
    const signature = deps.signer.sign(canonicalJson(seal.value))
    text += `${canonicalJson({ seal: seal.value, signature })}\n`
  }
  return ok({ text, rows: rows.length, next, seq: until })
}

const topLine = ({ line, redact }: ProofWanted, { signer, version }: ReceiptDeps): string =>
  canonicalJson({
    format: 'gatehouse.export.1',
    query: line,
    redacted: redact,
    version,
    key: signer.key,
  } satisfies ExportHead)

const rowLine = (
  row: ChainedRow,
  { signer }: ReceiptDeps,
  hidden: (path: string) => boolean,
): string => canonicalJson(sealRow(row, signer, hidden))

async function sealOf(
  { query, redact }: ProofWanted,
  until: number,
  top: string,
  deps: ReceiptDeps,
): Promise<Result<ExportSeal, Failure>> {
  const lines = createHash('sha256')
  const leaves: string[] = []
  const hidden = hides(redact)
  let [first, last]: [ChainedRow | null, ChainedRow | null] = [null, null]
  const read = await eachRow(deps, query, until, (row) => {
    first ??= row
    last = row
    const sealed = sealRow(row, deps.signer, hidden)
    leaves.push(sealed.leaf)
    lines.update(`${canonicalJson(sealed)}\n`)
  })
  if (!read.ok) return read
  const ends = rowEnds(first, last)
  if (ends === null)
    return err(
      failure(
        'audit.nothing',
        'No row of the journal matches, so there is nothing to sign.',
        'Change the query. To find rows: gatehouse audit search',
      ),
    )
  return ok({
    format: 'gatehouse.seal.1',
    madeAt: deps.now,
    top: hash('sha256', `${top}\n`, 'hex'),
    lines: lines.digest('hex'),
    root: rootOf(leaves),
    rows: leaves.length,
    ...ends,
    head: redact.length === 0 ? { ...deps.head } : hiddenHead(deps.head, deps.signer),
    key: deps.signer.key,
  })
}

const rowEnds = (
  first: ChainedRow | null,
  last: ChainedRow | null,
): { readonly first: number; readonly last: number } | null =>
  first === null || last === null ? null : { first: first.seq, last: last.seq }
