// The calls of one page over its WebSocket, and their answers.
import { readJson } from '../../../contract/read-json.ts'
import { letGo } from '../../../contract/let-go.ts'
import { type WebSocket } from 'ws'
import { z } from 'zod'
import { failure } from '../../../contract/failure.ts'
import { err } from '../../../contract/result.ts'
import { type SocketAnswer, type SocketCall } from '../../../contract/ipc/wire.ts'
import type { App } from '../app.ts'

/** Calls of one page that may be under way at once. */
const MAX_CALLS = 64

const Call = z.strictObject({
  id: z.int(),
  channel: z.string().max(100),
  input: z.unknown(),
}) satisfies z.ZodType<SocketCall>

export function serveCalls(
  socket: WebSocket,
  app: App,
  send: (answer: SocketAnswer) => void,
): void {
  let underWay = 0
  socket.on('message', (data, isBinary) => {
    const call = isBinary || !Buffer.isBuffer(data) ? null : readJson(data.toString('utf8'), Call)
    if (call === null) {
      return send({
        id: null,
        result: err(
          failure(
            'ipc.bad-message',
            'A message was not one JSON object with id, channel and input.',
          ),
        ),
      })
    }
    if (underWay >= MAX_CALLS) {
      return send({
        id: call.id,
        result: err(
          failure(
            'ipc.busy',
            'This page has too many calls in progress.',
            'Wait for an answer and try again.',
          ),
        ),
      })
    }
    underWay += 1
    letGo(
      app.call(call.channel, call.input, { surface: 'browser' }).then((result) => {
        underWay -= 1
        send({ id: call.id, result })
      }),
    )
  })
}
