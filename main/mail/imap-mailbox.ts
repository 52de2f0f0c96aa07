// What is done in the mailboxes of an account. A message is named by its mailbox, the validity of
// its numbers and its number, so that no other one is ever taken for it.
import { failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/never.ts'
import type {
  MailAnswer,
  MailFlag,
  MailHead,
  MailRequest,
} from '../../contract/call/powers/mail-request.ts'
import type { ImapConnection } from './imap-connection.ts'
import { MOST_LITERAL, pairsOf, textOf, type ImapValue } from './imap-value.ts'
import { MailFault } from './line-stream.ts'
import { decodedMailbox, encodedMailbox } from './mailbox-name.ts'
import { readMessage, type WordsOf } from './read-message.ts'

type Asked = Exclude<MailRequest, { kind: 'send' }>

/** Rejects with a `MailFault`. */
export async function askMailbox(
  imap: ImapConnection,
  request: Asked,
  wordsOf: WordsOf,
): Promise<MailAnswer> {
  switch (request.kind) {
    case 'list':
      return list(imap, request)
    case 'read':
      return read(imap, request.id, wordsOf)
    case 'unread': {
      const mailbox = request.mailbox ?? 'INBOX'
      const found = await imap.command('STATUS', named(mailbox), '(UNSEEN)')
      const status = found.find((response) => textOf(response[1]).toUpperCase() === 'STATUS')
      const unread = Number(textOf(pairsOf(status?.[3]).get('UNSEEN')))
      if (status === undefined || !Number.isInteger(unread)) throw without('how much is unread')
      return { kind: 'unread', unread }
    }
    case 'mark': {
      const { uid } = await open(imap, request.id, 'SELECT')
      const sign = request.on ? '+' : '-'
      await present(imap, uid)
      await imap.command(`UID STORE ${uid} ${sign}FLAGS.SILENT (${flags[request.flag]})`)
      return { kind: 'done' }
    }
    case 'move': {
      const { uid } = await open(imap, request.id, 'SELECT')
      await present(imap, uid)
      await move(imap, uid, request.mailbox)
      return { kind: 'done' }
    }
    default:
      return assertNever(request, 'askMailbox')
  }
}

const flags: { readonly [F in MailFlag]: string } = { read: '\\Seen', flagged: '\\Flagged' }

const named = (mailbox: string) => ({ text: encodedMailbox(mailbox) })

/** What such a server marks with a number that no other message of that mailbox ever has. */
async function select(
  imap: ImapConnection,
  mailbox: string,
  how: 'SELECT' | 'EXAMINE',
): Promise<string> {
  const responses = await imap.command(how, named(mailbox))
  for (const response of responses) {
    const validity = /\[UIDVALIDITY (\d+)\]/i.exec(textOf(response[2]))?.[1]
    if (validity !== undefined) return validity
  }
  throw without('which numbers its messages have')
}

async function open(
  imap: ImapConnection,
  id: string,
  how: 'SELECT' | 'EXAMINE',
): Promise<{ readonly uid: string; readonly mailbox: string; readonly validity: string }> {
  const parts = /^(.+):(\d+):(\d+)$/.exec(id)
  if (parts === null)
    throw new MailFault(
      failure('mail.no-message', 'That is no id of a message here.', 'Take the id from a list.'),
    )
  const [, mailbox = '', validity = '', uid = ''] = parts
  if ((await select(imap, mailbox, how)) !== validity)
    throw new MailFault(
      failure(
        'mail.no-message',
        `The mailbox ${mailbox} has numbered its messages again.`,
        'List the mailbox again.',
      ),
    )
  return { uid, mailbox, validity }
}

const fetched = (
  responses: readonly (readonly ImapValue[])[],
): readonly ReadonlyMap<string, ImapValue>[] =>
  responses
    .filter((response) => textOf(response[2]).toUpperCase() === 'FETCH')
    .map((response) => pairsOf(response[3]))

/** A number that is gone is no error of IMAP, so it is looked for first. */
async function present(imap: ImapConnection, uid: string): Promise<number> {
  const [found] = fetched(await imap.command(`UID FETCH ${uid} (UID RFC822.SIZE)`))
  if (found === undefined || textOf(found.get('UID')) !== uid)
    throw new MailFault(
      failure('mail.no-message', 'There is no such message any more.', 'List the mailbox again.'),
    )
  return Number(textOf(found.get('RFC822.SIZE')))
}

const HEADER = 'BODY.PEEK[HEADER.FIELDS (FROM TO CC SUBJECT DATE)]'

async function list(
  imap: ImapConnection,
  { mailbox, query, limit }: Extract<Asked, { kind: 'list' }>,
): Promise<MailAnswer> {
  const box = mailbox ?? 'INBOX'
  const validity = await select(imap, box, 'EXAMINE')
  const responses =
    query === null
      ? await imap.command('UID SEARCH ALL')
      : await imap.command('UID SEARCH CHARSET UTF-8 TEXT', { text: query })
  const uids = responses
    .filter((response) => textOf(response[1]).toUpperCase() === 'SEARCH')
    .flatMap((response) => response.slice(2).map((value) => Number(textOf(value))))
    .filter((uid) => Number.isInteger(uid) && uid > 0)
    .toSorted((a, b) => b - a)
  const newest = uids.slice(0, limit)
  if (newest.length === 0) return { kind: 'list', messages: [], more: false }
  const all = await imap.command(`UID FETCH ${newest.join(',')} (UID FLAGS ${HEADER})`)
  const messages = new Map<number, MailHead>()
  for (const message of fetched(all)) {
    const uid = Number(textOf(message.get('UID')))
    messages.set(uid, await headOf(message, `${box}:${validity}:${uid}`))
  }
  return {
    kind: 'list',
    messages: newest.flatMap((uid) => messages.get(uid) ?? []),
    more: uids.length > limit,
  }
}

/** Of the head of a message alone. */
const noWords: WordsOf = async () => ''

async function headOf(message: ReadonlyMap<string, ImapValue>, id: string): Promise<MailHead> {
  const { from, to, subject, date } = await readMessage(bodyOf(message), noWords)
  return { id, from, to, subject, date, ...marksOf(message) }
}

function marksOf(message: ReadonlyMap<string, ImapValue>) {
  const marks = message.get('FLAGS')
  const set = new Set(
    (Array.isArray(marks) ? (marks as readonly ImapValue[]) : []).map((mark) =>
      textOf(mark).toLowerCase(),
    ),
  )
  return { unread: !set.has('\\seen'), flagged: set.has('\\flagged') }
}

function bodyOf(message: ReadonlyMap<string, ImapValue>): Buffer {
  for (const [name, value] of message)
    if (name.startsWith('BODY[')) return Buffer.isBuffer(value) ? value : Buffer.from(textOf(value))
  return Buffer.alloc(0)
}

async function read(imap: ImapConnection, id: string, wordsOf: WordsOf): Promise<MailAnswer> {
  const { uid } = await open(imap, id, 'EXAMINE')
  const bytes = await present(imap, uid)
  if (bytes > MOST_LITERAL)
    throw new MailFault(
      failure(
        'mail.too-large',
        `The message has ${Math.round(bytes / 1_048_576)} MB, and at most 20 MB are read.`,
        'Ask the person to open it.',
      ),
    )
  const [message] = fetched(await imap.command(`UID FETCH ${uid} (UID FLAGS BODY.PEEK[])`))
  if (message === undefined) throw without('that message')
  return {
    kind: 'message',
    message: { id, ...marksOf(message), ...(await readMessage(bodyOf(message), wordsOf)) },
  }
}

/** With MOVE in one step (RFC 6851); else copied, and only that one message is removed. */
async function move(imap: ImapConnection, uid: string, mailbox: string): Promise<void> {
  const known = await mailboxes(imap)
  const target = known.find((name) => name.toLowerCase() === mailbox.toLowerCase())
  if (target === undefined)
    throw new MailFault(
      failure(
        'mail.no-mailbox',
        `There is no mailbox named ${mailbox}.`,
        `Give one of: ${known.slice(0, 50).join(', ')}.`,
      ),
    )
  if (imap.capabilities.has('MOVE')) {
    await imap.command(`UID MOVE ${uid}`, named(target))
    return
  }
  if (!imap.capabilities.has('UIDPLUS'))
    throw new MailFault(
      failure(
        'mail.refused',
        'The mail server cannot move one message without removing others that are marked.',
        'Ask the person to move it.',
      ),
    )
  await imap.command(`UID COPY ${uid}`, named(target))
  await imap.command(`UID STORE ${uid} +FLAGS.SILENT (\\Deleted)`)
  await imap.command(`UID EXPUNGE ${uid}`)
}

const mailboxes = async (imap: ImapConnection): Promise<readonly string[]> =>
  (await imap.command('LIST "" "*"'))
    .filter((response) => textOf(response[1]).toUpperCase() === 'LIST')
    .map((response) => decodedMailbox(textOf(response[4])))

const without = (what: string): MailFault =>
  new MailFault(
    failure(
      'mail.protocol',
      `The mail server did not say ${what}.`,
      'Ask the person to check services.mail.imap.',
    ),
  )
