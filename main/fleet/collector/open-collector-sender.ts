// Sends a batch of rows and the signed head of its last one. Rows that the collector refuses are
// found by halves; one that it refuses alone goes without its content, so that nothing waits behind
// it for ever and the chain over there has no gap.
import type { SignedHead } from '../head-statement.ts'
import type { CollectorEntry } from './attributes.ts'
import { CollectorFault } from './collector-fault.ts'
import type { LogRecords } from './log-record.ts'
import type { LogExporter } from './open-exporter.ts'

export type CollectorSender = {
  /** Acknowledged, every row of it, when it resolves. Rejects with why not. */
  send(entries: readonly CollectorEntry[], head: SignedHead): Promise<void>
}

export function collectorSender(
  { send }: LogExporter,
  records: LogRecords,
  withheld: () => void,
): CollectorSender {
  /** `head`: null but for the last piece. */
  async function deliver(
    entries: readonly CollectorEntry[],
    head: SignedHead | null,
  ): Promise<void> {
    const tail = head === null ? [] : [records.head(head)]
    try {
      await send([...entries.map((entry) => records.row(entry)), ...tail])
    } catch (error) {
      if (!(error instanceof CollectorFault) || !error.refusesRows) throw error
      const [only] = entries
      if (only === undefined) throw error
      if (entries.length === 1) {
        await send([records.row(only, true), ...tail])
        withheld()
        return
      }
      const middle = Math.ceil(entries.length / 2)
      await deliver(entries.slice(0, middle), null)
      await deliver(entries.slice(middle), head)
    }
  }
  return { send: deliver }
}
