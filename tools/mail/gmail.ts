// The mailbox of a Gmail account, by its API v1: mailboxes are labels.
import { failure, type Failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/never.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'
import type { Ask, Asker, Service } from '../service/ask.ts'
import { messageLine, wholeMessage } from '../service/mail/message.ts'
import type { MailFile } from '../service/mail/mail-files.ts'
import { sendAsk } from '../service/mail/send-mail.ts'
import { asList, asObject, asText, lines } from '../service/service-tool.ts'
import {
  recipientsOf,
  type MailFlag,
  type MailRequest,
} from '../../contract/call/powers/mail-request.ts'

const mine = ['gmail', 'v1', 'users', 'me']
const SHOWN_HEADERS = ['From', 'To', 'Subject', 'Date']
const ID = /^[A-Za-z0-9_-]{1,64}$/
/** Labels that every account has: their names are their ids. */
const OWN_LABELS: ReadonlySet<string> = new Set([
  ...['INBOX', 'SENT', 'DRAFT', 'SPAM', 'TRASH', 'STARRED', 'IMPORTANT', 'UNREAD'],
])

const get = (service: Service, path: readonly string[], more: Partial<Ask> = {}): Ask => ({
  service,
  method: 'GET',
  path: [...mine, ...path],
  ...more,
})
const post = (service: Service, path: readonly string[], more: Partial<Ask> = {}): Ask => ({
  service,
  method: 'POST',
  path: [...mine, ...path],
  ...more,
})
const labels = (service: Service): Ask => get(service, ['labels'])
const modify = (service: Service, id: string, add: readonly string[], remove: readonly string[]) =>
  post(service, ['messages', id, 'modify'], {
    body: { addLabelIds: [...add], removeLabelIds: [...remove] },
  })

const knownLabel = (mailbox: string): string | null =>
  OWN_LABELS.has(mailbox.toUpperCase()) ? mailbox.toUpperCase() : null

/** The label that a flag is, and whether it is there when the flag is set. */
const flagLabels: { readonly [F in MailFlag]: { readonly label: string; readonly set: boolean } } =
  { read: { label: 'UNREAD', set: false }, flagged: { label: 'STARRED', set: true } }

const listOf = (
  service: Service,
  { query, limit }: Extract<MailRequest, { kind: 'list' }>,
  label: string | null,
): Ask =>
  get(service, ['messages'], {
    query: {
      maxResults: limit,
      ...(query === null ? {} : { q: query }),
      ...(label === null ? {} : { labelIds: label }),
    },
  })

const markOf = (service: Service, { id, flag, on }: Extract<MailRequest, { kind: 'mark' }>) => {
  const { label, set } = flagLabels[flag]
  return on === set ? modify(service, id, [label], []) : modify(service, id, [], [label])
}

const labelOf = (request: MailRequest): string | null =>
  request.kind === 'list' || request.kind === 'unread'
    ? (request.mailbox ?? (request.kind === 'list' && request.query !== null ? null : 'INBOX'))
    : null

/** Every request that it may make. What only an answer tells (an id) is covered by a whole branch. */
export function gmailPlan(service: Service, request: MailRequest): readonly Ask[] {
  const anyLabel: Ask = { ...labels(service), below: true }
  switch (request.kind) {
    case 'list':
      return [
        // The id of a mailbox is looked up by its name.
        ...(request.mailbox === null ? [] : [anyLabel]),
        { ...get(service, ['messages']), below: true },
      ]
    case 'read':
      return [get(service, ['messages', request.id], { query: { format: 'full' } })]
    case 'unread':
      return [request.mailbox === null ? get(service, ['labels', 'INBOX']) : anyLabel]
    case 'send':
      return [sendAsk(service, request.mail, null)]
    case 'mark':
      return [markOf(service, request)]
    case 'move': {
      const { id, mailbox } = request
      if (mailbox.toUpperCase() === 'TRASH') return [post(service, ['messages', id, 'trash'])]
      const label = knownLabel(mailbox)
      return label === null
        ? [labels(service), { ...post(service, ['messages', id, 'modify']), below: true }]
        : [moved(service, id, label)]
    }
    default:
      return assertNever(request, 'gmailPlan')
  }
}

/** Out of the inbox, but for what goes there. */
const moved = (service: Service, id: string, label: string): Ask =>
  modify(service, id, [label], label === 'INBOX' ? [] : ['INBOX'])

export async function askGmail(
  service: Service,
  request: MailRequest,
  ask: Asker,
  files: readonly MailFile[],
): Promise<Result<ToolOutput, Failure>> {
  const named = request.kind === 'move' ? request.mailbox : labelOf(request)
  const label = named === null ? ok(null) : await labelId(service, named, ask)
  if (!label.ok) return label
  switch (request.kind) {
    case 'list':
      return list(service, listOf(service, request, label.value), ask)
    case 'read': {
      const found = await ask(get(service, ['messages', request.id], { query: { format: 'full' } }))
      if (!found.ok) return found
      const message = asObject(found.value.json)
      return ok({ text: await wholeMessage(message), data: { id: asText(message['id']) } })
    }
    case 'unread': {
      const found = await ask(get(service, ['labels', label.value ?? 'INBOX']))
      if (!found.ok) return found
      const unread = asObject(found.value.json)['messagesUnread']
      return typeof unread === 'number'
        ? ok({ text: `${unread} unread in ${named ?? 'INBOX'}.`, data: { unread } })
        : err(
            failure(
              'service.answer',
              'Gmail did not say how many messages are unread.',
              'Something else may answer at that address. Ask the person to check services.google.mail.',
            ),
          )
    }
    case 'send': {
      const sent = await ask(sendAsk(service, request.mail, files))
      if (!sent.ok) return sent
      const id = asText(asObject(sent.value.json)['id'])
      return ok({
        text: `Sent to ${recipientsOf(request.mail).join(', ')}: id ${id}.`,
        data: { id },
      })
    }
    case 'mark': {
      const done = await ask(markOf(service, request))
      return done.ok ? ok({ text: 'Marked.' }) : done
    }
    case 'move': {
      const trash = label.value === 'TRASH'
      const done = await ask(
        trash
          ? post(service, ['messages', request.id, 'trash'])
          : moved(service, request.id, label.value ?? ''),
      )
      return done.ok ? ok({ text: `Moved to ${request.mailbox}.` }) : done
    }
    default:
      return assertNever(request, 'askGmail')
  }
}

async function labelId(
  service: Service,
  mailbox: string,
  ask: Asker,
): Promise<Result<string, Failure>> {
  const own = knownLabel(mailbox)
  if (own !== null) return ok(own)
  const found = await ask(labels(service))
  if (!found.ok) return found
  const all = asList(asObject(found.value.json)['labels'])
  const label = all.find(({ name }) => asText(name).toLowerCase() === mailbox.toLowerCase())
  const id = asText(label?.['id'])
  if (ID.test(id)) return ok(id)
  return err(
    failure(
      'mail.no-mailbox',
      `There is no mailbox named ${mailbox}.`,
      `Give one of: ${all.map(({ name }) => asText(name)).join(', ')}.`,
    ),
  )
}

async function list(
  service: Service,
  first: Ask,
  ask: Asker,
): Promise<Result<ToolOutput, Failure>> {
  const found = await ask(first)
  if (!found.ok) return found
  const page = asObject(found.value.json)
  const ids = asList(page['messages'])
    .map(({ id }) => asText(id))
    .filter((id) => ID.test(id))
  const messages: string[] = []
  for (const id of ids) {
    const one = await ask(
      get(service, ['messages', id], {
        query: { format: 'metadata', metadataHeaders: SHOWN_HEADERS },
      }),
    )
    if (!one.ok) return one
    messages.push(messageLine(asObject(one.value.json)))
  }
  return ok({
    text: lines(
      messages.length === 0 ? 'No messages.' : messages.join('\n'),
      asText(page['nextPageToken']) === ''
        ? null
        : 'There are more: ask for more at once, or search with narrower words.',
    ),
    data: { messages: ids },
  })
}
