// Standard input and output of a client, and the gateway in the running app: bytes pass as they
// come. When the app ends, anyone who waits is told, another app is found or started, and the
// client goes on without noticing more than that.
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { answeredIn, lineHeads, watchClient } from './session-replay.ts'

export type BridgeOptions = {
  readonly input: Readable
  readonly output: Writable
  readonly reach: () => Promise<Socket>
}

const again = 'gatehouse-bridge-again'

/** How long a client is waited for whose first request is to be told why there is no app. */
const lastWordMs = 500

/**
 * Until the client closes its end. Rejects when no app can be reached, after the one who waits was
 * told why.
 */
export async function bridge({ input, output, reach }: BridgeOptions): Promise<void> {
  const client = watchClient()
  const decoder = new StringDecoder('utf8')
  let socket: Socket | null = null
  let ended = false
  const over = Promise.withResolvers<void>()

  input.on('data', (piece: Buffer) => {
    // While there is no app nothing is read: what the client has to say waits in its pipe.
    if (socket?.write(piece) === false) {
      input.pause()
      socket.once('drain', () => input.resume())
    }
    client.saw(decoder.write(piece))
  })
  input.pause()
  const end = (): void => {
    ended = true
    socket?.end()
    over.resolve()
  }
  input.on('end', end).on('close', end)
  output.on('error', end)

  const notify = (text: string): void => void output.write(`${text}\n`)

  /**
   * What an app left unanswered is answered here: it may have been done, and asking again tells.
   */
  const answerWaiting = (
    text = 'Gatehouse quit while this was in progress. Make the same request again. It does not run anything twice.',
  ): void => {
    for (const id of client.waiting)
      notify(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: text } }))
    client.waiting.clear()
  }

  /** Introduces the client once more, in its own words; the answer to that is not for it. */
  const introduce = (to: Socket): Promise<void> => {
    const hello = client.hello()
    if (hello === null) return Promise.resolve()
    return new Promise((done) => {
      let said = ''
      const listener = (piece: Buffer): void => {
        said += piece.toString('latin1')
        if (!said.includes('\n')) return
        to.off('data', listener)
        if (hello.ready) to.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        done()
      }
      to.on('data', listener).once('close', done)
      to.write(`${JSON.stringify({ ...(JSON.parse(hello.line) as object), id: again })}\n`)
    })
  }

  const serve = (to: Socket): Promise<void> =>
    new Promise((gone) => {
      const heads = lineHeads((start) => {
        const answered = answeredIn(start)
        if (answered !== null) client.answered(answered)
      })
      to.on('data', (piece: Buffer) => {
        if (!output.write(piece)) {
          to.pause()
          output.once('drain', () => to.resume())
        }
        // Only the first bytes of a line matter here, and they are plain.
        heads(piece.toString('latin1'))
      })
      to.on('close', () => gone())
      socket = to
      // A message that was cut when the last app ended goes on where it began.
      if (client.rest() !== '') to.write(client.rest())
      input.resume()
    })

  for (let first = true; !ended; first = false) {
    const to = await reach().catch(async (cause: unknown) => {
      // Clients show an error to their person, and what is on standard error only to those who look
      // for it.
      input.resume()
      for (
        const until = Date.now() + lastWordMs;
        client.waiting.size === 0 && !ended && Date.now() < until;
      )
        await new Promise((done) => setTimeout(done, 10))
      answerWaiting(cause instanceof Error ? cause.message : String(cause))
      throw cause
    })
    if (ended) {
      to.end()
      break
    }
    if (!first) await introduce(to)
    if (to.destroyed) continue
    await Promise.race([serve(to), over.promise])
    socket = null
    if (ended) break
    input.pause()
    answerWaiting()
  }
}
