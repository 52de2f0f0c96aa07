// Receipts and proofs of the journal where no Gatehouse runs: its key signs, and what is signed is checked.
import type { Failure } from '../../../../../contract/failure.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../../contract/result.ts'
import type { Result } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { ReceiptDeps } from '../../../../journal/receipts/receipt.ts'
import type { UnsealedExports } from '../../../../journal/receipts/unsealed.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'

/** With what signs; null where only the whole can. */
async function signing<T>(
  { version }: CliContext,
  paths: AppPaths,
  sign: (deps: ReceiptDeps) => Promise<Result<T, Failure>>,
  nothing: Failure | null = null,
): Promise<Result<T, Failure> | null> {
  const { findWithoutCopy } = await import('../../audit/find-without-copy.ts')
  const { signedAtRest } = await import('../../../../wiring/at-rest/signed-at-rest.ts')
  return findWithoutCopy<Result<T, Failure> | null>(
    paths,
    async (found) => {
      const deps = await signedAtRest(found, paths, version)
      return deps === null || !deps.ok ? deps : sign(deps.value)
    },
    nothing && err(nothing),
  )
}

async function receipt(context: CliContext, paths: AppPaths, { id }: Input<'audit.receipt'>) {
  const { makeReceipt, noRow } = await import('../../../../journal/receipts/receipt.ts')
  return signing(context, paths, (deps) => makeReceipt(id, deps), noRow(id))
}

async function rowProof(
  context: CliContext,
  paths: AppPaths,
  { id, index, redact }: Input<'audit.row-proof'>,
) {
  const { noRow, proveRow } = await import('../../../../journal/receipts/receipt.ts')
  return signing(context, paths, (deps) => proveRow(id, index, redact, deps), noRow(id))
}

/** What this look gave of an export that goes on. */
let unsealed: UnsealedExports | null = null
/** Characters of one answer. Each opens the database, and a copy of the index of the journal. */
const PIECE = 4_000_000

/** With proof; in another form the command reads the rows by itself. */
async function exportProof(
  context: CliContext,
  paths: AppPaths,
  { format, query: line, redact = [], asOf = Date.now(), ...from }: Input<'audit.export'>,
) {
  const { parseQuery } = await import('../../../../../contract/journal/journal-query.ts')
  const query = parseQuery(line, asOf)
  if (format !== 'proof' || !query.ok) return null
  const { proofPiece } = await import('../../../../journal/receipts/export-proof.ts')
  const { openUnsealedExports } = await import('../../../../journal/receipts/unsealed.ts')
  unsealed ??= openUnsealedExports()
  const held = unsealed
  return signing(context, paths, async (deps) => {
    const texts: string[] = []
    let rows = 0
    for (let at = from, length = 0; ;) {
      const piece = await proofPiece({ query: query.value, line, redact, ...at }, deps, held)
      if (!piece.ok) return piece
      const { text, next, seq } = piece.value
      texts.push(text)
      rows += piece.value.rows
      length += text.length
      if (next === null || length > PIECE)
        return ok({ text: texts.join(''), rows, next, seq, asOf })
      at = { after: next, until: seq }
    }
  })
}

/** A key that is not there yet signed nothing, so none is made for this. */
async function checkReceiptHere(
  context: CliContext,
  paths: AppPaths,
  given: Input<'audit.check-receipt'>,
) {
  const { checkReceipt } = await import('../../../../journal/receipts/check-receipt.ts')
  const { comparedWith } = await import('../../../../journal/receipts/compare.ts')
  const { isLocked, ownKeysAtRest } = await import('../../../../wiring/at-rest/signed-at-rest.ts')
  let left = false
  const checked = await checkReceipt(given, await ownKeysAtRest(paths), async (text) => {
    const found = await signing(context, paths, async (deps) => ok(await comparedWith(text, deps)))
    if (found?.ok === true) return found.value
    // Without a key nothing is compared, here or by a whole.
    left = found === null || !isLocked(found.error)
    return null
  })
  return left ? null : ok(checked)
}

/** A file beside the program. */
async function verifier() {
  const { verifierText } = await import('../../../../journal/receipts/load-verifier.ts')
  return ok({ text: verifierText() })
}

export const receiptAnswers: AnswersAtRest = {
  'audit.check-receipt': checkReceiptHere,
  'audit.export': exportProof,
  'audit.receipt': receipt,
  'audit.row-proof': rowProof,
  'audit.verifier': verifier,
}
