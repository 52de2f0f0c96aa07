// A thread that reads one answer from the web, and ends. What is posted last counts.
import { parentPort, workerData } from 'node:worker_threads'
import type { PageReading, ReadPage } from '../../contract/call/powers/page-reading.ts'
import { readAnswer } from '../../tools/web/read-answer.ts'
import type { Article } from '../../tools/web/read-answer.ts'

/** To find the article of a longer page takes longer than anybody waits. */
const MOST_CHARS = 3_000_000

// Loaded only for a page that may have one: this takes most of the start.
const article = async (html: string): Promise<Article | null> =>
  html.length > MOST_CHARS ? null : (await import('./article.ts')).articleOf(html)

const post = (page: ReadPage): void => parentPort?.postMessage(page)
post(
  await readAnswer(workerData as PageReading, {
    // Nobody else waits in here.
    turns: { next: async () => {} },
    article,
    early: post,
  }),
)
