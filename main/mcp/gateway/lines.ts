// The protocol over a stream of lines: standard input and output of a bridge, by way of the local
// socket.
import { letGo } from '../../../contract/let-go.ts'
import { openClientSession } from './client-session.ts'
import type { Out } from './protocol/client-output.ts'
import { holdsTooMany, LONG, tooManyText } from './protocol/measure.ts'
import { readMessage } from './protocol/message.ts'
import { code } from './protocol/protocol.ts'
import type { Provider } from './provider.ts'
import { strayText } from './protocol/reply.ts'

/** Characters of one message. */
export const longestMessage = 16 * 1024 * 1024
/**
 * What a client may have held, what it may have at work, and some more: held calls alone never take
 * all of its connection.
 */
const mostRequests = 384

export type LineClient = {
  /** One message, without its line end. */
  line(text: string): void
  tooLong(): void
  /** The client is gone. */
  close(): void
  /** The gateway ends. */
  end(): void
}

/**
 * `write` gets one message with its line end. Messages of one turn of the event loop are written
 * together. `unread` as in `Out`.
 */
export function serveLines(
  provider: Provider,
  write: (text: string) => void,
  unread?: Out['unread'],
): LineClient {
  let waiting: string[] = []
  const flush = (): void => {
    const all = waiting.length === 1 ? `${waiting[0] ?? ''}\n` : `${waiting.join('\n')}\n`
    waiting = []
    write(all)
  }
  const send = (text: string): void => {
    // After everything that is at hand, so that answers which are ready together leave together.
    if (waiting.push(text) === 1) process.nextTick(flush)
  }
  const out: Out = { send, end: send, ...(unread === undefined ? {} : { unread }) }
  const clientSession = openClientSession({ provider, loose: send, mostRequests })
  let closed = false
  /** A long message that is looked at, and what came after it. */
  let behind: Promise<void> | null = null
  const take = (text: string): void => {
    if (!closed) clientSession.take(readMessage(text), out)
  }
  const look = async (text: string): Promise<void> => {
    if (text.length > LONG && (await holdsTooMany(text)))
      return send(strayText(code.invalidRequest, tooManyText))
    take(text)
  }
  return {
    line(text) {
      if (behind === null && text.length <= LONG) return take(text)
      const next = (behind ?? Promise.resolve()).then(() => look(text))
      behind = next
      letGo(
        next.finally(() => {
          if (behind === next) behind = null
        }),
      )
    },
    tooLong: () =>
      send(
        strayText(code.invalidRequest, `A message is at most ${longestMessage} characters long.`),
      ),
    close() {
      closed = true
      clientSession.close()
    },
    end: clientSession.end,
  }
}
