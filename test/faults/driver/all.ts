// Every fault there is: one file of this folder each.
import { fault as appCannotStart } from '../app-cannot-start.ts'
import { fault as approvalsKeyGone } from '../approvals-key-gone.ts'
import { fault as backupAndRestore } from '../backup-and-restore.ts'
import { fault as childrenOfAKilledApp } from '../children-of-a-killed-app.ts'
import { fault as clockJump } from '../clock-jump.ts'
import { fault as closedInput } from '../closed-input.ts'
import { fault as commandEndsOnAFullDisk } from '../command-ends-on-a-full-disk.ts'
import { fault as connectionsTaken } from '../connections-taken.ts'
import { fault as crashLoop } from '../crash-loop.ts'
import { fault as dailyBackupKilled } from '../daily-backup-killed.ts'
import { fault as damagedDatabase } from '../damaged-database.ts'
import { fault as damagedPageWhileRunning } from '../damaged-page-while-running.ts'
import { fault as databaseFailsAtAHook } from '../database-fails-at-a-hook.ts'
import { fault as databaseLockedWhileHeld } from '../database-locked-while-held.ts'
import { fault as descriptorsRunOut } from '../descriptors-run-out.ts'
import { fault as doubleFork } from '../double-fork.ts'
import { fault as emptiedConfiguration } from '../emptied-configuration.ts'
import { fault as endedWhileRunning } from '../ended-while-running.ts'
import { fault as foldersLeftByAKill } from '../folders-left-by-a-kill.ts'
import { fault as forkBomb } from '../fork-bomb.ts'
import { fault as fullDiskWhileAToolWrites } from '../full-disk-while-a-tool-writes.ts'
import { fault as fullDiskWhileRunning } from '../full-disk-while-running.ts'
import { fault as fullHome } from '../full-home.ts'
import { fault as helperNeverAnswers } from '../helper-never-answers.ts'
import { fault as helperProcessGone } from '../helper-process-gone.ts'
import { fault as homeRemovedWhileRunning } from '../home-removed-while-running.ts'
import { fault as hugeMessage } from '../huge-message.ts'
import { fault as hungServer } from '../hung-server.ts'
import { fault as ignoresSigterm } from '../ignores-sigterm.ts'
import { fault as keychainLocked } from '../keychain-locked.ts'
import { fault as killStormLeavesNothing } from '../kill-storm-leaves-nothing.ts'
import { fault as killedAfterApproval } from '../killed-after-approval.ts'
import { fault as killedRightAfterADenial } from '../killed-right-after-a-denial.ts'
import { fault as killedWhileHeld } from '../killed-while-held.ts'
import { fault as killedWhileMigrating } from '../killed-while-migrating.ts'
import { fault as killedWhileRunning } from '../killed-while-running.ts'
import { fault as malformedMessages } from '../malformed-messages.ts'
import { fault as manyHeldOverARestart } from '../many-held-over-a-restart.ts'
import { fault as memoryEater } from '../memory-eater.ts'
import { fault as missingWal } from '../missing-wal.ts'
import { fault as networkGone } from '../network-gone.ts'
import { fault as newerConfiguration } from '../newer-configuration.ts'
import { fault as newerDatabase } from '../newer-database.ts'
import { fault as notificationFlood } from '../notification-flood.ts'
import { fault as outputToAFullDisk } from '../output-to-a-full-disk.ts'
import { fault as pageReloadWhileHeld } from '../page-reload-while-held.ts'
import { fault as powerCutWhileWriting } from '../power-cut-while-writing.ts'
import { fault as readOnlyHome } from '../read-only-home.ts'
import { fault as readsAtOnce } from '../reads-at-once.ts'
import { fault as sandboxTriedUnderLoad } from '../sandbox-tried-under-load.ts'
import { fault as serverBelowAClosedFolder } from '../server-below-a-closed-folder.ts'
import { fault as staleLock } from '../stale-lock.ts'
import { fault as stoppedAndResumed } from '../stopped-and-resumed.ts'
import { fault as tenGigabytes } from '../ten-gigabytes.ts'
import { fault as terminalClosed } from '../terminal-closed.ts'
import { fault as twoStartsAtOnce } from '../two-starts-at-once.ts'
import { fault as uncaughtRejection } from '../uncaught-rejection.ts'
import { fault as undoPreviewOfManyFiles } from '../undo-preview-of-many-files.ts'
import type { Fault } from './fault.ts'
import { NotHere } from './fault.ts'

/** By name. The test beside the faults holds this list against the files. */
export const allFaults: readonly Fault[] = [
  appCannotStart,
  approvalsKeyGone,
  backupAndRestore,
  childrenOfAKilledApp,
  clockJump,
  closedInput,
  commandEndsOnAFullDisk,
  connectionsTaken,
  crashLoop,
  dailyBackupKilled,
  damagedDatabase,
  damagedPageWhileRunning,
  databaseFailsAtAHook,
  databaseLockedWhileHeld,
  descriptorsRunOut,
  doubleFork,
  emptiedConfiguration,
  endedWhileRunning,
  foldersLeftByAKill,
  forkBomb,
  fullDiskWhileAToolWrites,
  fullDiskWhileRunning,
  fullHome,
  helperNeverAnswers,
  helperProcessGone,
  homeRemovedWhileRunning,
  hugeMessage,
  hungServer,
  ignoresSigterm,
  keychainLocked,
  killStormLeavesNothing,
  killedAfterApproval,
  killedRightAfterADenial,
  killedWhileHeld,
  killedWhileMigrating,
  killedWhileRunning,
  malformedMessages,
  manyHeldOverARestart,
  memoryEater,
  missingWal,
  networkGone,
  newerConfiguration,
  newerDatabase,
  notificationFlood,
  outputToAFullDisk,
  pageReloadWhileHeld,
  powerCutWhileWriting,
  readOnlyHome,
  readsAtOnce,
  sandboxTriedUnderLoad,
  serverBelowAClosedFolder,
  staleLock,
  stoppedAndResumed,
  tenGigabytes,
  terminalClosed,
  twoStartsAtOnce,
  uncaughtRejection,
  undoPreviewOfManyFiles,
]

export type Outcome = { readonly kind: 'held' | 'failed' | 'skipped'; readonly text: string }

/** Never rejects. */
export async function runFault(fault: Fault): Promise<Outcome> {
  try {
    return { kind: 'held', text: await fault.run() }
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    return { kind: cause instanceof NotHere ? 'skipped' : 'failed', text }
  }
}
