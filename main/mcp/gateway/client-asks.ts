// What a client was asked, such as a question for its person, and what it answers.
import type { Json } from '../../../contract/json.ts'
import type { Out } from './protocol/client-output.ts'
import type { Fields, RequestId } from './protocol/protocol.ts'

const askTimeoutMs = 10 * 60_000

export type ClientAsks = {
  /** Null: it gave no answer, is gone, or `signal` ended it. */
  ask(method: string, params: Json, out: Out, signal: AbortSignal): Promise<Fields | null>
  /** What came for this id; one that was not asked is passed over. */
  answered(id: RequestId, answer: Fields | null): void
  /** Nobody answers any more, and nothing more is asked. */
  close(): void
}

export function openClientAsks(): ClientAsks {
  const asked = new Map<RequestId, (answer: Fields | null) => void>()
  let nextAsk = 0
  let closed = false
  return {
    ask: (method, params, out, signal) =>
      new Promise((answered) => {
        const id = `gatehouse-${nextAsk++}`
        const over = (answer: Fields | null): void => {
          if (!asked.delete(id)) return
          clearTimeout(late)
          signal.removeEventListener('abort', gone)
          answered(answer)
        }
        const gone = (): void => over(null)
        const late = setTimeout(gone, askTimeoutMs)
        late.unref()
        asked.set(id, over)
        signal.addEventListener('abort', gone, { once: true })
        if (signal.aborted || closed) return gone()
        out.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      }),
    answered: (id, answer) => asked.get(id)?.(answer),
    close() {
      closed = true
      for (const answer of [...asked.values()]) answer(null)
    },
  }
}
