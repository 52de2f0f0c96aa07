// Hands one message to a mail server (RFC 5321), with a sign-in (RFC 4954).
import { failure, type Failure } from '../../contract/failure.ts'
import type { Login } from './imap-connection.ts'
import { MailFault, openLineStream, type LineStream, type MailSocket } from './line-stream.ts'

export type Envelope = {
  readonly from: string
  readonly to: readonly string[]
  /** As it goes over the wire, lines ended by CRLF. */
  readonly message: string
}

/**
 * Rejects with a `MailFault`. Everybody gets it, or nobody does.
 * @param greets the server speaks first; not where it said so before TLS began.
 */
export async function sendBySmtp(
  socket: MailSocket,
  server: string,
  login: Login,
  { from, to, message }: Envelope,
  signal: AbortSignal,
  greets: boolean,
): Promise<void> {
  const stream = openLineStream(socket, server, signal)
  try {
    if (greets) await expects(stream, server, 220)
    const offers = await say(stream, server, 'EHLO gatehouse', 250)
    if (!offers.some((line) => /^AUTH\b.*\bPLAIN\b/i.test(line)))
      throw new MailFault(
        failure('mail.sign-in', `${server} takes no password in the plain way on this connection.`),
      )
    const both = Buffer.from(`\u0000${login.user}\u0000${login.password}`).toString('base64')
    await say(stream, server, `AUTH PLAIN ${both}`, 235).catch((error: unknown) => {
      // What the server says could repeat what it was sent.
      throw error instanceof MailFault && error.failure.code === 'mail.refused'
        ? new MailFault(notLetIn(server))
        : error
    })
    await say(stream, server, `MAIL FROM:<${from}>`, 250)
    for (const one of to) await say(stream, server, `RCPT TO:<${one}>`, 250)
    await say(stream, server, 'DATA', 354)
    // A line of one dot would end it.
    await say(stream, server, `${dotted(message)}\r\n.`, 250).catch(mayBeSent)
    stream.write('QUIT\r\n')
  } finally {
    stream.end()
  }
}

/** The whole mail went out. Only an answer of the server says that it did not take it. */
const mayBeSent = (error: unknown): never => {
  if (!(error instanceof MailFault) || ANSWERED.has(error.failure.code)) throw error
  throw new MailFault(
    failure(
      error.failure.code,
      `${error.failure.text} The mail may have been sent all the same.`,
      'Look whether it was, before you try again.',
    ),
  )
}
const ANSWERED = new Set(['mail.refused', 'mail.sign-in'])

/** Looked for first: of an email with large files no line begins with one. */
const dotted = (message: string): string =>
  message.startsWith('.') || message.includes('\n.') ? message.replaceAll(/^\./gm, '..') : message

const say = (
  stream: LineStream,
  server: string,
  line: string,
  code: number,
): Promise<readonly string[]> => {
  stream.write(`${line}\r\n`)
  return expects(stream, server, code)
}

async function expects(
  stream: LineStream,
  server: string,
  code: number,
): Promise<readonly string[]> {
  const lines: string[] = []
  for (;;) {
    const line = (await stream.line()).toString('utf8')
    lines.push(line.slice(4))
    if (lines.length > 200)
      throw new MailFault(failure('mail.protocol', `${server} did not come to an end.`))
    if (line[3] === '-') continue
    const got = Number(line.slice(0, 3))
    // Other good answers to a recipient: it will be forwarded.
    if (got === code || (code === 250 && got === 251)) return lines
    throw refused(server, got, line)
  }
}

const notLetIn = (server: string): Failure =>
  failure(
    'mail.sign-in',
    `${server} did not let us in.`,
    'Do not try again. Ask the person to store the credential mail-password again.',
  )

function refused(server: string, code: number, line: string): MailFault {
  const text = line.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300)
  return new MailFault(
    code === 535 || code === 534
      ? notLetIn(server)
      : failure(
          'mail.refused',
          `${server} did not take the mail: ${text}`,
          code >= 400 && code < 500 ? 'Try again later.' : 'Check the recipients.',
        ),
  )
}
