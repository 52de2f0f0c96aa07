// Small conversations over a WebSocket of their own, beside the line of a page: messages of one
// JSON object, few, short, and soon over.
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import { readJson } from '../../../../contract/read-json.ts'

/** How long one may last, in milliseconds. */
export const LONGEST = 5_000
/** Largest message, in bytes: a public key in base64, with room. */
export const MAX_SHORT_MESSAGE = 2_048

export type Conversation<T> = {
  readonly schema: z.ZodType<T>
  /** The answer to a message, and whether another one may come; null ends it unanswered. */
  readonly take: (
    message: T,
  ) => Promise<{ readonly answer: unknown; readonly more: boolean } | null>
  /** In milliseconds. */
  readonly longest: number
}

/** Anything that cannot be read ends it, as does the end of its time. */
export function converse<T>(socket: WebSocket, { schema, take, longest }: Conversation<T>): void {
  const timeout = setTimeout(() => socket.terminate(), longest)
  socket.on('error', () => undefined)
  socket.on('close', () => clearTimeout(timeout))
  // One after another: what comes while a message is being answered waits for it.
  let turn: Promise<void> = Promise.resolve()
  socket.on('message', (data, isBinary) => {
    const message =
      isBinary || !Buffer.isBuffer(data) ? null : readJson(data.toString('utf8'), schema)
    turn = turn
      .then(async () => {
        if (socket.readyState !== socket.OPEN) return
        const taken = message === null ? null : await take(message)
        if (taken === null) return socket.close(1008)
        socket.send(JSON.stringify(taken.answer))
        if (!taken.more) socket.close(1000)
      })
      .catch(() => socket.terminate())
  })
}
