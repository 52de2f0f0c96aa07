// Starts the thread that looks through the words of a server, and ends it when its time is up.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { letGo } from '../../../contract/let-go.ts'
import type { Scanned, ScanLater } from '../../mcp/trust/scan/scan-item.ts'

const BUDGET_MS = 20_000
const MEMORY_MB = 512

export const scanLater: ScanLater = (job) =>
  new Promise((resolve) => {
    const found: (Scanned | null)[] = job.items.map(() => null)
    let left = job.items.length
    if (left === 0) return resolve(found)
    const worker = new Worker(workerFile(), {
      workerData: job,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const end = (): void => {
      clearTimeout(late)
      letGo(worker.terminate())
      resolve(found)
    }
    const late = setTimeout(end, BUDGET_MS)
    worker.on('message', ({ at, found: one }: { at: number; found: Scanned }) => {
      found[at] = one
      left -= 1
      if (left === 0) end()
    })
    worker.on('error', end)
    worker.on('exit', end)
  })

/** Beside this file where it is not bundled, else beside the bundle, or beside the folder of its pieces. */
function workerFile(): string {
  const here = import.meta.dirname
  const paths = [
    join(here, 'scan-worker.ts'),
    join(here, 'scan-worker.js'),
    join(here, '..', 'scan-worker.js'),
  ]
  return paths.find((position) => existsSync(position)) ?? join(here, 'scan-worker.js')
}
