// An open connection to the running app: calls and their answers, and events.
import type { Socket } from 'node:net'
import type { z } from 'zod'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ipc, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { channelRow } from './channel-rows.ts'
import { lineCutter } from './line-cutter.ts'
import { Answer, longestAnswer, longestRequest, toLine } from './socket-wire.ts'

export type CliConnection = {
  /** Never rejects; a connection that is lost in the middle is the failure `socket.lost`. */
  call<C extends IpcChannel>(
    channel: C,
    input: z.input<(typeof ipc)[C]['input']>,
  ): Promise<Result<Output<C>, Failure>>
  /** Every event from now on. Resolves once the other side has promised to send them. */
  subscribe(listener: (event: PanelEvent) => void): Promise<Result<void, Failure>>
  /** Resolves when nothing can be asked here any longer, no matter who ended it. */
  readonly ended: Promise<void>
  close(): void
}

export function connectionOver(socket: Socket): CliConnection {
  const waiting = new Map<number, (result: Result<unknown, Failure>) => void>()
  const listeners = new Set<(event: PanelEvent) => void>()
  let nextId = 0
  let lost: Failure | null = null
  const ending = Promise.withResolvers<void>()

  const end = (why: string): void => {
    lost ??= failure(
      'socket.lost',
      `The connection to the running Gatehouse ended${why}.`,
      'Check the window or the journal for the result of the call.',
    )
    for (const answer of waiting.values()) answer(err(lost))
    waiting.clear()
    socket.destroy()
    ending.resolve()
  }
  const take = (line: string): void => {
    const answer = answerOf(line)
    if (answer === null) return end(': it sent an invalid answer')
    if ('event' in answer) {
      // The events of the app this belongs to; the same program wrote them, so the router is the kind
      // alone.
      for (const listener of listeners) listener(answer.event as unknown as PanelEvent)
      return
    }
    if (answer.id === null) return end(answer.result.ok ? '' : `: ${answer.result.error.text}`)
    waiting.get(answer.id)?.(answer.result)
    waiting.delete(answer.id)
  }
  socket.setEncoding('utf8')
  socket.on('data', lineCutter(longestAnswer, take, () => end(': an answer was too long')).feed)
  socket.on('error', () => end(''))
  socket.on('close', () => end(''))

  const ask = (request: object): Promise<Result<unknown, Failure>> => {
    if (lost !== null) return Promise.resolve(err(lost))
    const id = nextId++
    const line = toLine({ id, ...request })
    if (line.length > longestRequest)
      return Promise.resolve(
        err(
          failure('socket.too-long', 'The request is too long to send.', 'Shorten the arguments.'),
        ),
      )
    return new Promise((done) => {
      waiting.set(id, done)
      socket.write(line)
    })
  }

  return {
    async call(channel, input) {
      // What the answer has to be is read while it is on its way.
      const [result, row] = await Promise.all([ask({ channel, input }), channelRow(channel)])
      if (!result.ok) return result
      const output = row.output.safeParse(result.value)
      if (!output.success)
        return err(
          failure(
            'socket.version',
            `The running Gatehouse answers ${channel} in a form this version does not know.`,
            'Use the same version for both.',
          ),
        )
      // The table pairs each channel with its output; the compiler cannot follow the index.
      return ok(output.data as Output<typeof channel>)
    },
    async subscribe(listener) {
      listeners.add(listener)
      const result = await ask({ subscribe: true })
      return result.ok ? ok(undefined) : result
    },
    ended: ending.promise,
    close: () => end(''),
  }
}

function answerOf(line: string) {
  try {
    return Answer.parse(JSON.parse(line))
  } catch {
    return null
  }
}
