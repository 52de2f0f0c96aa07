// The lock for an app with a window: one that a client started, without a window, is asked to make
// space for it.
import { createConnection } from 'node:net'
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'
import { takeLock, type Lock } from './lock.ts'
import { toLine } from './socket-wire.ts'

/** What runs is stopped in order, which may take as long as a command does to die. */
const timeoutMs = 15_000
const pauseMs = 50

/** As `takeLock`. `mayAsk`: this app has a window, or is another that a person wants to see. */
export async function takeOverInstance(
  lockFile: string,
  socketFile: string,
  mayAsk: boolean,
): Promise<Result<Lock, Failure>> {
  const first = await takeLock(lockFile)
  if (
    first.ok ||
    !mayAsk ||
    first.error.code !== 'host.already-running' ||
    !(await yieldsInstance(socketFile))
  )
    return first
  for (const until = Date.now() + timeoutMs; ;) {
    const again = await takeLock(lockFile)
    if (again.ok || Date.now() > until) return again
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}

/** False: it stays, or does not answer. */
function yieldsInstance(socketFile: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection(socketFile)
    let said = ''
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('connect', () => socket.write(toLine({ id: 0, yield: true })))
    socket.on('data', (piece) => {
      said += piece.toString()
      if (said.includes('\n')) socket.destroy()
    })
    socket.on('error', () => done(false))
    socket.on('close', () => done(/"ok":true/.test(said)))
  })
}
