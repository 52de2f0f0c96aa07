// The thread that undo works in: reading, hashing and comparing whole workspaces would hold up
// everything else in main. Answers one question after the other, and makes things durable in small
// steps when nobody asks.
import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from './open-folder.ts'
import { openCheckpointStore, type CheckpointStore } from './checkpoint-store.ts'
import { storeBudget, workspaceLimits } from './limits.ts'
import type { Answer, WorkerRequest, WorkerStart } from './wire.ts'

const port = parentPort
if (port === null) throw new Error('main/undo/worker.ts is started as a worker')

const { folder, limits = workspaceLimits, budget = storeBudget } = workerData as WorkerStart
let checkpoints: CheckpointStore | null = null
/**
 * Opened with the first question, so that a folder that cannot be made fails the call and not the
 * thread.
 */
const opened = (): CheckpointStore =>
  (checkpoints ??= openCheckpointStore({ folder, limits, budget, now: () => Date.now() }))

let resting = true

function rest(): void {
  if (checkpoints === null) return
  try {
    if (checkpoints.sync()) {
      setImmediate(rest)
      return
    }
    if (checkpoints.collectDue()) {
      const { evicted } = checkpoints.collect()
      if (evicted.length > 0) say({ evicted })
    }
  } catch {
    // Nobody waits for this; what it could not do is tried again after the next question, and shows
    // in doctor.
    resting = true
    return
  }
  resting = true
}

const say = (answer: Answer): void => port.postMessage(answer)

port.on('message', ({ id, op, args }: WorkerRequest) => {
  try {
    const act = opened()[op] as (...args: readonly unknown[]) => unknown
    const value = act(...args)
    say({ id, value })
  } catch (error) {
    say({
      id,
      error: {
        code: codeOf(error),
        message: error instanceof Error ? error.message : String(error),
      },
    })
  }
  if (op === 'close') {
    port.close()
    return
  }
  if (resting) setImmediate(rest)
  resting = false
})
