// A backup a day while an app runs. One that fails is reported, and tells the state when it is the database that is damaged.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { listBackups } from '../store/backup.ts'

export type DailyBackupNeeds = {
  readonly databaseFile: string
  readonly folder: string
  readonly now: () => number
  readonly failed: (fault: Error) => void
}

const DAY_MS = 24 * 60 * 60_000
const FIRST_MS = 60_000
const LOOK_MS = 60 * 60_000

/** Gives the way to end it. */
export function dailyBackup({ databaseFile, folder, now, failed }: DailyBackupNeeds): () => void {
  let worker: Worker | null = null
  const look = (): void => {
    const newest = listBackups(folder)[0]
    if (worker !== null || (newest !== undefined && now() - newest.at < DAY_MS && newest.at <= now())) return
    let started: Worker
    try {
      started = new Worker(workerFile(), { workerData: { file: databaseFile, folder, at: now() }, execArgv: [], env: {} })
    } catch (fault) {
      // No descriptor or memory for a thread now: the next look tries again.
      return failed(fault instanceof Error ? fault : new Error(String(fault)))
    }
    worker = started
    worker.unref()
    worker.on('message', (said: { error?: string; code?: string }) => {
      if (said.error !== undefined) failed(Object.assign(new Error(`The daily backup failed: ${said.error}`), { code: said.code }))
    })
    worker.on('error', (fault) => failed(fault instanceof Error ? fault : new Error(String(fault))))
    worker.on('exit', () => {
      worker = null
    })
  }
  const first = setTimeout(look, FIRST_MS).unref()
  const often = setInterval(look, LOOK_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(often)
    worker?.terminate().catch(failed)
  }
}

/** Beside the sources, or where the build puts it. */
function workerFile(): string {
  const here = import.meta.dirname
  const built = join(here, 'backup-worker.js')
  return (
    [join(here, '..', 'store', 'backup-worker.ts'), built, join(here, '..', 'backup-worker.js')].find((place) => existsSync(place)) ?? built
  )
}
