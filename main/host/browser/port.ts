// The port of loopback that the browser host listens on, or why there is none.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/** Where a person finds Gatehouse again, if nobody else is there. */
const USUAL_PORT = 4747

/** `wanted` null: `waited`, where pages of this home look for it, the usual one, or any. */
export async function listenOn(
  server: Server,
  wanted: number | null,
  waited: number | null,
): Promise<Result<number, Failure>> {
  if (wanted !== null) return listen(server, wanted)
  const tries = waited === null || waited === USUAL_PORT ? [USUAL_PORT] : [waited, USUAL_PORT]
  for (const port of tries) {
    const listening = await listen(server, port)
    if (listening.ok || listening.error.code !== 'browser.port-taken') return listening
  }
  return listen(server, 0)
}

function listen(server: Server, port: number): Promise<Result<number, Failure>> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', listening)
      resolve(err(cannotListen(port, error)))
    }
    const listening = (): void => {
      server.off('error', failed)
      // A TCP server's address is always of this shape once it listens.
      resolve(ok((server.address() as AddressInfo).port))
    }
    server
      .once('error', failed)
      .once('listening', listening)
      .listen({ host: '127.0.0.1', port, exclusive: true })
  })
}

function cannotListen(port: number, error: NodeJS.ErrnoException): Failure {
  if (error.code === 'EADDRINUSE')
    return failure(
      'browser.port-taken',
      `Port ${port} is in use by another program.`,
      'Choose another with --port, or leave it out.',
    )
  return failure(
    'browser.cannot-listen',
    `Gatehouse cannot listen on 127.0.0.1:${port}: ${error.code ?? error.message}.`,
    'Choose another port with --port.',
  )
}
