// The two sockets over which main and a program inside talk without the helper in between: main
// listens in a folder of its own, the helper connects and hands both ends to what it starts. Two,
// because a program that sets flags on one of its streams must not have set them on the other.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

export type Streams = { readonly stdin: Socket; readonly stdout: Socket }
export type DirectDescriptors = {
  /** For the helper: it connects to `in` and `out` in there. */
  readonly folder: string
  /**
   * Only to be waited for once the helper has said that it has connected; rejects after `close`.
   */
  readonly streams: Promise<Streams>
  close(): void
}

/**
 * Null where it cannot be: then bytes go through the helper. The folder is seen by nobody else, and
 * its name, which the program can ask the kernel for, tells nothing of who runs it.
 */
export async function listenForDescriptors(base = '/tmp'): Promise<DirectDescriptors | null> {
  const folder = await mkdtemp(join(base, 'gatehouse-')).catch(() => null)
  if (folder === null) return null
  const clean = (): void => void rm(folder, { recursive: true, force: true }).catch(() => {})
  const [stdin, stdout] = [accept(join(folder, 'in')), accept(join(folder, 'out'))]
  const close = (): void => {
    stdin.close()
    stdout.close()
    clean()
  }
  const streams = Promise.all([stdin.socket, stdout.socket]).then(([one, other]) => {
    clean()
    return { stdin: one, stdout: other }
  })
  // The one who does not wait for it has its reasons.
  streams.catch(() => {})
  try {
    await Promise.all([stdin.listening, stdout.listening])
    return { folder, streams, close }
  } catch {
    close()
    return null
  }
}

/** One connection, and no other. */
function accept(path: string) {
  const { promise: socket, resolve, reject } = Promise.withResolvers<Socket>()
  const server: Server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (given) => {
    server.close()
    // The end of the program is told by the helper; what is written after it is lost.
    given.on('error', () => {})
    resolve(given)
  })
  server.maxConnections = 1
  const listening = new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(path, done)
  })
  listening.catch(() => {})
  return {
    listening,
    socket,
    close(): void {
      server.close()
      reject(new Error('closed'))
      socket.then(
        (given) => given.destroy(),
        () => {},
      )
    },
  }
}
