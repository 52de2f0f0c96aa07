// An email as it goes over the wire (RFC 5322 and MIME): headers of one line each, text and
// attachments in base64, so that nothing in them can end a header or a part. Pure.
import type { Mail } from '../../../contract/call/powers/mail-request.ts'
import { encoded } from '../base64.ts'
import type { MailFile } from './mail-files.ts'

const CRLF = '\r\n'

/** One line, whatever was in it. */
const flat = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- that is what is taken out
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()

/** Words that are not ASCII, as RFC 2047 writes them, in pieces that fit a line. */
function word(text: string): string {
  const line = flat(text)
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes('=?') && line.length < 200) return line
  const pieces: string[] = []
  let piece = ''
  for (const letter of line) {
    if (new TextEncoder().encode(piece + letter).length > 42) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece].map((one) => `=?UTF-8?B?${encoded(one)}?=`).join(`${CRLF} `)
}

const lines76 = (text: string): string => (encoded(text).match(/.{1,76}/g) ?? []).join(CRLF)

const textPart = (body: string): string =>
  [
    'Content-Type: text/plain; charset="UTF-8"',
    'Content-Transfer-Encoding: base64',
    '',
    lines76(body),
  ].join(CRLF)

/** The name of a file, as RFC 2183 and RFC 2231 write it: the second for what is not ASCII. */
function disposition(name: string): string {
  const line = flat(name).replaceAll(/["\\]/g, '_')
  const plain = line.replaceAll(/[^\x20-\x7e]/g, '_')
  const coded = plain === line ? '' : `; filename*=UTF-8''${extended(line)}`
  return `Content-Disposition: attachment; filename="${plain}"${coded}`
}

const extended = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** @param files those that `mail.files` names, read. */
export function mimeOf(mail: Mail, files: readonly MailFile[] = []): string {
  const { to, cc = [], bcc = [], subject, body, attachments = [], answers } = mail
  const header = (name: string, value: string): string[] =>
    value === '' ? [] : [`${name}: ${value}`]
  const list = (all: readonly string[]): string => all.map(flat).join(`,${CRLF} `)
  const head = [
    ...header('To', list(to)),
    ...header('Cc', list(cc)),
    ...header('Bcc', list(bcc)),
    `Subject: ${word(subject)}`,
    ...header('In-Reply-To', flat(answers?.id ?? '')),
    ...header('References', flat(`${answers?.references ?? ''} ${answers?.id ?? ''}`)),
    'MIME-Version: 1.0',
  ]
  if (attachments.length === 0 && files.length === 0) return [...head, textPart(body)].join(CRLF)
  // In base64 there is no hyphen, so no part can hold it.
  const border = 'gatehouse-part-of-this-mail'
  return [
    ...head,
    `Content-Type: multipart/mixed; boundary="${border}"`,
    '',
    `--${border}`,
    textPart(body),
    ...attachments.flatMap(({ name, text }) => [
      `--${border}`,
      'Content-Type: text/plain; charset="UTF-8"',
      disposition(name),
      'Content-Transfer-Encoding: base64',
      '',
      lines76(text),
    ]),
    ...files.flatMap(({ name, mimeType, lines }) => [
      `--${border}`,
      `Content-Type: ${mimeType}`,
      disposition(name),
      'Content-Transfer-Encoding: base64',
      '',
      ...lines,
    ]),
    `--${border}--`,
    '',
  ].join(CRLF)
}
