// What calls keep for the person and read again: records, notes, notifications, alerts, the index of
// the workspace's texts.
import { join } from 'node:path'
import { openDocuments } from '../../documents/document-index.ts'
import { openDueWatch } from '../../records/due-watch.ts'
import { openRecords } from '../../records/records.ts'
import { openDocumentsTable } from '../../store/tables/documents-table.ts'
import { openNotes } from '../execution/memory-power.ts'
import { wireNotifier } from '../execution/notifier.ts'
import { wireAlerts } from '../execution/wired-alerts.ts'
import type { LayersBefore } from './layers-before.ts'

export type WiredRecords = ReturnType<typeof wireRecords>

export function wireRecords({ options, storage, policy, execution, clock, events }: LayersBefore) {
  const { host, paths } = options
  const { tables } = storage
  const { now, monotonic } = clock
  const { report, screens } = events
  const changed = (): void => screens.send({ kind: 'records-changed' })
  const records = openRecords({ table: tables.records, now, changed })
  const memory = openNotes(tables.memory, now, changed)
  const notifier = wireNotifier(screens, execution.redactor, { now, monotonic })
  const { resolvedWorkspace } = policy
  const alerts = wireAlerts({ records, counts: tables.counts, resolvedWorkspace, now })
  const documents = openDocuments({
    open: () => openDocumentsTable(join(paths.dataDir, 'documents.db')),
    report,
  })
  // A command line that comes and goes tells nobody.
  const dueWatch = host === 'cli' ? null : openDueWatch({ records, alerts, notifier, now, report })
  return {
    records,
    memory,
    notifier,
    alerts,
    documents,
    async dispose(): Promise<void> {
      await dueWatch?.dispose()
      await documents.dispose()
    },
  }
}
