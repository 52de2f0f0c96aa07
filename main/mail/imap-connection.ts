// A conversation with an IMAP server (RFC 9051, and RFC 3501 where it is older): one command at a
// time, each with its responses. By hand, because what libraries there are open their own sockets,
// and every socket of Gatehouse goes the one way out.
import { failure } from '../../contract/failure.ts'
import { MailFault, openLineStream, type LineStream, type MailSocket } from './line-stream.ts'
import { readResponse, textOf, type ImapValue } from './imap-value.ts'

/** A piece of a command: words of the protocol, or text of anybody, which is never words. */
export type Piece = string | { readonly text: string }

export type ImapConnection = {
  /** Upper case, such as `MOVE`. */
  readonly capabilities: ReadonlySet<string>
  /** The untagged responses to it. Rejects with a `MailFault` that says what the server said. */
  command(...pieces: readonly Piece[]): Promise<readonly (readonly ImapValue[])[]>
  end(): void
}

export type Login = { readonly user: string; readonly password: string }

const MOST_RESPONSES = 10_000

/** @param greets the server speaks first; not where it said so before TLS began. */
export async function openImap(
  socket: MailSocket,
  server: string,
  { user, password }: Login,
  signal: AbortSignal,
  greets: boolean,
): Promise<ImapConnection> {
  const stream = openLineStream(socket, server, signal)
  let count = 0
  let capabilities: ReadonlySet<string> = new Set()
  const learn = (response: readonly ImapValue[]): void => {
    const words = response.map(textOf)
    const at = words.findIndex((word) => word.toUpperCase() === 'CAPABILITY')
    if (at >= 0) capabilities = new Set(words.slice(at + 1).map((word) => word.toUpperCase()))
  }
  const command: ImapConnection['command'] = async (...pieces) => {
    count += 1
    const tag = `G${count}`
    await send(stream, `${tag} `, pieces)
    const responses: (readonly ImapValue[])[] = []
    for (;;) {
      const response = await readResponse(stream)
      if (responses.length >= MOST_RESPONSES)
        throw new MailFault(failure('mail.protocol', `${server} did not come to an end.`))
      if (textOf(response[0]) !== tag) {
        responses.push(response)
        learn(response)
        continue
      }
      if (textOf(response[1]).toUpperCase() === 'OK') return responses
      throw refused(server, response)
    }
  }
  try {
    const greeting = greets ? await readResponse(stream) : null
    if (greeting !== null && !['OK', 'PREAUTH'].includes(textOf(greeting[1]).toUpperCase()))
      throw refused(server, greeting)
    await command('CAPABILITY')
    // A password never goes where the server says that it must not.
    if (capabilities.has('LOGINDISABLED') && !capabilities.has('AUTH=PLAIN'))
      throw new MailFault(
        failure('mail.sign-in', `${server} takes no password on this connection.`),
      )
    await signIn(command, capabilities.has('AUTH=PLAIN') && capabilities.has('SASL-IR'), {
      user,
      password,
    })
    await command('CAPABILITY')
  } catch (error) {
    stream.end()
    throw error
  }
  return {
    get capabilities() {
      return capabilities
    },
    command,
    end() {
      stream.write('G0 LOGOUT\r\n')
      stream.end()
    },
  }
}

async function signIn(
  command: ImapConnection['command'],
  plain: boolean,
  { user, password }: Login,
): Promise<void> {
  try {
    if (plain) {
      const both = Buffer.from(`\u0000${user}\u0000${password}`).toString('base64')
      await command(`AUTHENTICATE PLAIN ${both}`)
    } else await command('LOGIN', { text: user }, { text: password })
  } catch (error) {
    if (!(error instanceof MailFault) || error.failure.code !== 'mail.refused') throw error
    // What the server says could repeat what it was sent.
    throw new MailFault(
      failure(
        'mail.sign-in',
        `The mail server did not let ${user} in.`,
        'Do not try again. Ask the person to store the credential mail-password again.',
      ),
    )
  }
}

/** Text goes as a literal wherever quoting could end it, and waits until the server asks for it. */
async function send(stream: LineStream, tag: string, pieces: readonly Piece[]): Promise<void> {
  let line = tag
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) line += ' '
    if (typeof piece === 'string') line += piece
    else if (/^[\x20-\x7e]{0,500}$/.test(piece.text))
      line += `"${piece.text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    else {
      const bytes = Buffer.from(piece.text)
      stream.write(`${line}{${bytes.length}}\r\n`)
      const asked = await stream.line()
      if (asked[0] !== 0x2b)
        throw new MailFault(
          failure('mail.refused', `The mail server said: ${said(asked.toString('utf8'))}`),
        )
      stream.write(bytes)
      line = ''
    }
  }
  stream.write(`${line}\r\n`)
}

const refused = (server: string, response: readonly ImapValue[]): MailFault =>
  new MailFault(
    failure(
      'mail.refused',
      `${server} said: ${said(response.slice(1).map(textOf).join(' '))}`,
      'Check what was asked for; if it is right, try again later.',
    ),
  )

const said = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300)
