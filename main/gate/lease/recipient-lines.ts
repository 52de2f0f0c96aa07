// Pure. Text that a program may read as one more recipient: a line of it that is a header of a mail, or
// a command to the server that carries it. What was free to vary in a lease is not free to name people.
import type { Json } from '../../../contract/json.ts'

/** Line breaks of every kind, also as they are written in addresses and in source text. */
const BREAK = String.raw`(?:^|[\r\n\v\f\u0085\u2028\u2029]|%0[ad]|\\[rn])\s*`
const HEADER = String.raw`(?:(?:resent-|apparently-|x-original-)?(?:to|cc|bcc)|reply-to|errors-to|return-path|return-receipt-to|disposition-notification-to)\s*:`
const COMMAND = String.raw`rcpt\s+to\s*:`
const NAMES_RECIPIENT = new RegExp(`${BREAK}(?:${HEADER}|${COMMAND})`, 'i')

export const namesRecipient = (value: Json): boolean =>
  typeof value === 'string'
    ? NAMES_RECIPIENT.test(value.normalize('NFKC'))
    : value !== null &&
      typeof value === 'object' &&
      (Array.isArray(value) ? value : Object.values(value)).some(namesRecipient)
