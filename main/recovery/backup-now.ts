// One backup of the database, in a thread of its own, waited for.
import { Worker } from 'node:worker_threads'
import { backupWorker } from './daily-backup.ts'

/** Rejects where it could not be made. */
export function backupNow(databaseFile: string, folder: string, now: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(backupWorker(), {
      workerData: { file: databaseFile, folder, at: now },
      execArgv: [],
      env: {},
    })
    worker.on('message', ({ error }: { error?: string }) => {
      if (error === undefined) resolve()
      else reject(new Error(`The database could not be backed up: ${error}.`))
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('The database could not be backed up.')))
  })
}
