// The request by which Gmail sends an email. With files it goes the way that Gmail has for large
// messages: what belongs to it and the message itself, one after the other.
import { recipientsOf, type Mail } from '../../../contract/call/powers/mail-request.ts'
import type { Ask, Service } from '../ask.ts'
import { encodedForUrl } from '../base64.ts'
import type { MailFile } from './mail-files.ts'
import { mimeOf } from './mime.ts'

const SEND = ['gmail', 'v1', 'users', 'me', 'messages', 'send'] as const
/** Files of many megabytes on a slow line. */
const UPLOAD_MS = 55_000
const CRLF = '\r\n'

/**
 * What is sent is known when the files are read.
 * @param read null: not read yet, and the request has no body
 */
export function sendAsk(
  service: Service,
  mail: Mail,
  read: readonly MailFile[] | null,
  thread: string | null = null,
): Ask {
  const to = { service, method: 'POST' as const, recipients: recipientsOf(mail) }
  if (mail.files === undefined) {
    const raw = encodedForUrl(mimeOf(mail))
    return { ...to, path: SEND, body: { raw, ...(thread === null ? {} : { threadId: thread }) } }
  }
  const ask = { ...to, path: ['upload', ...SEND], query: { uploadType: 'multipart' } }
  if (read === null) return ask
  // A line of the message never begins with hyphens and this: a header has its name there.
  const border = 'gatehouse-request'
  const before = [
    `--${border}`,
    'Content-Type: application/json; charset=UTF-8',
    '',
    JSON.stringify(thread === null ? {} : { threadId: thread }),
    `--${border}`,
    'Content-Type: message/rfc822',
    '',
    '',
  ].join(CRLF)
  // Not joined: a message of 25 MB is not copied once more.
  const content = `${before}${mimeOf(mail, read)}${CRLF}--${border}--${CRLF}`
  return {
    ...ask,
    text: { type: `multipart/related; boundary="${border}"`, content },
    timeoutMs: UPLOAD_MS,
  }
}
