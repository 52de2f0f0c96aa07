// Messages as lines over the standard streams of a program in the sandbox. The first line that is
// too long, too deep or no message ends it; nothing is parsed before it was measured.
import { letGo } from '../../../../contract/let-go.ts'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Limits } from '../limits.ts'
import { openLines } from './lines.ts'
import { asksForList, openListTrimmer } from './list-trimmer.ts'
import type { TrimLater } from './trim-list.ts'
import type { Running } from '../deps.ts'

export type StdioDeps = {
  readonly running: Running
  readonly limits: Limits
  /** What it wrote between the messages before it was ready: some greet. */
  readonly onGreeting: (line: string) => void
  /** What is wrong with what it sent. Once. */
  readonly onFault: (what: string) => void
  readonly onBytes: (bytes: number) => void
  readonly trimLater?: TrimLater | undefined
}

/** Lines that are no messages, which are borne until the first one that is. */
const GREETINGS = 100

/**
 * `pid` and `stderr` are how the protocol library tells a program from an address. They lead
 * nowhere.
 */
export type StdioTransport = Transport & { readonly pid: null; readonly stderr: null }

export function stdioTransport({
  running,
  limits,
  onGreeting,
  onFault,
  onBytes,
  trimLater,
}: StdioDeps): StdioTransport {
  let greetings = 0
  let spoken = false
  let over = false
  /** Requests for lists that are not answered yet. */
  const lists = new Set<unknown>()
  const { stdin, stdout } = running

  const fault = (what: string): void => {
    if (over) return
    over = true
    stdout.destroy()
    onFault(what)
  }
  const read = (line: string): void => {
    if (over || line.trim() === '') return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      greetings += 1
      if (spoken || greetings > GREETINGS) return fault('sent a line that is not JSON')
      return onGreeting(line)
    }
    spoken = true
    // `null` is JSON as well.
    lists.delete((message as { id?: unknown } | null)?.id)
    // The guard around this transport looks at its shape before anyone relies on it.
    transport.onmessage?.(message as JSONRPCMessage)
  }
  const trimmer = openListTrimmer(trimLater, limits.definitionChars, () => lists.size > 0)
  const lines = openLines(limits, (line, values) => trimmer.line(line, values, read))

  const transport: StdioTransport = {
    pid: null,
    stderr: null,
    start: async () => {
      stdout.on('data', (chunk: Buffer) => {
        if (over) return
        onBytes(chunk.length)
        const wrong = lines.feed(chunk)
        if (wrong !== null) fault(`sent a message that ${wrong}`)
      })
      stdout.on('error', () => {})
      letGo(
        running.exited.then(() => {
          over = true
          transport.onclose?.()
        }),
      )
    },
    send: async (message) => {
      if (over || stdin.destroyed || stdin.writableEnded) throw new Error('The program has ended.')
      if ('method' in message && 'id' in message && asksForList(message.method))
        lists.add(message.id)
      if (stdin.write(`${JSON.stringify(message)}\n`)) return
      await new Promise<void>((resolve, reject) => {
        const done = (): void => {
          stdin.off('drain', done)
          stdin.off('close', gone)
          resolve()
        }
        const gone = (): void => {
          stdin.off('drain', done)
          reject(new Error('The program has ended.'))
        }
        stdin.once('drain', done)
        stdin.once('close', gone)
      })
    },
    close: async () => {
      const late = setTimeout(() => void running.kill(), limits.politeMs)
      stdin.end()
      // What it still says is not heard, but read, or it could not come to its end.
      over = true
      stdout.resume()
      await running.exited
      clearTimeout(late)
    },
  }
  return transport
}
