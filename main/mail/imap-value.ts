// One response of an IMAP server (RFC 9051) as values: atoms, strings, lists.
import { MailFault, type LineStream } from './line-stream.ts'
import { failure } from '../../contract/failure.ts'

/** An atom is a string, a string of the protocol its bytes, NIL null. */
export type ImapValue = string | Buffer | null | readonly ImapValue[]

export const MOST_LITERAL = 20 * 1024 * 1024
const DEEPEST = 30
const STATUS = /^(\S+) (OK|NO|BAD|BYE|PREAUTH)\b ?([\s\S]*)$/i

/** The next response, with the literals that belong to it. */
export async function readResponse(stream: LineStream): Promise<readonly ImapValue[]> {
  const parts: (Buffer | { readonly literal: Buffer })[] = []
  for (;;) {
    const line = await stream.line()
    // What is behind these is for people, whatever signs it has.
    const status = parts.length === 0 ? STATUS.exec(line.toString('utf8')) : null
    if (status !== null) return status.slice(1)
    const counted = /\{(\d{1,9})\+?\}$/.exec(line.subarray(-14).toString('latin1'))
    if (counted === null) {
      parts.push(line)
      return valuesOf(parts)
    }
    const count = Number(counted[1])
    if (count > MOST_LITERAL)
      throw new MailFault(
        failure('mail.too-large', `The mail server sends ${count} bytes at once.`, 'Ask for less.'),
      )
    parts.push(line.subarray(0, line.length - counted[0].length), {
      literal: await stream.bytes(count),
    })
  }
}

type Part = Buffer | { readonly literal: Buffer }

function valuesOf(parts: readonly Part[]): readonly ImapValue[] {
  const open: ImapValue[][] = [[]]
  const top = (): ImapValue[] => open.at(-1) ?? []
  for (const part of parts) {
    if (!Buffer.isBuffer(part)) {
      top().push(part.literal)
      continue
    }
    const text = part.toString('latin1')
    for (let at = 0; at < text.length;) {
      const letter = text[at]
      if (letter === ' ') at += 1
      else if (letter === '(') {
        if (open.length > DEEPEST) throw odd()
        open.push([])
        at += 1
      } else if (letter === ')') {
        const list = open.pop()
        if (list === undefined || open.length === 0) throw odd()
        top().push(list)
        at += 1
      } else if (letter === '"') {
        const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text.slice(at))
        if (quoted === null) throw odd()
        top().push(Buffer.from((quoted[1] ?? '').replaceAll(/\\(.)/g, '$1'), 'latin1'))
        at += quoted[0].length
      } else {
        // `BODY[HEADER.FIELDS (FROM TO)]<0>` is one atom, blanks and all.
        const atom = /^[^ ()"[\]]*(?:\[[^\]]*\](?:<\d+>)?)?/.exec(text.slice(at))?.[0] ?? ''
        const word = atom === '' ? (letter ?? '') : atom
        top().push(word.toUpperCase() === 'NIL' ? null : word)
        at += word.length
      }
    }
  }
  if (open.length !== 1) throw odd()
  return top()
}

const odd = (): MailFault =>
  new MailFault(
    failure(
      'mail.protocol',
      'The mail server sent something that IMAP does not have.',
      'Ask the person to check services.mail.imap.',
    ),
  )

export const textOf = (value: ImapValue | undefined): string =>
  typeof value === 'string' ? value : Buffer.isBuffer(value) ? value.toString('utf8') : ''

/** `["UID", "7", "FLAGS", […]]` by name, upper case. */
export function pairsOf(value: ImapValue | undefined): ReadonlyMap<string, ImapValue> {
  const list = Array.isArray(value) ? (value as readonly ImapValue[]) : []
  return new Map(
    list.flatMap((name, at) =>
      at % 2 === 0 ? [[textOf(name).toUpperCase(), list[at + 1] ?? null] as const] : [],
    ),
  )
}
