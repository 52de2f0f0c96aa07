// A connection to the running app for one client; starts an app without a window when none runs.
import { spawn } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { mayStart, startFailure } from '../start-mark.ts'

export type Reach = {
  readonly socketFile: string
  readonly client: string
  /** Where those who start an app tell each other that one is on its way. */
  readonly runDir: string
  /**
   * Program and arguments that start an app; it ends by itself some time after its last client has
   * gone.
   */
  readonly start: readonly [program: string, ...args: string[]]
  readonly env: NodeJS.ProcessEnv
}

/**
 * Long enough for a slow disk, a busy machine and a journal that is put in order first; clients wait a
 * minute for their first answer.
 */
const timeoutMs = 55_000
const pauseMs = 5

/**
 * A start that failed may have lost a race against another app; only when nobody answers a moment
 * later is that the reason.
 */
const graceMs = 1_500

/**
 * Rejects with a sentence for a person. The socket has said hello; every byte from now on is the
 * gateway's.
 */
export async function connectToApp(reach: Reach): Promise<Socket> {
  const startedAt = Date.now()
  let started = 0
  let fault = ''
  let ended: { readonly how: string; readonly at: number } | null = null
  for (const until = startedAt + timeoutMs; Date.now() < until;) {
    const socket = await connected(reach.socketFile)
    if (typeof socket !== 'string') {
      // An app that ends may still take a connection, and drop it: then there is another look.
      if (await hello(socket, reach.client)) return socket
    } else if (!absent.includes(socket)) fault = socket
    const missing = typeof socket === 'string' && absent.includes(socket)
    const why = missing ? whyNot(reach.runDir, startedAt, ended) : null
    if (why !== null) throw new Error(why)
    // One that was started and ended again at once may have lost a race against another that ends
    // as well.
    if (missing && Date.now() - started > 5_000 && mayStart(reach.runDir)) {
      started = Date.now()
      ended = null
      startApp(reach, (how) => (ended = { how, at: Date.now() }))
    }
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  throw new Error(
    `No Gatehouse answers at ${reach.socketFile}${fault === '' ? '' : ` (${fault})`}. Start it with: gatehouse serve`,
  )
}

/**
 * Why no app will answer, as the app itself says it, or by how it ended; null while one may still
 * come.
 */
function whyNot(
  runDir: string,
  since: number,
  ended: { readonly how: string; readonly at: number } | null,
): string | null {
  const failed = startFailure(runDir, since)
  if (failed !== null && failed.code !== 'host.already-running') {
    return `Gatehouse cannot start. ${[failed.text, failed.hint ?? ''].join(' ').trim()}`
  }
  if (
    ended === null ||
    ended.how === 'exit code 0' ||
    failed !== null ||
    Date.now() - ended.at < graceMs
  )
    return null
  return `Gatehouse ended while it started (${ended.how}) and did not say why. Start it by hand to see the reason: gatehouse serve`
}

const absent = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']

function connected(file: string): Promise<Socket | string> {
  const uid = process.getuid?.()
  // A socket of another user would be told what we ask, and could lie.
  if (uid !== undefined) {
    try {
      if (lstatSync(file).uid !== uid)
        throw new Error(`${file} is not a socket of yours. Remove it and start Gatehouse again.`)
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

/** `ended` is called when it ends; another app that was faster is the usual reason. */
function startApp({ start: [program, ...args], env }: Reach, ended: (how: string) => void): void {
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true })
  child.on('error', (cause) => ended(cause.message))
  child.on('exit', (code, signal) =>
    ended(signal === null ? `exit code ${code}` : `signal ${signal}`),
  )
  child.unref()
}

/** False: it went away in the middle. Rejects with what it says against it. */
function hello(socket: Socket, client: string): Promise<boolean> {
  return new Promise((done, fail) => {
    let said = ''
    const listener = (piece: Buffer): void => {
      said += piece.toString('latin1')
      if (!said.includes('\n')) return
      socket.off('data', listener).off('close', gone)
      const answer = JSON.parse(said) as { result?: { ok?: boolean; error?: { text?: string } } }
      if (answer.result?.ok === true) done(true)
      else
        fail(
          new Error(
            answer.result?.error?.text ??
              'The running Gatehouse is of a version that serves no clients.',
          ),
        )
    }
    const gone = (): void => done(false)
    socket.on('data', listener).on('close', gone)
    socket.write(`${JSON.stringify({ id: 0, mcp: { client, pid: process.pid } })}\n`)
  })
}
