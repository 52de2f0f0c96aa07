// What a server asked of the person or of the model although nobody answers such things here. It
// gets the protocol's own refusal; the person gets to see that it asked, once for each kind in a
// session.
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Asked } from '../deps.ts'
import { plainText } from '../plain-text.ts'

const KINDS: ReadonlyMap<string, Asked['kind']> = new Map([
  ['sampling/createMessage', 'sampling'],
  ['elicitation/create', 'elicitation'],
])

const Request = z.object({ method: z.string(), params: z.unknown().optional() })
const Waiting = z.object({
  result: z.object({
    resultType: z.literal('input_required'),
    inputRequests: z.record(z.string(), Request),
  }),
})
const Words = z.object({ message: z.string() })
const Messages = z.object({
  messages: z.array(z.object({ content: z.object({ text: z.string() }) })).min(1),
})

/**
 * Requests that are alone, and those inside an answer that waits for input (since 2026-07-28).
 */
const requestsIn = (message: JSONRPCMessage): readonly z.infer<typeof Request>[] => {
  if ('method' in message)
    return 'id' in message ? [{ method: message.method, params: message.params }] : []
  const waiting = Waiting.safeParse(message)
  return waiting.success ? Object.values(waiting.data.result.inputRequests) : []
}

function wordsOf(params: unknown): string {
  const words = Words.safeParse(params)
  const messages = Messages.safeParse(params)
  return plainText(
    words.success
      ? words.data.message
      : messages.success
        ? (messages.data.messages[0]?.content.text ?? '')
        : '',
    200,
  )
}

/** @param refused gets what it wanted and the beginning of its words, cleaned. */
export function watchAsks(
  refused: (kind: Asked['kind'], words: string) => void,
): (message: JSONRPCMessage) => void {
  const reported = new Set<Asked['kind']>()
  return (message) => {
    // Not for every result: most are large, and most sessions never ask.
    if (
      !('method' in message) &&
      (message as { result?: { resultType?: unknown } }).result?.resultType !== 'input_required'
    )
      return
    for (const { method, params } of requestsIn(message)) {
      const kind = KINDS.get(method)
      if (kind === undefined || reported.has(kind)) continue
      reported.add(kind)
      refused(kind, wordsOf(params))
    }
  }
}
