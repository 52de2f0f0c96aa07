// The local socket's server side: how the command line reaches the running app. For this user only:
// the socket has mode 0600 and lies in a folder of mode 0700. Every caller is the surface `cli`,
// whatever it says.
import { letGo } from '../../contract/let-go.ts'
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { dirname } from 'node:path'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { App } from './app.ts'
import { answers } from './local-client.ts'
import { openConnectionLimits, silentMs, tooSilent } from './socket-limits.ts'
import type { Asks, ConnectionLimits } from './socket-limits.ts'
import { lineCutter, longestMessage, longestRequest, Request, toLine } from './socket-wire.ts'
import type { Answer } from './socket-wire.ts'

export type ListenOptions = {
  readonly socketFile: string
  readonly call: App['call']
  readonly subscribe: App['subscribe']
  /** Serves one client of the gateway over this connection; null where there is no gateway. */
  readonly mcp?:
    | ((
        client: string,
        write: (text: string) => void,
        pid: number | undefined,
        unread: () => Promise<void> | null,
      ) => LineClient)
    | undefined
  /** Ends this app in favour of one with a window; left out where this is not for others to ask. */
  readonly makeRoom?: (() => void) | undefined
}

/** The gateway's end of a connection, line by line. */
export type LineClient = { line(text: string): void; tooLong(): void; close(): void; end(): void }
export type Listening = { close(): Promise<void> }

const mostCallsAtOnce = 64
/** How long a refused connection may take to read why. */
const lastWordMs = 2_000
/** Bytes that are written ahead of a client that reads; past it, it is waited for. */
const mostAhead = 1024 * 1024
/** A reader so far behind is cut off: events must not pile up in memory. Bytes. */
const mostUnread = 96 * 1024 * 1024

/**
 * Listens until `close`. A socket file that nobody answers at is left over from a crash and is
 * replaced.
 */
export async function listen(options: ListenOptions): Promise<Result<Listening, Failure>> {
  const { socketFile } = options
  const isPipe = socketFile.startsWith('\\\\.\\pipe\\')
  if (!isPipe) {
    const folder = await ownFolder(dirname(socketFile))
    if (!folder.ok) return folder
  }
  const sockets = new Set<Socket>()
  const limits = openConnectionLimits<Socket>()
  const server = createServer((socket) => {
    const goes = limits.admit(socket)
    if (goes !== null) sayLast(goes, tooSilent)
    sockets.add(socket)
    const silent = setTimeout(
      () => limits.waits(socket) && sayLast(socket, tooSilent),
      silentMs,
    ).unref()
    socket.on('close', () => {
      clearTimeout(silent)
      sockets.delete(socket)
      limits.leave(socket)
    })
    serveConnection(socket, options, limits)
  })

  let fault = await bound(server, socketFile)
  if (fault === 'EADDRINUSE' && !isPipe && !(await answers(socketFile))) {
    await rm(socketFile, { force: true })
    fault = await bound(server, socketFile)
  }
  if (fault === 'EADDRINUSE') {
    return err(
      failure(
        'socket.in-use',
        `Another Gatehouse answers at ${socketFile}.`,
        'Use that one, or quit it first.',
      ),
    )
  }
  if (fault !== null)
    return err(
      failure(
        'socket.unavailable',
        `Cannot listen at ${socketFile} (${fault}).`,
        'Check the folder; the command line cannot reach this Gatehouse without it.',
      ),
    )
  if (!isPipe) await chmod(socketFile, 0o600)

  return ok({
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  })
}

/**
 * The sentence is read before the end: closing a socket with unread requests in it would drop what
 * was written to it.
 */
function sayLast(socket: Socket, why: Failure, id: number | null = null): void {
  socket.removeAllListeners('data').resume()
  socket.end(toLine({ id, result: err(why) } satisfies Answer))
  setTimeout(() => socket.destroy(), lastWordMs).unref()
}

function serveConnection(
  socket: Socket,
  { call, subscribe, mcp, makeRoom }: ListenOptions,
  limits: ConnectionLimits<Socket>,
): void {
  let running = 0
  let client: LineClient | null = null
  let unsubscribe: (() => void) | null = null
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
    if ('yield' in request) {
      if (makeRoom === undefined)
        return refuse(
          request.id,
          'socket.stays',
          'This Gatehouse was started by a person and stays.',
        )
      say({ id: request.id, result: ok({}) })
      return makeRoom()
    }
    if (running >= mostCallsAtOnce)
      return refuse(
        request.id,
        'socket.busy',
        `More than ${mostCallsAtOnce} calls at once on one connection.`,
      )
    running += 1
    letGo(
      call(request.channel, request.input, { surface: 'cli' }).then((result) => {
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
    }),
  )
  // A client that goes away in the middle is no fault of ours; what it started goes on and is
  // journalled.
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    unsubscribe?.()
    client?.close()
  })
}

function asksOf(request: Request): Asks {
  if ('mcp' in request) return { kind: 'mcp' }
  if ('subscribe' in request) return { kind: 'subscribe' }
  return 'yield' in request ? { kind: 'yield' } : { kind: 'call', channel: request.channel }
}

function requestOf(line: string): Request | null {
  try {
    return Request.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/**
 * Makes the folder, or sees that it is one, ours, and closed to others. In a shared temp folder
 * somebody may have been there first.
 */
async function ownFolder(folder: string): Promise<Result<void, Failure>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stat = await lstat(folder)
    const uid = process.getuid?.()
    if (!stat.isDirectory() || (uid !== undefined && stat.uid !== uid)) {
      return err(
        failure(
          'socket.folder',
          `${folder} is not a folder of yours.`,
          'Remove it, or set XDG_RUNTIME_DIR or TMPDIR to a folder of your own.',
        ),
      )
    }
    if ((stat.mode & 0o077) !== 0) await chmod(folder, 0o700)
    return ok(undefined)
  } catch (cause) {
    return err(
      failure(
        'socket.folder',
        `${folder} cannot be made (${cause instanceof Error ? cause.message : String(cause)}).`,
        'Check who may write there.',
      ),
    )
  }
}

const bound = (server: Server, path: string): Promise<string | null> =>
  new Promise((done) => {
    const failed = (cause: NodeJS.ErrnoException) => done(cause.code ?? cause.message)
    server.once('error', failed)
    server.listen(path, () => {
      server.off('error', failed)
      done(null)
    })
  })
