// Starts the thread of undo with the first question, and carries questions and answers.
import { Worker } from 'node:worker_threads'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import type { Answer, Op, WorkerRequest, WorkerStart } from './undo-messages.ts'
import { workerFile } from '../threads/worker-file.ts'

export type Thread = {
  /** Never rejects. Failures: `undo.no-space`, `undo.no-access`, `undo.store`. */
  ask<K extends Op>(
    op: K,
    ...args: Parameters<CheckpointStore[K]>
  ): Promise<Result<ReturnType<CheckpointStore[K]>, Failure>>
  /** Whether it was ever needed. */
  started(): boolean
  /** Writes what waits to be written and ends. Safe to call twice. */
  end(): Promise<void>
}

type Pending = (answer: Result<unknown, Failure>) => void

export function openThread(
  start: WorkerStart,
  evicted: (callIds: readonly string[]) => void,
): Thread {
  let worker: Worker | null = null
  let closed = false
  let last = 0
  const pending = new Map<number, Pending>()

  const fail = (why: string): void => {
    const all = [...pending.values()]
    pending.clear()
    worker = null
    for (const each of all)
      each(err(failure('undo.store', `Undo broke: ${why}.`, 'It restarts with the next call.')))
  }

  function running(): Worker {
    if (worker !== null) return worker
    // What main was started with is not for this thread, whose code reads no options and no
    // environment.
    const fresh = new Worker(workerFile(import.meta.dirname, 'worker.ts', 'undo-worker.js'), {
      workerData: start,
      execArgv: [],
      env: {},
    })
    // Only an open question keeps the program alive.
    fresh.unref()
    fresh.on('message', (answer: Answer) => {
      if ('evicted' in answer) return evicted(answer.evicted)
      const waiting = pending.get(answer.id)
      pending.delete(answer.id)
      if (pending.size === 0) fresh.unref()
      waiting?.(
        'error' in answer ? err(storeFailure(answer.error, start.folder)) : ok(answer.value),
      )
    })
    fresh.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    fresh.on('exit', () => {
      if (worker === fresh) fail('its thread ended')
    })
    worker = fresh
    return fresh
  }

  const ask = (op: Op, args: readonly unknown[]): Promise<Result<unknown, Failure>> =>
    new Promise((resolve) => {
      const thread = running()
      last += 1
      pending.set(last, resolve)
      thread.ref()
      const request: WorkerRequest = { id: last, op, args }
      thread.postMessage(request)
    })

  return {
    // The thread answers each question with what its function gives: the one cast of this wire.
    ask: (op, ...args) =>
      closed
        ? Promise.resolve(err(ending))
        : (ask(op, args) as Promise<Result<ReturnType<CheckpointStore[typeof op]>, Failure>>),
    started: () => worker !== null,
    async end() {
      if (closed) return
      closed = true
      const ended = worker
      if (ended === null) return
      const gone = new Promise((done) => ended.once('exit', done))
      await ask('close', [])
      worker = null
      ended.ref()
      await gone
    },
  }
}

const ending = failure('undo.store', 'Gatehouse is closing.')

function storeFailure(
  { code, message }: { code: string; message: string },
  folder: string,
): Failure {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return failure(
        'undo.no-space',
        `The disk is full, so there is no space for ${folder}.`,
        'Free some space and try again.',
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return failure(
        'undo.no-access',
        `The system does not permit the undo: ${message}.`,
        `Check who owns ${folder} and its permissions.`,
      )
    default:
      return failure('undo.store', `Undo failed: ${message}.`, `Look at ${folder}.`)
  }
}
