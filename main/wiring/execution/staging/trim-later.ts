// Starts the thread that reads a long message of a server, and ends it when its time is up.
import { Worker } from 'node:worker_threads'
import { letGo } from '../../../../contract/let-go.ts'
import type { TrimLater } from '../../../mcp/client/transport/trim-list.ts'
import { workerFile } from '../../../threads/worker-file.ts'

const BUDGET_MS = 10_000
const MEMORY_MB = 512

export const trimLater: TrimLater = (job) =>
  new Promise((resolve) => {
    const worker = new Worker(workerFile(import.meta.dirname, 'trim-worker.ts', 'trim-worker.js'), {
      workerData: job,
      transferList: typeof job.text === 'string' ? [] : [job.text.buffer],
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const end = (text: string | null): void => {
      clearTimeout(late)
      letGo(worker.terminate())
      resolve(text)
    }
    const late = setTimeout(() => end(null), BUDGET_MS)
    worker.on('message', end)
    worker.on('error', () => end(null))
    worker.on('exit', () => end(null))
  })
