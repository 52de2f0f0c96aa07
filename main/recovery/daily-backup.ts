// A backup a day while an app runs. One that fails is reported, and tells the state when it is the
// database that is damaged.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { listBackups } from '../store/backup.ts'
import { workerFile } from '../threads/worker-file.ts'

export type DailyBackupDeps = {
  readonly databaseFile: string
  readonly folder: string
  readonly now: () => number
  readonly failed: (fault: Error) => void
  /** When it looks first, and how often, in milliseconds. For tests. */
  readonly firstMs?: number
  readonly checkEveryMs?: number
}

const DAY_MS = 24 * 60 * 60_000
const FIRST_MS = 60_000
const CHECK_MS = 60 * 60_000

/** Gives the way to end it. */
export function dailyBackup({
  databaseFile,
  folder,
  now,
  failed,
  firstMs = FIRST_MS,
  checkEveryMs = CHECK_MS,
}: DailyBackupDeps): () => void {
  let worker: Worker | null = null
  const check = (): void => {
    // One that a clock which ran ahead has dated after now says nothing about today.
    const newest = listBackups(folder).find(({ at }) => at <= now())
    if (worker !== null || (newest !== undefined && now() - newest.at < DAY_MS)) return
    try {
      start()
    } catch (fault) {
      // No descriptor or memory for a thread: the next look tries again.
      worker = null
      failed(fault instanceof Error ? fault : new Error(String(fault)))
    }
  }
  const start = (): void => {
    worker = new Worker(backupWorker(), {
      workerData: { file: databaseFile, folder, at: now() },
      execArgv: [],
      env: {},
    })
    worker.unref()
    worker.on('message', (said: { error?: string; code?: string }) => {
      if (said.error !== undefined)
        failed(
          Object.assign(new Error(`The daily backup failed: ${said.error}`), { code: said.code }),
        )
    })
    worker.on('error', (fault) => failed(fault instanceof Error ? fault : new Error(String(fault))))
    worker.on('exit', () => {
      worker = null
    })
  }
  const first = setTimeout(check, firstMs).unref()
  const often = setInterval(check, checkEveryMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(often)
    worker?.terminate().catch(failed)
  }
}

/** The program of the thread that makes one. */
export const backupWorker = (): string =>
  workerFile(import.meta.dirname, join('..', 'store', 'backup-worker.ts'), 'backup-worker.js')
