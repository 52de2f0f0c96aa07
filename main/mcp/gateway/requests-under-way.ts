// The requests of one client that are not answered yet.
import type { GivenUp } from './protocol/client-output.ts'
import { code, type RequestId } from './protocol/protocol.ts'
import { failed, type Reply } from './protocol/reply.ts'

export type RequestsUnderWay = {
  has(id: RequestId): boolean
  count(): number
  /**
   * Answered later. What is made here lives until the answer, which may take hours, and must not
   * keep the request's text.
   */
  add(
    id: RequestId,
    reply: Promise<Reply>,
    abort: AbortController,
    end: (reply: Reply) => void,
  ): void
  /** False: nothing of that id is under way. */
  cancel(id: RequestId, why: GivenUp): boolean
  close(): void
}

type UnderWay = { readonly abort: AbortController }

export function openRequestsUnderWay(): RequestsUnderWay {
  const underWay = new Map<RequestId, UnderWay>()
  return {
    has: (id) => underWay.has(id),
    count: () => underWay.size,
    add(id, reply, abort, end) {
      const mine: UnderWay = { abort }
      underWay.set(id, mine)
      const finish = (last: Reply): void => {
        // A cancelled request gets no answer; its id may be in use again.
        if (underWay.get(id) !== mine) return
        underWay.delete(id)
        end(last)
      }
      reply.then(finish, () =>
        finish(failed(code.internal, 'Gatehouse made a mistake while handling this request.')),
      )
    },
    cancel(id, why) {
      const found = underWay.get(id)
      if (found === undefined) return false
      underWay.delete(id)
      found.abort.abort(why)
      return true
    },
    close() {
      for (const { abort } of underWay.values()) abort.abort('cancelled')
      underWay.clear()
    },
  }
}
