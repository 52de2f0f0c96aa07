// The local socket's server side: how the command line reaches the running app. For this user only:
// the socket has mode 0600 and lies in a folder of mode 0700. Every caller is the surface `cli`,
// whatever it says.
import { chmod, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { answers } from './local-client.ts'
import { openConnectionLimits, sayLast, silentMs, tooSilent } from './socket-limits.ts'
import { ownFolder } from './own-folder.ts'
import { serveConnection, type ListenOptions } from './socket-connection.ts'

export type Listening = { close(): Promise<void> }

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

const bound = (server: Server, path: string): Promise<string | null> =>
  new Promise((done) => {
    const failed = (cause: NodeJS.ErrnoException) => done(cause.code ?? cause.message)
    server.once('error', failed)
    server.listen(path, () => {
      server.off('error', failed)
      done(null)
    })
  })
