// Has a thread read what was fetched, and ends it when its time is up. The thread of the program
// hands the bytes over and gets one text, however large or hostile the page is.
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { PageReading, ReadPage } from '../../contract/call/powers/page-reading.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { letGo } from '../../contract/let-go.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { workerFile } from '../threads/worker-file.ts'
import type { PageWork } from './page-worker.ts'

/**
 * Milliseconds of the thread's own processor time: on a busy machine a page is read as it is on a quiet
 * one, only later.
 */
export type ReadingLimits = {
  /** For the tags of the page; what was read by then is its text. */
  readonly readMs: number
  /** For the page as it is, from its bytes to its text. */
  readonly pageMs: number
  /** After that, for its article. */
  readonly articleMs: number
  /** By the clock, for all of it: a call ends a little later. */
  readonly wallMs: number
}

const LIMITS: ReadingLimits = { readMs: 12_000, pageMs: 20_000, articleMs: 5_000, wallMs: 30_000 }
/** Between two looks at what it has used. */
const LOOK_MS = 50
const MEMORY_MB = 256
/** For all calls together; others wait for one of them to end. */
const MOST_THREADS = 3

export type ReadAnswerPage = (
  reading: PageReading,
  signal: AbortSignal,
) => Promise<Result<ReadPage, Failure>>

export function openPageReader(limits: ReadingLimits = LIMITS): ReadAnswerPage {
  let running = 0
  const waiting: (() => void)[] = []
  /** Resolves when there is a slot, or when the call is stopped. */
  const takeSlot = (signal: AbortSignal): Promise<'taken' | 'stopped'> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve('stopped')
      if (running < MOST_THREADS) {
        running += 1
        return resolve('taken')
      }
      const take = (): void => {
        signal.removeEventListener('abort', stop)
        resolve('taken')
      }
      const stop = (): void => {
        waiting.splice(waiting.indexOf(take), 1)
        resolve('stopped')
      }
      waiting.push(take)
      signal.addEventListener('abort', stop, { once: true })
    })
  const free = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (reading, signal) => {
    if ((await takeSlot(signal)) === 'stopped') return err(stopped())
    // To start a thread is long where it is for the first time.
    await setImmediate()
    return inThread(reading, signal, limits).finally(free)
  }
}

const stopped = (): Failure =>
  failure('web.stopped', 'The page was not read: the call was stopped.')
const unread = (why: string): Failure =>
  failure(
    'web.unread',
    `The page came, but ${why}.`,
    'Fetch another page about the same, or the same one with `http`, which shows it as it came.',
  )

const inThread = (
  reading: PageReading,
  signal: AbortSignal,
  { readMs, pageMs, articleMs, wallMs }: ReadingLimits,
): Promise<Result<ReadPage, Failure>> =>
  new Promise((resolve) => {
    const work: PageWork = { reading, readMs, readWallMs: (wallMs * 2) / 3 }
    const worker = new Worker(workerFile(import.meta.dirname, 'page-worker.ts', 'page-worker.js'), {
      workerData: work,
      transferList: [reading.body.buffer as ArrayBuffer],
      execArgv: [],
      env: {},
      // What a package prints about a page is nobody's business.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    let latest: ReadPage | null = null
    /** Of the page as it is, once that is known. */
    let pageTook: number | null = null
    const end = (otherwise: Failure): void => {
      clearTimeout(late)
      clearInterval(watching)
      signal.removeEventListener('abort', stop)
      letGo(worker.terminate())
      resolve(signal.aborted ? err(stopped()) : latest === null ? err(otherwise) : ok(latest))
    }
    const stop = (): void => end(stopped())
    const tooLong = (): void => end(unread('it takes too long to read'))
    const late = setTimeout(tooLong, wallMs)
    const look = async (): Promise<void> => {
      const used = await usedBy(worker)
      if (used === null) return
      if (latest !== null) pageTook ??= used
      if (pageTook === null ? used > pageMs : used >= pageTook + articleMs) tooLong()
    }
    const watching = setInterval(() => letGo(look()), LOOK_MS)
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (page: ReadPage) => {
      latest = page
      letGo(look())
    })
    worker.on('error', (fault: { readonly code?: unknown }) =>
      end(
        unread(
          fault.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? 'it takes more memory than a page may'
            : 'it could not be read',
        ),
      ),
    )
    worker.on('exit', () => end(unread('it could not be read')))
  })

/** Milliseconds of the processor; null: it has not begun, or has ended. */
async function usedBy(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  } catch {
    return null
  }
}
