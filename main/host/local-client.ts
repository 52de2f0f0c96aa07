// The local socket's client side, for the command line. Never starts anything.
import { lstatSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { connectionOver, type CliConnection } from './client-connection.ts'

/** `socket.nobody`: no Gatehouse is running here. Every other failure means that one may be. */
export async function connect(socketFile: string): Promise<Result<CliConnection, Failure>> {
  const trusted = isOurs(socketFile)
  if (!trusted.ok) return trusted
  const opened = await open(socketFile)
  return opened.ok ? ok(connectionOver(opened.value)) : opened
}

/** Whether anybody accepts connections at this socket. */
export async function answers(socketFile: string): Promise<boolean> {
  const opened = await open(socketFile)
  if (opened.ok) opened.value.destroy()
  // In doubt somebody is there: only a refused connection shows that nobody is.
  return opened.ok || opened.error.code !== 'socket.nobody'
}

/** A socket of another user would be told what we ask, and could lie. */
function isOurs(socketFile: string): Result<void, Failure> {
  const uid = process.getuid?.()
  if (uid === undefined || socketFile.startsWith('\\\\.\\pipe\\')) return ok(undefined)
  try {
    const stat = lstatSync(socketFile)
    return stat.isSocket() && stat.uid === uid
      ? ok(undefined)
      : err(
          failure(
            'socket.foreign',
            `${socketFile} is not a socket of yours.`,
            'Remove it and start Gatehouse again.',
          ),
        )
  } catch {
    return err(nobody(socketFile))
  }
}

const nobody = (socketFile: string): Failure =>
  failure(
    'socket.nobody',
    `No Gatehouse is running at ${socketFile}.`,
    'Start it with: gatehouse serve',
  )

function open(socketFile: string): Promise<Result<Socket, Failure>> {
  return new Promise((done) => {
    const socket = createConnection(socketFile)
    socket.setTimeout(5_000, () =>
      socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })),
    )
    const failed = (cause: NodeJS.ErrnoException) => {
      const gone =
        cause.code === 'ECONNREFUSED' || cause.code === 'ENOENT' || cause.code === 'ENOTSOCK'
      done(
        err(
          gone
            ? nobody(socketFile)
            : failure(
                'socket.unavailable',
                `Cannot reach ${socketFile} (${cause.code ?? cause.message}).`,
              ),
        ),
      )
    }
    socket.once('error', failed)
    socket.once('connect', () => {
      socket.off('error', failed)
      socket.setTimeout(0)
      done(ok(socket))
    })
  })
}
