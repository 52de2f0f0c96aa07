// A connection to the running app for one client; starts an app without a window when none runs.
import { spawn } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { createConnection } from 'node:net'
import type { Socket } from 'node:net'

export type Reach = {
  readonly socketFile: string
  readonly client: string
  /** Program and arguments that start an app; it ends by itself some time after its last client has gone. */
  readonly start: readonly [program: string, ...args: string[]]
  readonly env: NodeJS.ProcessEnv
}

/** Long enough for a slow disk and a journal that is put in order first. */
const patienceMs = 30_000
const pauseMs = 15

/** Rejects with a sentence for a person. The socket has said hello; every byte from now on is the gateway's. */
export async function reachApp(reach: Reach): Promise<Socket> {
  let started = 0
  let fault = ''
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    const socket = await connected(reach.socketFile)
    if (typeof socket !== 'string') return hello(socket, reach.client)
    if (!absent.includes(socket)) fault = socket
    // One that was started and ended again at once may have lost a race against another that ends as well.
    if (absent.includes(socket) && Date.now() - started > 5_000) {
      started = Date.now()
      startApp(reach)
    }
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  throw new Error(`No Gatehouse answers at ${reach.socketFile}${fault === '' ? '' : ` (${fault})`}. Start it with: gatehouse serve`)
}

const absent = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']

function connected(file: string): Promise<Socket | string> {
  const uid = process.getuid?.()
  // A socket of another user would be told what we ask, and could lie.
  if (uid !== undefined) {
    try {
      if (lstatSync(file).uid !== uid) throw new Error(`${file} is not a socket of yours. Remove it and start Gatehouse again.`)
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause) return Promise.resolve(String(cause.code))
      throw cause
    }
  }
  return new Promise((done) => {
    const socket = createConnection(file)
    socket.once('error', (cause: NodeJS.ErrnoException) => done(cause.code ?? cause.message))
    socket.once('connect', () => {
      socket.removeAllListeners('error').on('error', () => socket.destroy())
      done(socket)
    })
  })
}

function startApp({ start: [program, ...args], env }: Reach): void {
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

function hello(socket: Socket, client: string): Promise<Socket> {
  return new Promise((done, fail) => {
    let said = ''
    const hear = (piece: Buffer): void => {
      said += piece.toString('latin1')
      if (!said.includes('\n')) return
      socket.off('data', hear).off('close', gone)
      const answer = JSON.parse(said) as { result?: { ok?: boolean; error?: { text?: string } } }
      if (answer.result?.ok === true) done(socket)
      else fail(new Error(answer.result?.error?.text ?? 'The running Gatehouse is of a version that serves no clients.'))
    }
    const gone = (): void => fail(new Error('The running Gatehouse ended while it was asked.'))
    socket.on('data', hear).on('close', gone)
    socket.write(`${JSON.stringify({ id: 0, mcp: { client } })}\n`)
  })
}
