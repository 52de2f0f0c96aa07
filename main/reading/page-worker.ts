// A thread that reads one answer from the web, and ends. What is posted last counts. On a machine that
// is slow or busy a long page is read as far as the time goes, and what was read is handed over.
import { parentPort, workerData } from 'node:worker_threads'
import type { PageReading, ReadPage } from '../../contract/call/powers/page-reading.ts'
import { readAnswer, type Article } from '../../tools/web/read-answer.ts'

/** To find the article of a longer page takes longer than anybody waits. */
const MOST_CHARS = 3_000_000

// Loaded only for a page that may have one: this takes most of the start.
const article = async (html: string): Promise<Article | null> =>
  html.length > MOST_CHARS ? null : (await import('./article.ts')).articleOf(html)

export type PageWork = {
  readonly reading: PageReading
  /** Milliseconds of this thread's processor time after which the rest of a page is left. */
  readonly readMs: number
  /** The same by the clock. */
  readonly readWallMs: number
}

const post = (page: ReadPage): void => parentPort?.postMessage(page)
const { reading, readMs, readWallMs } = workerData as PageWork
const startedAt = performance.now()
const over = (): boolean => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000 > readMs || performance.now() - startedAt > readWallMs
}
post(
  await readAnswer(reading, {
    over,
    // Nobody else waits in here.
    turns: { next: async () => {} },
    article,
    early: post,
  }),
)
