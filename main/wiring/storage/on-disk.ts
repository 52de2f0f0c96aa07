// Opens the database and the journal in it. Both or none.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { openJournal, type Journal } from '../../journal/journal.ts'
import type { AppPaths } from '../../config/paths.ts'
import { openAtRest, type AtRest } from '../../secrets/at-rest.ts'
import { inboundEventsTable } from '../../store/tables/inbound-events-table.ts'
import { webhooksTable } from '../../store/tables/webhooks-table.ts'
import { secondAnswersTable } from '../../store/tables/second-answers-table.ts'
import { secondRequestsTable } from '../../store/tables/second-requests-table.ts'
import { jobRunsTable } from '../../store/tables/job-runs-table.ts'
import { openContexts } from '../../store/journal/call-contexts.ts'
import { journalTable, type JournalTable } from '../../store/journal/journal-table.ts'
import { agentMakersTable } from '../../store/tables/agent-makers-table.ts'
import { auditViewsTable } from '../../store/tables/audit-views-table.ts'
import { journalFinder, type JournalFinder } from '../../store/journal/journal-finder.ts'
import { approvalsTable } from '../../store/tables/approvals-table.ts'
import { listBackups } from '../../store/backup.ts'
import { checkpointsTable } from '../../store/tables/checkpoints-table.ts'
import { clientsTable } from '../../store/tables/clients-table.ts'
import { leasesTable } from '../../store/tables/leases-table.ts'
import { openStore, type Store } from '../../store/open.ts'
import { longResultsTable } from '../../store/tables/long-results-table.ts'
import { memoryTable } from '../../store/tables/memory-table.ts'
import { pinsTable } from '../../store/tables/pins-table.ts'
import { pluginPinsTable } from '../../store/tables/plugin-pins-table.ts'
import { recordsTable } from '../../store/tables/records-table.ts'
import { returningPagesTable } from '../../store/tables/returning-pages-table.ts'
import { schedulesTable } from '../../store/tables/schedules-table.ts'
import { spendingTable } from '../../store/tables/spending-table.ts'
import { stepUpTable } from '../../store/tables/step-up-table.ts'
import { stoppedTable } from '../../store/tables/stopped-table.ts'
import { openRunSearch } from '../../store/run-search.ts'
import { openRunTotals } from '../../store/run-totals.ts'
import { runsTable } from '../../store/tables/runs-table.ts'
import { toolCounts } from '../../store/journal/tool-counts.ts'

export type OnDisk = {
  readonly store: Pick<Store, 'close'>
  readonly tables: ReturnType<typeof openTables>
  readonly journal: Journal
  /** Opened when somebody searches for the first time. */
  readonly openFinder: () => Promise<JournalFinder>
}

const openTables = (
  { db }: Store,
  atRest: AtRest,
  { catchUp }: Journal,
  { after }: JournalTable,
) => ({
  /** Rows as they lie there, and what is known of their calls: for a copy elsewhere. */
  rows: { after, contexts: openContexts(db) },
  approvals: approvalsTable(db, atRest),
  secondRequests: secondRequestsTable(db, atRest),
  secondAnswers: secondAnswersTable(db),
  leases: leasesTable(db, atRest),
  runs: runsTable(db),
  findRuns: openRunSearch(db),
  runTotals: openRunTotals(db),
  stepUp: stepUpTable(db),
  checkpoints: checkpointsTable(db),
  clients: clientsTable(db),
  memory: memoryTable(db),
  agentMakers: agentMakersTable(db),
  pins: pinsTable(db),
  pluginPins: pluginPinsTable(db),
  records: recordsTable(db),
  schedules: schedulesTable(db),
  jobRuns: jobRunsTable(db),
  webhooks: webhooksTable(db),
  inboundEvents: inboundEventsTable(db),
  spending: spendingTable(db),
  longResults: longResultsTable(db),
  stopped: stoppedTable(db),
  returningPages: returningPagesTable(db),
  counts: toolCounts(db, catchUp),
  auditViews: auditViewsTable(db),
})

export async function openOnDisk(
  paths: AppPaths,
  now: () => number,
): Promise<Result<OnDisk, Failure>> {
  const atRest = openAtRest(join(paths.dataDir, 'approvals.key'), existsSync(paths.databaseFile))
  if (!atRest.ok) return atRest
  const store = await openStore(paths.databaseFile, { now, backupDir: paths.backupDir })
  if (!store.ok) return err(withBackup(store.error, paths))
  const rows = journalTable(store.value.db)
  const journal = openJournal({
    table: rows,
    headFile: paths.headFile,
    earlierRowsFile: paths.earlierRowsFile,
    removed: removedSince(paths.databaseFile),
    now,
  })
  if (!journal.ok) {
    store.value.close()
    return err(withBackup(journal.error, paths))
  }
  return ok({
    store: store.value,
    tables: openTables(store.value, atRest.value, journal.value, rows),
    journal: journal.value,
    openFinder: () => journalFinder(store.value.db, join(paths.dataDir, 'journal-index.db')),
  })
}

/** Damage that a start finds is said with the way back. */
function withBackup(found: Failure, paths: AppPaths): Failure {
  const newest = listBackups(paths.backupDir)[0]
  if (newest === undefined || !['store.corrupt', 'journal.unreadable'].includes(found.code))
    return found
  const offer = `The newest backup is of ${new Date(newest.at).toISOString()}: gatehouse restore ${newest.name} --dry-run says what it would lose.`
  return { ...found, hint: [found.hint ?? '', offer].filter((part) => part !== '').join(' ') }
}

/**
 * By its path and not by a descriptor: closing one would take SQLite's locks on the file with it.
 */
function removedSince(file: string): () => boolean {
  const inode = statSync(file).ino
  return () => statSync(file, { throwIfNoEntry: false })?.ino !== inode
}
