// Google as its documentation describes it: the authorization page and the token endpoint of OAuth
// 2.0 with PKCE, Gmail API v1 (ids in lists, parts in base64url), Calendar API v3 (pages of items).
import { createHash } from 'node:crypto'
import { httpService } from './http-service.ts'
import type { Asked, HttpService, Reply } from './http-service.ts'

export const CLIENT = { id: 'gatehouse.apps.example', secret: 'client-secret-0123456789' }

export type Sent = { readonly raw: string; readonly threadId?: string }
export type FakeGoogle = HttpService & {
  readonly sent: Sent[]
  readonly changed: { readonly path: string; readonly body: unknown }[]
  readonly events: Record<string, unknown>[]
  /** Every access token that was given ends now. */
  expire(): void
  /** The person takes the permission back. */
  revoke(): void
  /** What a person does on the page: allows, and the browser goes to where it is sent. */
  visit(page: string, allow?: boolean): Promise<void>
}

const b64 = (text: string): string => Buffer.from(text).toString('base64url')

/** What is in `plan.pdf`. */
export const PLAN = Buffer.from('%PDF-1.4\n\u0000\u0001')

export function mail(id: string, subject: string, from: string, text: string) {
  return {
    id,
    threadId: `thread-${id}`,
    snippet: text.slice(0, 80),
    labelIds: ['INBOX'],
    historyId: '987654',
    internalDate: '1795424400000',
    sizeEstimate: text.length,
    payload: {
      partId: '',
      mimeType: 'multipart/mixed',
      filename: '',
      body: { size: 0 },
      headers: [
        { name: 'From', value: from },
        { name: 'To', value: 'me@example.org' },
        { name: 'Subject', value: subject },
        { name: 'Date', value: 'Mon, 23 Nov 2026 09:00:00 +0000' },
        { name: 'Message-ID', value: `<${id}@mail.example>` },
      ],
      parts: [
        // Twice, as most programs write it: for people who see pages, and for others.
        {
          partId: '0',
          mimeType: 'multipart/alternative',
          filename: '',
          body: { size: 0 },
          parts: [
            {
              partId: '0.0',
              mimeType: 'text/plain',
              filename: '',
              headers: [],
              body: { data: b64(text), size: Buffer.byteLength(text) },
            },
            {
              partId: '0.1',
              mimeType: 'text/html',
              filename: '',
              headers: [],
              body: { data: b64(`<p>${text}</p>`), size: Buffer.byteLength(text) + 7 },
            },
          ],
        },
        {
          partId: '1',
          mimeType: 'application/pdf',
          filename: 'plan.pdf',
          body: { attachmentId: `ANGj-${id}`, size: PLAN.length },
        },
        {
          partId: '2',
          mimeType: 'text/csv',
          filename: 'costs.csv',
          body: { data: b64('a,b'), size: 3 },
        },
      ],
    },
  }
}

export async function fakeGoogle(
  inbox: readonly ReturnType<typeof mail>[] = [
    mail('m1', 'Meeting next week', 'Ada <ada@example.org>', 'Can we meet on Tuesday?'),
  ],
): Promise<FakeGoogle> {
  const all = [
    ...inbox,
    ...Array.from({ length: 12 }, (_, at) => mail(`old${at}`, `Old ${at}`, 'x@example.org', 'old')),
  ]
  const sent: Sent[] = []
  const changed: { path: string; body: unknown }[] = []
  const events: Record<string, unknown>[] = [
    {
      id: 'e1',
      summary: 'Dentist',
      location: 'Rome',
      start: { dateTime: '2026-11-24T10:00:00Z' },
      end: { dateTime: '2026-11-24T11:00:00Z' },
      attendees: [{ email: 'me@example.org', self: true, responseStatus: 'needsAction' }],
    },
  ]
  const codes = new Map<string, { challenge: string; redirect: string }>()
  let access = 'ya29.access-token-0123456789-1'
  let valid = true
  let refreshes = 0
  let revoked = false

  const authorize = (query: URLSearchParams, allow: boolean): Reply => {
    const redirect = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== CLIENT.id || query.get('code_challenge_method') !== 'S256')
      return { status: 400, json: { error: 'invalid_request' } }
    const code = `code-${codes.size + 1}`
    codes.set(code, { challenge: query.get('code_challenge') ?? '', redirect })
    const back = new URL(redirect)
    back.searchParams.set('state', query.get('state') ?? '')
    if (allow) back.searchParams.set('code', code)
    else back.searchParams.set('error', 'access_denied')
    return { status: 302, headers: { location: back.href } }
  }
  const token = (form: URLSearchParams): Reply => {
    const no = (error: string): Reply => ({
      status: 400,
      json: { error, error_description: `Bad ${form.get('refresh_token') ?? 'code'}` },
    })
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return { status: 401, json: { error: 'invalid_client' } }
    if (form.get('grant_type') === 'refresh_token') {
      if (revoked || form.get('refresh_token') !== '1//refresh-token-0123456789')
        return no('invalid_grant')
      refreshes += 1
      access = `ya29.access-token-0123456789-r${refreshes}`
      valid = true
      return { json: { access_token: access, expires_in: 3_599, token_type: 'Bearer' } }
    }
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (known?.challenge !== verifier || known.redirect !== form.get('redirect_uri'))
      return no('invalid_grant')
    revoked = false
    return {
      json: {
        access_token: access,
        refresh_token: '1//refresh-token-0123456789',
        expires_in: 3_599,
        token_type: 'Bearer',
        scope: ['gmail.modify', 'gmail.send', 'calendar.events', 'calendar.readonly']
          .map((name) => `https://www.googleapis.com/auth/${name}`)
          .join(' '),
      },
    }
  }
  const answer = (asked: Asked): Reply | null => {
    const { method, path, query, body } = asked
    if (path === '/auth') return authorize(query, query.get('x-allow') !== 'no')
    if (path === '/token') return token(new URLSearchParams(body))
    if (!valid || asked.headers.authorization !== `Bearer ${access}`)
      return { status: 401, json: { error: { code: 401, message: 'Invalid Credentials' } } }
    if (path === '/upload/gmail/v1/users/me/messages/send' && method === 'POST') {
      const message = uploaded(asked)
      if (message === null) return { status: 400, json: { error: { message: 'Bad upload' } } }
      sent.push(message)
      return { json: { id: `sent${sent.length}`, labelIds: ['SENT'] } }
    }
    const sentBody = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (path.startsWith('/gmail/v1/users/me/')) {
      const [kind, id, verb, part] = path.slice('/gmail/v1/users/me/'.length).split('/')
      if (kind === 'labels' && id !== undefined) {
        const label = labels.find((one) => one.id === id)
        return label === undefined ? null : { json: { ...label, messagesUnread: 3 } }
      }
      if (kind === 'labels') return { json: { labels } }
      if (kind === 'messages' && id === undefined) {
        const from = Number(query.get('pageToken') ?? 0)
        const size = Number(query.get('maxResults'))
        const page = all.slice(from, from + size)
        // Where nothing is found there is no list at all.
        return query.get('q') === 'nothing at all'
          ? { json: { resultSizeEstimate: 0 } }
          : {
              json: {
                messages: page.map((one) => ({ id: one.id, threadId: one.threadId })),
                ...(from + size < all.length ? { nextPageToken: `${from + size}` } : {}),
                resultSizeEstimate: all.length,
              },
            }
      }
      if (id === 'send' && method === 'POST') {
        sent.push(sentBody as Sent)
        return { json: { id: `sent${sent.length}`, labelIds: ['SENT'] } }
      }
      const one = all.find((message) => message.id === id)
      if (one === undefined) return null
      if (verb === 'attachments')
        return part === `ANGj-${id}`
          ? { json: { size: PLAN.length, data: PLAN.toString('base64url') } }
          : null
      if (verb !== undefined) changed.push({ path, body: sentBody })
      return { json: one }
    }
    if (path === '/calendar/v3/users/me/calendarList')
      return {
        json: {
          items: [
            { id: 'me@example.org', summary: 'Mine', primary: true },
            { id: 'team@group.calendar.google.com', summary: 'Team' },
          ],
        },
      }
    if (path === '/calendar/v3/freeBusy' && method === 'POST') {
      const items = (sentBody['items'] ?? []) as readonly { readonly id: string }[]
      return { json: { calendars: Object.fromEntries(items.map(({ id }) => [id, busyOf(id)])) } }
    }
    if (path === '/calendar/v3/calendars/team%40group.calendar.google.com/events')
      return { json: teamPage(query.get('pageToken')) }
    if (!path.startsWith('/calendar/v3/calendars/primary/events')) return null
    const id = path.slice('/calendar/v3/calendars/primary/events'.length).slice(1)
    if (id === '' && method === 'GET') return { json: { items: events } }
    if (id === '') {
      for (const end of ['start', 'end'] as const)
        if (!isOneTime(sentBody[end])) return refusal(400, `Missing ${end} time.`, 'required')
      events.push({ ...sentBody, id: `e${events.length + 1}` })
      changed.push({ path: `${path}?${query.toString()}`, body: sentBody })
      return { json: events.at(-1) }
    }
    const event = events.find((one) => one['id'] === id)
    if (event === undefined) return null
    if (method !== 'GET') changed.push({ path: `${path}?${query.toString()}`, body: sentBody })
    if (method === 'DELETE') return { status: 204 }
    if (method !== 'PATCH') return { json: event }
    const next = patched(event, sentBody)
    for (const end of ['start', 'end'] as const)
      if (!isOneTime(next[end])) return refusal(400, `Invalid ${end} time.`, 'invalid')
    return { json: Object.assign(event, next) }
  }
  const service = await httpService(answer, {
    error: (status, message) => refusal(status, message, 'backendError'),
  })
  return Object.assign(service, {
    sent,
    changed,
    events,
    expire: () => void (valid = false),
    revoke: () => {
      revoked = true
      valid = false
    },
    async visit(page: string, allow = true) {
      await fetch(allow ? page : `${page}&x-allow=no`, { redirect: 'follow' })
    },
  })
}

/** Both of its interfaces word an error so. */
const refusal = (code: number, message: string, reason: string): Reply => ({
  status: code,
  json: { error: { code, message, errors: [{ domain: 'global', reason, message }] } },
})

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Patch semantics: objects are merged, lists are replaced, and null takes a field out. */
const patched = (before: Fields, change: Fields): Fields => {
  const next: Fields = { ...before }
  for (const [key, value] of Object.entries(change)) {
    const there = next[key]
    if (value === null) delete next[key]
    else next[key] = isFields(value) ? patched(isFields(there) ? there : {}, value) : value
  }
  return next
}

/** A day or a moment, and never both. */
const isOneTime = (value: unknown): boolean =>
  isFields(value) && (value['date'] === undefined) !== (value['dateTime'] === undefined)

/** What an upload of the type multipart says: what belongs to the message, then the message. */
function uploaded({ query, headers, body }: Asked): Sent | null {
  const border = /^multipart\/related; boundary="([^"]+)"$/.exec(headers['content-type'] ?? '')?.[1]
  if (query.get('uploadType') !== 'multipart' || border === undefined) return null
  const [before, about, message, end] = body.split(`--${border}`)
  const [head, json] = (about ?? '').split('\r\n\r\n')
  const [type, ...raw] = (message ?? '').split('\r\n\r\n')
  if (before !== '' || end?.trim() !== '--') return null
  if (!(head ?? '').includes('application/json') || !(type ?? '').includes('message/rfc822'))
    return null
  const { threadId } = JSON.parse(json ?? '') as { threadId?: string }
  return {
    raw: b64(raw.join('\r\n\r\n')),
    ...(threadId === undefined ? {} : { threadId }),
  }
}

const labels = [
  { id: 'INBOX', name: 'INBOX' },
  { id: 'Label_7', name: 'Clients' },
]

/** A calendar that others do not share is an error of its own, in an answer that is fine. */
const busyOf = (id: string): object =>
  id.startsWith('ada@')
    ? { busy: [{ start: '2026-11-24T08:00:00Z', end: '2026-11-24T12:00:00Z' }] }
    : { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }

const teamPage = (token: string | null): object => ({
  items: [
    {
      id: token === null ? 't1' : 't2',
      summary: token === null ? 'Planning' : 'Review',
      start: { date: token === null ? '2026-11-25' : '2026-11-26' },
      end: { date: token === null ? '2026-11-26' : '2026-11-27' },
    },
  ],
  ...(token === null ? { nextPageToken: 'second' } : {}),
})

/** For a tool alone, without a sign-in. */
export const GOOGLE_TOKEN = 'ya29.access-token-0123456789-1'
