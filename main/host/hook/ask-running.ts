// The shortest way to the running Gatehouse: one connection, one request, one answer. Imports nothing
// else, because an agent waits for this program before each of its calls.
import { isOwnSocket } from '../own-socket.ts'
import { createConnection } from 'node:net'

export type Reached =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly text: string }
  /** No Gatehouse is running here. */
  | { readonly kind: 'nobody' }

/** Longer than any answer to a hook. Characters. */
const LONGEST = 16 * 1024 * 1024

/** Never rejects. `waitMs`: how long the answer may take. */
export function askRunning(
  socketFile: string,
  channel: string,
  input: unknown,
  waitMs: number,
): Promise<Reached> {
  if (!isOwnSocket(socketFile)) return Promise.resolve({ kind: 'nobody' })
  return new Promise((done) => {
    const socket = createConnection(socketFile)
    const end = (reached: Reached): void => {
      clearTimeout(timer)
      socket.destroy()
      done(reached)
    }
    const timer = setTimeout(
      () => end({ kind: 'failed', text: 'Gatehouse did not answer in time.' }),
      waitMs,
    )
    let asked = false
    let text = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => {
      asked = true
      socket.write(`${JSON.stringify({ id: 0, channel, input })}\n`)
    })
    socket.on('data', (piece: string) => {
      text += piece
      const line = text.indexOf('\n')
      if (line >= 0) end(read(text.slice(0, line)))
      else if (text.length > LONGEST)
        end({ kind: 'failed', text: 'The answer of Gatehouse was too long.' })
    })
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      const gone =
        cause.code === 'ECONNREFUSED' || cause.code === 'ENOENT' || cause.code === 'ENOTSOCK'
      end(
        !asked && gone
          ? { kind: 'nobody' }
          : {
              kind: 'failed',
              text: `Gatehouse cannot be reached (${cause.code ?? cause.message}).`,
            },
      )
    })
    socket.on('close', () => end({ kind: 'failed', text: 'Gatehouse ended before it answered.' }))
  })
}

function read(line: string): Reached {
  try {
    const { result } = JSON.parse(line) as {
      result?: { ok?: unknown; value?: unknown; error?: { text?: unknown } }
    }
    if (result?.ok === true) return { kind: 'answer', value: result.value }
    return {
      kind: 'failed',
      text:
        typeof result?.error?.text === 'string'
          ? result.error.text
          : 'Gatehouse refused the request.',
    }
  } catch {
    return { kind: 'failed', text: 'Gatehouse sent an unreadable answer.' }
  }
}
