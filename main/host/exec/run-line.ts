// `gatehouse exec --call TOKEN`: what an agent's shell runs in place of the agent's own command. Asks
// the running app to run the line that the hook stored, and passes on what it says, each stream to
// its own, and how it ends. Knows nothing of the line.
import { isOwnSocket } from '../own-socket.ts'
import { NOT_RUN } from '../../../contract/server/exec-exit.ts'
import { jsonOf } from '../../../contract/read-json.ts'
import { isObject } from '../../../contract/is-object.ts'
import { createConnection } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { constants } from 'node:os'

export type ExecStreams = {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Interrupted: told which signal. Gives the way to stop listening. */
  onSignal(stop: (signal: NodeJS.Signals) => void): () => void
}

export type ExecCall = {
  readonly token: string
  readonly cwd: string
  readonly pid: number
  readonly socketFile: string
}

/** Longer than any line of the app. Characters. */
const LONGEST = 16 * 1024 * 1024
/** An app that is being replaced by one with a window is away this long. */
const CONNECT_MS = 3_000
const PAUSE_MS = 100

/** Gives the exit code. Never rejects. */
export async function runLine(call: ExecCall, streams: ExecStreams): Promise<number> {
  const refuse = (text: string): number => {
    streams.stderr(`gatehouse: ${text}\n`)
    return NOT_RUN
  }
  for (let waited = 0; ; waited += PAUSE_MS) {
    const reached = isOwnSocket(call.socketFile) ? await attempt(call, streams) : 'nobody'
    if (typeof reached === 'number') return reached
    if (reached !== 'nobody') return refuse(reached.text)
    if (waited >= CONNECT_MS)
      return refuse(
        'The command was not run: Gatehouse is not running. Start it with: gatehouse serve',
      )
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
}

function attempt(
  { token, cwd, pid, socketFile }: ExecCall,
  { stdout, stderr, onSignal }: ExecStreams,
): Promise<number | 'nobody' | { readonly text: string }> {
  return new Promise((done) => {
    const socket = createConnection(socketFile)
    const decoder = new StringDecoder('utf8')
    let asked = false
    let accepted = false
    let text = ''
    // The app stops the call when the connection ends.
    const unlisten = onSignal((signal) => end(128 + (constants.signals[signal] ?? 0)))
    const end = (reached: number | 'nobody' | { readonly text: string }): void => {
      unlisten()
      socket.destroy()
      done(reached)
    }
    const take = (line: string): void => {
      const said = jsonOf(line)
      if (!isObject(said))
        return end({ text: 'Gatehouse sent an answer this version does not know.' })
      if ('result' in said) {
        if (!isOk(said.result))
          return end({ text: `The command was not run. ${textOf(said.result)}` })
        accepted = true
      } else if (said['kind'] === 'output' && typeof said['text'] === 'string') {
        if (said['stream'] === 'stderr') stderr(said['text'])
        else stdout(said['text'])
      } else if (said['kind'] === 'end') {
        for (const note of Array.isArray(said['notes']) ? said['notes'] : [])
          stderr(`gatehouse: ${String(note).trim()}\n`)
        end(typeof said['code'] === 'number' ? said['code'] : NOT_RUN)
      }
    }
    socket.on('connect', () => {
      asked = true
      socket.write(`${JSON.stringify({ id: 0, exec: { token, cwd, pid } })}\n`)
    })
    socket.on('data', (bytes: Buffer) => {
      text += decoder.write(bytes)
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
        const line = text.slice(0, at)
        text = text.slice(at + 1)
        take(line)
        if (socket.destroyed) return
      }
      if (text.length > LONGEST) end({ text: 'An answer of Gatehouse was too long.' })
    })
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      const gone =
        cause.code === 'ECONNREFUSED' || cause.code === 'ENOENT' || cause.code === 'ENOTSOCK'
      if (!asked && gone) return end('nobody')
      end({
        text: asked
          ? LOST
          : `The command was not run: Gatehouse cannot be reached (${cause.code ?? cause.message}). A sandbox of the agent itself may block its socket ${socketFile}.`,
      })
    })
    socket.on('close', () =>
      end({
        text: accepted ? LOST : 'The command was not run: Gatehouse ended before it answered.',
      }),
    )
  })
}

const LOST = 'Gatehouse ended while the command ran, and the command was stopped.'

const isOk = (result: unknown): boolean => isObject(result) && result['ok'] === true
const textOf = (result: unknown): string => {
  const error = isObject(result) ? result['error'] : null
  return isObject(error) && typeof error['text'] === 'string' ? error['text'] : ''
}
