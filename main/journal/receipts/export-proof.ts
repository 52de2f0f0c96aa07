// An export that can be checked without us: a line that says what it is, a line for each row, and a
// seal over all of them. Made a piece at a time.
import { hash } from 'node:crypto'
import { canonicalJson } from '../../../contract/json.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { ExportPiece } from '../../../contract/journal/audit.ts'
import type { JournalQuery } from '../../../contract/journal/journal-query.ts'
import type { ExportHead, RedactList, ExportSeal } from '../../../contract/journal/receipt.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { chainedRow } from './fields.ts'
import { rootOf } from './merkle.ts'
import { brokenRow, eachRow } from './read-rows.ts'
import type { ReceiptDeps } from './receipt.ts'
import { hides } from './redaction.ts'
import { hiddenHead, sealRow } from './seal-row.ts'
import { addRow, emptyExport } from './unsealed.ts'
import type { Unsealed, UnsealedExports } from './unsealed.ts'

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
  exports: UnsealedExports,
): Promise<Result<ExportPiece, Failure>> {
  const { query, after, redact } = wanted
  const until = wanted.until ?? deps.head.seq
  const top = topLine(wanted, deps)
  const about = JSON.stringify([top, until, query])
  const before = await givenBefore(wanted, until, exports.take(about, after ?? 0), deps)
  if (!before.ok) return before
  const unsealed = before.value
  const { rows, next } = deps.readForward(
    query,
    { after: after ?? 0, before: until + 1 },
    ROWS,
    BUDGET_MS,
  )
  let text = after === undefined ? `${top}\n` : ''
  const hidden = hides(redact)
  for (const row of rows) {
    const chained = chainedRow(row)
    if (chained === null) return err(brokenRow(row.seq))
    text += addRow(unsealed, row.seq, sealRow(chained, deps.signer, hidden))
  }
  if (next === null) {
    const seal = sealOf(wanted, unsealed, top, deps)
    if (!seal.ok) return seal
    const signature = deps.signer.sign(canonicalJson(seal.value))
    text += `${canonicalJson({ seal: seal.value, signature })}\n`
  } else exports.keep(about, next, unsealed)
  return ok({ text, rows: rows.length, next, seq: until })
}

/** What the pieces before this one held; gone through again where that is not known any more. */
async function givenBefore(
  { query, after, redact }: ProofWanted,
  until: number,
  known: Unsealed | null,
  deps: ReceiptDeps,
): Promise<Result<Unsealed, Failure>> {
  if (after === undefined) return ok(emptyExport())
  if (known !== null) return ok(known)
  const again = emptyExport()
  const hidden = hides(redact)
  const read = await eachRow(
    deps,
    query,
    Math.min(until, after),
    (row) => void addRow(again, row.seq, sealRow(row, deps.signer, hidden)),
  )
  return read.ok ? ok(again) : read
}

const topLine = ({ line, redact }: ProofWanted, { signer, version }: ReceiptDeps): string =>
  canonicalJson({
    format: 'gatehouse.export.1',
    query: line,
    redacted: redact,
    version,
    key: signer.key,
  } satisfies ExportHead)

function sealOf(
  { redact }: ProofWanted,
  { leaves, lines, first, last }: Unsealed,
  top: string,
  deps: ReceiptDeps,
): Result<ExportSeal, Failure> {
  if (first === null || last === null)
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
    first,
    last,
    head: redact.length === 0 ? { ...deps.head } : hiddenHead(deps.head, deps.signer),
    key: deps.signer.key,
  })
}
