// A thread that cleans and redacts long texts, one after the other. The code is the same as in the
// thread of the program, and so is what comes out. It reads no page and runs nothing: it may know the
// person's credentials, which come with each text and are kept no longer than the next one.
import { parentPort } from 'node:worker_threads'
import { openRedactor, type Exception } from '../redact/redactor.ts'
import { cleanLarge } from '../sanitize/sanitize-slices.ts'
import type { LongTextAnswer, LongTextWork } from './long-text-messages.ts'

let known: readonly string[] = []
let exceptions: readonly Exception[] = []
const redactor = openRedactor({ known: () => known, exceptions: () => exceptions })

async function answerTo(work: LongTextWork): Promise<LongTextAnswer> {
  if (work.kind === 'clean')
    return { id: work.id, clean: await cleanLarge(work.text, { maxChars: work.maxChars }) }
  known = work.known
  exceptions = work.exceptions
  return { id: work.id, redacted: await redactor.text(work.text, work.tool) }
}

/** One at a time: what is known belongs to one text. */
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (work: LongTextWork) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(work)))
})
