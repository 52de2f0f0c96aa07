// A thread that takes the article out of one page, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { articleOf } from './article.ts'

parentPort?.postMessage(articleOf(workerData as string))
