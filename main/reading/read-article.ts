// Has a thread take the article out of a page, and ends it when its time is up. Whatever goes wrong
// there, the page is read as it is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { letGo } from '../../contract/let-go.ts'
import type { Article } from '../../contract/call/powers/powers.ts'

const BUDGET_MS = 5_000
const MEMORY_MB = 256
/** A longer page costs the thread more than its time. */
const MOST_CHARS = 3_000_000
/** For all calls together. Above this limit a page is returned without looking for its article. */
const MOST_THREADS = 3

export type ReadArticle = (html: string, signal: AbortSignal) => Promise<Article | null>

export function openArticleReader(budgetMs = BUDGET_MS): ReadArticle {
  let running = 0
  return (html, signal) => {
    if (html.length > MOST_CHARS || running >= MOST_THREADS || signal.aborted)
      return Promise.resolve(null)
    running += 1
    return inThread(html, signal, budgetMs).finally(() => (running -= 1))
  }
}

const inThread = (html: string, signal: AbortSignal, budgetMs: number): Promise<Article | null> =>
  new Promise((resolve) => {
    const worker = new Worker(workerFile(), {
      workerData: html,
      execArgv: [],
      env: {},
      // What a package prints about a page is nobody's business.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const end = (article: Article | null): void => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      letGo(worker.terminate())
      resolve(article)
    }
    const stop = (): void => end(null)
    const late = setTimeout(stop, budgetMs)
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', end)
    worker.on('error', stop)
    worker.on('exit', stop)
  })

/** Beside this file where it is not bundled, else beside the bundle, or beside the folder of its pieces. */
function workerFile(): string {
  const here = import.meta.dirname
  const paths = [
    join(here, 'article-worker.ts'),
    join(here, 'article-worker.js'),
    join(here, '..', 'article-worker.js'),
  ]
  return paths.find((path) => existsSync(path)) ?? join(here, 'article-worker.js')
}
