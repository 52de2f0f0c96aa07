// One connection of the local socket: requests in, answers and events out.
import { letGo } from '../../contract/let-go.ts'
import type { Socket } from 'node:net'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { App } from './app.ts'
import type { LineClient, OpenExec, OpenLineClient } from './line-client.ts'
import { sayLast, type ConnectionLimits } from './socket-limits.ts'
import { lineCutter } from './line-cutter.ts'
import { longestMessage, longestRequest, toLine, type Answer } from './socket-wire.ts'
import { asksOf, requestOf } from './socket-requests.ts'

export type ListenOptions = {
  readonly socketFile: string
  readonly call: App['call']
  readonly subscribe: App['subscribe']
  /** Serves one client of the gateway over this connection; null where there is no gateway. */
  readonly mcp?: OpenLineClient | undefined
  /** Runs the lines of `gatehouse exec`; left out where nothing is run. */
  readonly exec?: OpenExec | undefined
  /** Ends this app in favour of one with a window; left out where this is not for others to ask. */
  readonly yieldInstance?: (() => void) | undefined
}

const mostCallsAtOnce = 64
/** Bytes that are written ahead of a client that reads; past it, it is waited for. */
const mostAhead = 1024 * 1024
/** A reader so far behind is cut off: events must not pile up in memory. Bytes. */
const mostUnread = 96 * 1024 * 1024

export function serveConnection(
  socket: Socket,
  { call, subscribe, mcp, exec, yieldInstance }: ListenOptions,
  limits: ConnectionLimits<Socket>,
): void {
  let running = 0
  const gone = new AbortController()
  let client: LineClient | null = null
  let unsubscribe: (() => void) | null = null
  let command: { close(): void } | null = null
  const say = (answer: Answer): void => {
    if (socket.destroyed) return
    if (socket.writableLength > mostUnread) return void socket.destroy()
    socket.write(toLine(answer))
  }
  const refuse = (id: number | null, code: string, text: string): void =>
    say({ id, result: err(failure(code, text)) })

  const write = (text: string): void => {
    if (socket.writableLength > mostUnread) socket.destroy()
    else if (!socket.destroyed) socket.write(text)
  }
  /**
   * A client that does not read gets no further results made for it, and is not asked for more
   * requests.
   */
  let drained: Promise<void> | null = null
  const unread = (): Promise<void> | null => {
    if (socket.destroyed || socket.writableLength < mostAhead) return null
    socket.pause()
    drained ??= new Promise<void>((done) => {
      const over = (): void => {
        drained = null
        socket.off('drain', over).off('close', over).resume()
        done()
      }
      socket.on('drain', over).on('close', over)
    })
    return drained
  }
  const take = (line: string): void => {
    if (client !== null) return client.line(line)
    const request = requestOf(line)
    if (request === null)
      return refuse(null, 'socket.malformed', 'The line is not a request: {id, channel, input}.')
    const full = limits.use(socket, asksOf(request))
    if (full !== null) return sayLast(socket, full, request.id)
    if ('subscribe' in request) {
      unsubscribe ??= subscribe((event) => say({ event }))
      return say({ id: request.id, result: ok({}) })
    }
    if ('mcp' in request) {
      if (mcp === undefined)
        return refuse(request.id, 'socket.no-gateway', 'This Gatehouse serves no clients.')
      say({ id: request.id, result: ok({}) })
      client = mcp(request.mcp.client, write, request.mcp.pid, unread)
      return
    }
    if ('exec' in request) {
      if (exec === undefined || command !== null)
        return refuse(request.id, 'socket.no-exec', 'This Gatehouse runs no line here.')
      say({ id: request.id, result: ok({}) })
      command = exec(request.exec, (said) => write(toLine(said)))
      return
    }
    if ('yield' in request) {
      if (yieldInstance === undefined)
        return refuse(
          request.id,
          'socket.stays',
          'This Gatehouse was started by a person and stays.',
        )
      say({ id: request.id, result: ok({}) })
      return yieldInstance()
    }
    if (running >= mostCallsAtOnce)
      return refuse(
        request.id,
        'socket.busy',
        `More than ${mostCallsAtOnce} calls at once on one connection.`,
      )
    running += 1
    letGo(
      call(request.channel, request.input, { surface: 'cli', gone: gone.signal }).then((result) => {
        running -= 1
        say({ id: request.id, result })
      }),
    )
  }

  socket.setEncoding('utf8')
  const longest = (): number => (client === null ? longestRequest : longestMessage)
  socket.on(
    'data',
    lineCutter(longest, take, () => {
      if (client !== null) client.tooLong()
      else
        refuse(null, 'socket.too-long', `A request is at most ${longestRequest} characters long.`)
      socket.destroySoon()
    }).feed,
  )
  // A client that goes away in the middle is no fault of ours. What it asked for learns of it, and is
  // journalled no matter how it ends.
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    gone.abort()
    unsubscribe?.()
    client?.close()
    command?.close()
  })
}
