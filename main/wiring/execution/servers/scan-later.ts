// Starts the thread that scans the texts of a server, and ends it when its time is up.
import { Worker } from 'node:worker_threads'
import { letGo } from '../../../../contract/let-go.ts'
import type { Scanned, ScanLater } from '../../../mcp/trust/scan/scan-item.ts'
import { workerFile } from '../../../threads/worker-file.ts'

const BUDGET_MS = 20_000
const MEMORY_MB = 512

export const scanLater: ScanLater = (job) =>
  new Promise((resolve) => {
    const found: (Scanned | null)[] = job.items.map(() => null)
    let left = job.items.length
    if (left === 0) return resolve(found)
    const worker = new Worker(workerFile(import.meta.dirname, 'scan-worker.ts', 'scan-worker.js'), {
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
