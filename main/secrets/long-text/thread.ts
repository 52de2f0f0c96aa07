// Has a thread clean and redact what is long, so that no result holds up the thread of the program.
// Started by the first long text, ended when none came for a while. Where it fails, the caller does
// the work itself, in turns.
import { Worker } from 'node:worker_threads'
import { letGo } from '../../../contract/let-go.ts'
import { workerFile } from '../../threads/worker-file.ts'
import type { Hiding, Redacted } from '../redact/redactor.ts'
import { cleanLarge } from '../sanitize/sanitize-slices.ts'
import type { CleanText } from '../sanitize/sanitize-text.ts'
import type { LongTextAnswer, LongTextWork } from './long-text-messages.ts'

/** Characters; less than this takes no millisecond once the code has run. */
const LONG = 4_096
const MEMORY_MB = 256
const IDLE_MS = 60_000

export type LongTexts = {
  /** What `cleanLarge` gives. */
  clean(text: string, limits: { readonly maxChars: number }): Promise<CleanText>
  /** Null: it is short, or the thread failed. Never rejects. */
  redact(text: string, hiding: Hiding): Promise<Redacted | null>
  /** Whether there is a thread now. */
  running(): boolean
  /** Ends the thread. A text that comes later is no longer taken. */
  end(): Promise<void>
}

/** @param idleMs after which a thread with nothing to do ends. */
export function openLongTexts(idleMs = IDLE_MS): LongTexts {
  let worker: Worker | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let last = 0
  const waiting = new Map<number, (answer: LongTextAnswer | null) => void>()

  const gone = (which: Worker): void => {
    if (worker !== which) return
    worker = null
    clearTimeout(idle)
    const all = [...waiting.values()]
    waiting.clear()
    for (const each of all) each(null)
  }

  const start = (): Worker => {
    const fresh = new Worker(workerFile(import.meta.dirname, 'worker.ts', 'long-text-worker.js'), {
      execArgv: [],
      env: {},
      // Nothing of a text, and no secret, is for a log.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    // Only a text that is waited for keeps the program alive.
    fresh.unref()
    fresh.on('message', (answer: LongTextAnswer) => {
      const take = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) {
        fresh.unref()
        idle = setTimeout(() => letGo(fresh.terminate()), idleMs).unref()
      }
      take?.(answer)
    })
    fresh.on('error', () => gone(fresh))
    fresh.on('exit', () => gone(fresh))
    return fresh
  }

  const ask = (work: LongTextWork): Promise<LongTextAnswer | null> =>
    new Promise((resolve) => {
      try {
        worker ??= start()
        clearTimeout(idle)
        worker.ref()
        waiting.set(work.id, resolve)
        worker.postMessage(work)
      } catch {
        // No thread can be started, or it is ending.
        waiting.delete(work.id)
        resolve(null)
      }
    })

  const id = (): number => (last += 1)
  return {
    async clean(text, { maxChars }) {
      const answer =
        closed || text.length < LONG ? null : await ask({ id: id(), kind: 'clean', text, maxChars })
      return answer !== null && 'clean' in answer ? answer.clean : cleanLarge(text, { maxChars })
    },
    async redact(text, hiding) {
      if (closed || text.length < LONG) return null
      const answer = await ask({ id: id(), kind: 'redact', text, ...hiding })
      return answer !== null && 'redacted' in answer ? answer.redacted : null
    },
    running: () => worker !== null,
    async end() {
      closed = true
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}
