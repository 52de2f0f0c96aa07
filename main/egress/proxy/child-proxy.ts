// The way out of a sandboxed program: a proxy on a unix socket that opens what was granted and
// nothing else, or, in a rehearsal, opens nothing and writes down what was tried.
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { codeOf } from '../fault.ts'
import { proxyServer, type ProxyWays, type ServerDeps } from './proxy-server.ts'

export type ChildProxyDeps = ServerDeps & {
  /**
   * A folder of ours. The socket is put into a new one inside it, which only this user can enter.
   */
  readonly socketFolder: string
  /**
   * The user who runs the program, where that is not us: the socket is then that user's. Only root
   * can give it away.
   */
  readonly owner?: { readonly uid: number; readonly gid: number } | null
  readonly signal: AbortSignal
}

export type ChildProxy = {
  readonly socketPath: string
  /**
   * Ends every connection and takes the socket away. Every attempt has been told when it resolves.
   */
  dispose(): Promise<void>
}

/** What a path in `sockaddr_un` can hold everywhere, its end included (macOS: 104). */
const MAX_SOCKET_PATH = 103

/** Fails with `proxy.socket` where no socket can be made. */
export async function openChildProxy(
  deps: ChildProxyDeps,
  ways: ProxyWays,
): Promise<Result<ChildProxy, Failure>> {
  const cannot = (why: string): Result<never, Failure> =>
    err(
      failure(
        'proxy.socket',
        `The proxy for a program's network could not be opened: ${why}.`,
        'Without it the program gets no network.',
      ),
    )
  if (Buffer.byteLength(join(deps.socketFolder, 'n-XXXXXX', 's')) > MAX_SOCKET_PATH)
    return cannot('the path of its socket would be too long')
  if (deps.signal.aborted) return cannot('the call was stopped')
  const closing = new AbortController()
  const { server, closeAll } = proxyServer(
    deps,
    ways,
    AbortSignal.any([deps.signal, closing.signal]),
  )
  let folder: string | null = null
  let disposal: Promise<void> | null = null
  const dispose = (): Promise<void> =>
    (disposal ??= (async () => {
      deps.signal.removeEventListener('abort', stop)
      closing.abort()
      await closeAll()
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    })())
  const stop = (): void => void dispose()
  try {
    folder = await mkdtemp(join(deps.socketFolder, 'n-'))
    const socketPath = join(folder, 's')
    await listen(server, socketPath)
    await chmod(socketPath, 0o600)
    const { owner = null } = deps
    if (owner !== null)
      for (const path of [socketPath, folder]) await chown(path, owner.uid, owner.gid)
    deps.signal.addEventListener('abort', stop, { once: true })
    if (deps.signal.aborted) await dispose()
    return ok({ socketPath, dispose })
  } catch (thrown) {
    await dispose()
    return cannot(codeOf(thrown))
  }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
