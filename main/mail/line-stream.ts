// Lines and counted bytes from a socket, for the protocols of mail. Bounded, so that a server that
// never ends a line ends the connection instead.
import type { Duplex } from 'node:stream'
import { failure, type Failure } from '../../contract/failure.ts'
import { openHeldBytes } from './held-bytes.ts'

/** As the way out gives it. */
export type MailSocket = Duplex & { setTimeout(ms: number, silent: () => void): unknown }

export type LineStream = {
  /** Without its line break. Rejects with a `MailFault`. */
  line(): Promise<Buffer>
  /** Exactly so many bytes. */
  bytes(count: number): Promise<Buffer>
  write(data: string | Buffer): void
  end(): void
}

/** Thrown within this module only; `mail-server.ts` turns it into a value. */
export class MailFault extends Error {
  readonly failure: Failure
  constructor(given: Failure) {
    super(given.text)
    this.failure = given
  }
}

const MOST_LINE = 1024 * 1024
/** Of one connection: a message of 20 MB and what comes around it. */
const MOST_BYTES = 24 * 1024 * 1024
const SILENCE_MS = 20_000

export function openLineStream(
  socket: MailSocket,
  server: string,
  signal: AbortSignal,
): LineStream {
  const held = openHeldBytes()
  let seen = 0
  let fault: MailFault | null = null
  let wake: (() => void) | null = null
  const stop = (code: string, text: string, hint?: string): void => {
    fault ??= new MailFault(failure(code, text, hint))
    socket.destroy()
    wake?.()
  }
  socket.setTimeout(SILENCE_MS, () =>
    stop(
      'mail.silent',
      `${server} did not answer within ${SILENCE_MS / 1000} s.`,
      'Try again later.',
    ),
  )
  socket.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > MOST_BYTES) return stop('mail.too-large', `${server} sent more than 24 MB.`)
    held.push(chunk)
    wake?.()
  })
  socket.on('error', (error) =>
    stop(
      'mail.connection',
      `The connection to ${server} broke: ${error.message}`,
      'Try again later.',
    ),
  )
  socket.on('close', () =>
    stop('mail.connection', `${server} closed the connection.`, 'Try again later.'),
  )
  signal.addEventListener('abort', () => stop('call.cancelled', 'The call was cancelled.'), {
    once: true,
  })

  const until = async <T>(take: () => T | null): Promise<T> => {
    for (;;) {
      const taken = take()
      if (taken !== null) return taken
      if (fault !== null) throw fault
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      wake = null
    }
  }
  return {
    line: () =>
      until(() => {
        const line = held.line()
        if (line === null && held.length() > MOST_LINE)
          stop('mail.protocol', `${server} sent a line without an end.`)
        return line
      }),
    bytes: (count) => until(() => held.take(count)),
    write: (data) => void socket.write(data),
    end: () => {
      // What it says from here on is nobody's matter.
      fault ??= new MailFault(failure('mail.connection', `The connection to ${server} has ended.`))
      socket.destroy()
    },
  }
}
