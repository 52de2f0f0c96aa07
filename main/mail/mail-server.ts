// The mail server of the person: IMAP to look and to mark, SMTP to send. One connection for one
// call, to what the call was permitted.
import { failure, type Failure } from '../../contract/failure.ts'
import type { MailAnswer, MailServerRequest } from '../../contract/call/powers/mail-request.ts'
import type { MailPower } from '../../contract/call/powers/connect-power.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import {
  MAIL_PASSWORD,
  mailServers,
  mailUpgrade,
  type MailServers,
  type MailSettings,
} from '../../contract/policy/config/mail-settings.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { openImap } from './imap-connection.ts'
import { askMailbox } from './imap-mailbox.ts'
import { MailFault, type MailSocket } from './line-stream.ts'
import type { WordsOf } from './read-message.ts'
import { sendBySmtp } from './smtp.ts'

export type MailServerDeps = {
  readonly settings: () => MailSettings
  /** A connection to the very address, with TLS in place where it says https. */
  readonly connect: (url: string, signal: AbortSignal) => Promise<Result<MailSocket, Failure>>
  /** The stored password, for one address. */
  readonly password: (name: string, url: string) => Result<string, Failure>
  readonly now: () => number
  readonly newId: () => string
  readonly wordsOf: WordsOf
  /** The most that one conversation may take. */
  readonly totalMs?: number
}

/** Below what a call of a tool for mail may take, so that its end is said in words. */
const TOTAL_MS = 50_000

type Call = { readonly permitted: readonly CanonicalTouch[]; readonly signal: AbortSignal }

export type MailServer = (call: Call) => MailPower

export const openMailServer =
  (deps: MailServerDeps): MailServer =>
  ({ permitted, signal }: Call): MailPower => ({
    async ask(request) {
      const servers = mailServers(deps.settings())
      if (servers === null)
        return err(
          failure(
            'service.not-set-up',
            'No mail server is set up, so nothing was asked.',
            'Ask the person to set services.mail.',
          ),
        )
      const url = request.kind === 'send' ? servers.smtp : servers.imap
      const beyond = beyondPermit(permitted, url, request)
      if (beyond !== null) return err(beyond)
      const password = deps.password(MAIL_PASSWORD, url)
      if (!password.ok) return password
      const socket = await deps.connect(url, signal)
      if (!socket.ok) return socket
      // A server that says a little now and then is never silent.
      const { totalMs = TOTAL_MS } = deps
      const end = new Error(`it came to no end within ${totalMs / 1_000} s.`)
      const timer = setTimeout(() => socket.value.destroy(end), totalMs)
      try {
        return ok(
          await answer(request, {
            servers,
            socket: socket.value,
            password: password.value,
            signal,
            now: deps.now,
            newId: deps.newId,
            wordsOf: deps.wordsOf,
          }),
        )
      } catch (error) {
        if (error instanceof MailFault) return err(error.failure)
        throw error
      } finally {
        clearTimeout(timer)
        socket.value.destroy()
      }
    },
  })

type Conversation = Pick<MailServerDeps, 'now' | 'newId' | 'wordsOf'> & {
  readonly servers: MailServers
  readonly socket: MailSocket
  readonly password: string
  readonly signal: AbortSignal
}

async function answer(
  request: MailServerRequest,
  { servers, socket, password, signal, now, newId, wordsOf }: Conversation,
): Promise<MailAnswer> {
  const { user, from } = servers
  const login = { user, password }
  if (request.kind !== 'send') {
    const greets = mailUpgrade(servers.imap) === null
    const imap = await openImap(socket, hostOf(servers.imap), login, signal, greets)
    try {
      return await askMailbox(imap, request, wordsOf)
    } finally {
      imap.end()
    }
  }
  const id = `<${newId()}@${from.slice(from.lastIndexOf('@') + 1)}>`
  const message = [
    `From: ${from}`,
    `Date: ${new Date(now()).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${id}`,
    request.message,
  ].join('\r\n')
  const envelope = { from, to: request.to, message }
  const greets = mailUpgrade(servers.smtp) === null
  await sendBySmtp(socket, hostOf(servers.smtp), login, envelope, signal, greets)
  return { kind: 'sent', id }
}

const hostOf = (url: string): string => new URL(url).host

/** What was permitted is this server, this credential and these recipients. */
function beyondPermit(
  permitted: readonly CanonicalTouch[],
  url: string,
  request: MailServerRequest,
): Failure | null {
  const { hostname, port, protocol } = new URL(url)
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  const to = request.kind === 'send' ? request.to : []
  const reached = permitted.some(
    (touch) =>
      touch.kind === 'net.connect' &&
      touch.host === hostname &&
      touch.port === number &&
      (touch.recipients ?? []).join('\n') === to.join('\n'),
  )
  const named = permitted.some(
    (touch) => touch.kind === 'secrets.get' && touch.name === MAIL_PASSWORD,
  )
  return reached && named
    ? null
    : failure(
        'mail.outside-permit',
        'This call was not permitted to do that with your mail server.',
      )
}
