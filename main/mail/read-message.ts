// A message off the wire as a person reads it (MIME, RFC 2045 to 2047).
import type { MailMessage } from '../../contract/call/powers/mail-request.ts'
import type { Address, Email } from 'postal-mime'

export type ReadMessage = {
  readonly from: string
  readonly to: string
  readonly cc: string
  readonly subject: string
  readonly date: string
  readonly text: string
  readonly attachments: MailMessage['attachments']
}

const MOST_TEXT = 50_000

/** What a person would read of a page. */
export type WordsOf = (html: string) => Promise<string>

/** Never throws: what cannot be read is a message without text. */
export async function readMessage(bytes: Buffer, wordsOf: WordsOf): Promise<ReadMessage> {
  const { default: PostalMime } = await import('postal-mime')
  const email: Partial<Email> = await PostalMime.parse(bytes, {
    maxNestingDepth: 50,
    maxHeadersSize: 1024 * 1024,
  }).catch(() => ({}))
  return {
    from: shown(email.from === undefined ? [] : [email.from]),
    to: shown(email.to),
    cc: shown(email.cc),
    subject: oneLine(email.subject ?? ''),
    date: oneLine(email.date ?? ''),
    text: cut((email.text ?? (await wordsOf(email.html ?? ''))).trim()),
    attachments: (email.attachments ?? []).map(({ filename, mimeType, content }) => ({
      name: oneLine(filename ?? 'without a name'),
      mimeType: oneLine(mimeType),
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}

function shown(all: readonly Address[] | undefined): string {
  const one = ({ name, address, group }: Address): string => {
    if (group !== undefined) return `${name}: ${group.map(one).join(', ')}`
    return name === '' ? (address ?? '') : `${name} <${address ?? ''}>`
  }
  return oneLine((all ?? []).map(one).join(', '))
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 1_000)

const cut = (text: string): string =>
  text.length <= MOST_TEXT
    ? text
    : `${text.slice(0, MOST_TEXT)}… [cut: ${text.length - MOST_TEXT} more characters]`
