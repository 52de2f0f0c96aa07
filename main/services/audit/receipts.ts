// Receipts, exports with proof and the key that signs them, for screens and commands.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { ExportPiece } from '../../../contract/journal/audit.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Receipt, RequestId } from '../../../contract/journal/receipt.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { proofPiece, type ProofWanted } from '../../journal/receipts/export-proof.ts'
import { checkReceipt } from '../../journal/receipts/check-receipt.ts'
import { comparedWith } from '../../journal/receipts/compare.ts'
import { makeReceipt, proveRow, type ReceiptDeps } from '../../journal/receipts/receipt.ts'
import type { Signer } from '../../../contract/journal/signer.ts'
import { openUnsealedExports } from '../../journal/receipts/unsealed.ts'
import type { Journal } from '../../journal/journal.ts'
import { fingerprintsOf, type SigningKeys } from '../../secrets/signing-key.ts'
import type { AuditIndex } from './audit-index.ts'

export type ReceiptsDeps = {
  readonly journal: Pick<Journal, 'catchUp' | 'head'>
  readonly index: Pick<AuditIndex, 'finder'>
  readonly keys: SigningKeys
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly version: string
  /** Epoch milliseconds. */
  readonly now: () => number
}

type Audit = TopicHandlers<'audit'>

export type Receipts = {
  exportProof(wanted: ProofWanted): Promise<Result<ExportPiece, Failure>>
  make(id: RequestId): Promise<Result<Receipt, Failure>>
  signer(): Promise<Result<Signer, Failure>>
  readonly rowProof: Audit['audit.row-proof']
  readonly check: Audit['audit.check-receipt']
  readonly key: Audit['audit.key']
}

export function receipts({ journal, index, keys, record, version, now }: ReceiptsDeps): Receipts {
  const deps = async (): Promise<Result<ReceiptDeps, Failure>> => {
    // A first start makes the key; it may have been one that only asked.
    const there = await keys.start()
    if (!there.ok) return there
    const signer = keys.signer()
    if (!signer.ok) return signer
    const { readForward } = await index.finder()
    journal.catchUp()
    return ok({ readForward, signer: signer.value, head: journal.head(), version, now: now() })
  }

  const exports = openUnsealedExports()
  return {
    async exportProof(wanted) {
      const ready = await deps()
      return ready.ok ? proofPiece(wanted, ready.value, exports) : ready
    },
    async make(id) {
      const ready = await deps()
      return ready.ok ? makeReceipt(id, ready.value) : ready
    },
    async signer() {
      const ready = await deps()
      return ready.ok ? ok(ready.value.signer) : ready
    },
    async rowProof({ id, index: at, redact }) {
      const ready = await deps()
      return ready.ok ? proveRow(id, at, redact, ready.value) : ready
    },
    async check(given) {
      const key = await keys.start()
      const compare = async (text: string) => {
        const ready = await deps()
        return ready.ok ? comparedWith(text, ready.value) : null
      }
      return ok(await checkReceipt(given, key.ok ? fingerprintsOf(key.value) : [], compare))
    },
    async key({ rotate }, { surface }) {
      // It may have been made before the credential store was open.
      const there = await keys.start()
      if (!there.ok || !rotate) return there
      const next = await keys.rotate()
      if (!next.ok) return next
      const written = await record({
        kind: 'signing-key',
        change: 'rotated',
        before: there.value.fingerprint,
        after: next.value.fingerprint,
        surface,
      })
      return written.ok ? next : err(unrecorded)
    },
  }
}

const unrecorded = failure(
  'journal.unwritable',
  'Another key signs from now on, but that could not be recorded.',
  'See: gatehouse doctor',
)
