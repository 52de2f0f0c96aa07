// Pure. What a program may read as one more recipient: a line of a text that is a header of an email or a
// command to the server that carries it, and a member of an object that is called like one. What was free to vary in a lease is not free to name people.
import type { Json } from '../../../contract/json.ts'

/** Line breaks of every kind, also as they are written in addresses and in source text. */
const BREAK = String.raw`(?:^|[\r\n\v\f\u0085\u2028\u2029]|%0[ad]|\\[rn])\s*`
const HEADER = String.raw`(?:(?:resent-|apparently-|x-original-)?(?:to|cc|bcc)|reply-to|errors-to|return-path|return-receipt-to|disposition-notification-to)\s*:`
const COMMAND = String.raw`rcpt\s+to\s*:`
const NAMES_RECIPIENT = new RegExp(`${BREAK}(?:${HEADER}|${COMMAND})`, 'i')

/** As the name of a member: `options: { bcc: … }`, `headers: [{ name: 'Bcc', value: … }]`. */
const MEMBERS = new Set(
  'to cc bcc mailto sendto forwardto replyto resentto resentcc resentbcc recipient recipients receiver receivers errorsto returnpath'.split(
    ' ',
  ),
)
const isMember = (name: string): boolean =>
  MEMBERS.has(
    name
      .normalize('NFKC')
      .replaceAll(/[^\p{L}]/gu, '')
      .toLowerCase(),
  )
const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  typeof value === 'boolean' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** “=?utf-8?B?…?=” and “=?utf-8?Q?…?=” (RFC 2047), which a mail program writes out before it looks for lines. */
const decodedWords = (text: string): string =>
  text.replaceAll(
    /=\?[\w*-]{1,40}\?([bq])\?([^?\s]*)\?=/gi,
    (whole: string, form: string, coded: string) =>
      `${whole}${form.toLowerCase() === 'b' ? Buffer.from(coded, 'base64').toString('latin1') : quoted(coded)}`,
  )
const quoted = (coded: string): string =>
  coded
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll('_', ' ')

export function namesRecipient(value: Json): boolean {
  if (typeof value === 'string') return NAMES_RECIPIENT.test(decodedWords(value).normalize('NFKC'))
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value)) return value.some(namesRecipient)
  return Object.entries(value).some(
    ([name, member]) =>
      (isMember(name) && !isEmpty(member)) ||
      (/^(?:name|key|header|field)$/i.test(name) &&
        typeof member === 'string' &&
        isMember(member)) ||
      namesRecipient(member),
  )
}
