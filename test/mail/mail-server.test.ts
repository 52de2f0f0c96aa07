// A mail server as people have it, asked over its real protocols.
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { MailServerRequest } from '../../contract/call/powers/mail-request.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { MailSettings } from '../../contract/policy/config/mail-settings.ts'
import { ok } from '../../contract/result.ts'
import { openMailServer } from '../../main/mail/mail-server.ts'
import { wordsOf } from '../../tools/service/mail/page-mail-text.ts'
import { imapService, rawMail } from '../fakes/mail/imap-service.ts'
import { smtpService } from '../fakes/mail/smtp-service.ts'

const send = {
  kind: 'send',
  to: ['ada@example.org'],
  message: 'To: ada@example.org\r\nSubject: Hi\r\n\r\n.dots\r\n..and more',
} as const

async function start(
  options: Parameters<typeof imapService>[0] = {},
  password?: string,
  sending: Parameters<typeof smtpService>[0] & { readonly totalMs?: number } = {},
) {
  const imap = await imapService(options)
  const smtp = await smtpService(sending)
  const settings = MailSettings.parse({
    provider: 'server',
    imap: imap.host,
    smtp: smtp.host,
    user: 'me',
    from: 'me@example.org',
  })
  const sockets: Socket[] = []
  const touch = (host: string, recipients?: string[]): CanonicalTouch => ({
    kind: 'net.connect',
    host: '127.0.0.1',
    port: Number(host.split(':')[1]),
    reach: 'local',
    listed: true,
    ...(recipients === undefined ? {} : { recipients }),
  })
  const credential: CanonicalTouch = { kind: 'secrets.get', name: 'mail-password' }
  const ask = (request: MailServerRequest, permitted?: readonly CanonicalTouch[]) =>
    openMailServer({
      settings: () => settings,
      async connect(url) {
        const socket = connect(Number(new URL(url).port), '127.0.0.1')
        sockets.push(socket)
        return ok(socket)
      },
      password: () => ok(password ?? imap.password),
      now: () => Date.parse('2026-11-24T10:00:00Z'),
      newId: () => 'id1',
      wordsOf,
      ...(sending.totalMs === undefined ? {} : { totalMs: sending.totalMs }),
    })({
      permitted: permitted ?? [
        touch(imap.host),
        touch(smtp.host, request.kind === 'send' ? [...request.to] : undefined),
        credential,
      ],
      signal: new AbortController().signal,
    }).ask(request)
  return { imap, smtp, ask, touch, credential, sockets }
}
const inbox = { kind: 'list', mailbox: null, query: null, limit: 10 } as const

describe('a mail server that began in the open', () => {
  const named = MailSettings.parse({
    provider: 'server',
    imap: 'mail.example.org:143',
    smtp: 'mail.example.org:587',
    user: 'me',
    from: 'me@example.org',
  })

  it('is not expected to greet again after TLS began', async () => {
    const imap = await imapService({ greets: false })
    const smtp = await smtpService({ greets: false })
    const asked: string[] = []
    const power = openMailServer({
      settings: () => named,
      async connect(url) {
        asked.push(url)
        const { host } = url.endsWith(':587') ? smtp : imap
        return ok(connect(Number(host.split(':')[1]), '127.0.0.1'))
      },
      password: () => ok(imap.password),
      now: () => Date.parse('2026-11-24T10:00:00Z'),
      newId: () => 'id1',
      wordsOf,
    })
    const to = (port: number, recipients?: readonly string[]): CanonicalTouch => ({
      kind: 'net.connect',
      host: 'mail.example.org',
      port,
      reach: 'public',
      listed: true,
      ...(recipients === undefined ? {} : { recipients: [...recipients] }),
    })
    const call = power({
      permitted: [to(143), to(587, send.to), { kind: 'secrets.get', name: 'mail-password' }],
      signal: new AbortController().signal,
    })
    expect(await call.ask(inbox)).toMatchObject({ ok: true })
    expect(await call.ask(send)).toMatchObject({ ok: true, value: { kind: 'sent' } })
    expect([asked, smtp.delivered.length]).toEqual([
      ['https://mail.example.org:143', 'https://mail.example.org:587'],
      1,
    ])
  })
})

describe('a mail server', () => {
  it('lists the newest first, and marks nothing as read by it', async () => {
    const { ask, imap } = await start()
    const head = {
      from: 'Ada <ada@example.org>',
      to: 'me@example.org',
      date: '2026-11-23T09:00:00.000Z',
    }
    expect(await ask(inbox)).toEqual(
      ok({
        kind: 'list',
        messages: [
          { id: 'INBOX:99:7', ...head, subject: 'Meeting', unread: true, flagged: false },
          { id: 'INBOX:99:4', ...head, subject: 'Old', unread: false, flagged: false },
        ],
        more: false,
      }),
    )
    await ask({ kind: 'read', id: 'INBOX:99:7' })
    expect(imap.mailboxes.get('INBOX')?.map(({ flags }) => [...flags])).toEqual([['\\Seen'], []])
  })

  it.each<[string, MailServerRequest, object]>([
    ['says that there are more', { ...inbox, limit: 1 }, { kind: 'list', more: true }],
    ['finds words', { ...inbox, query: 'Tuesday' }, { messages: [{ id: 'INBOX:99:7' }] }],
    ['finds words of any letters', { ...inbox, query: 'Grüße' }, { messages: [] }],
    ['finds quoted words', { ...inbox, query: 'a "b" \\c' }, { messages: [] }],
    [
      'reads a mailbox with letters of its own',
      { ...inbox, mailbox: 'Entwürfe' },
      { messages: [] },
    ],
    ['counts what is unread', { kind: 'unread', mailbox: null }, { kind: 'unread', unread: 1 }],
    [
      'reads a message whole',
      { kind: 'read', id: 'INBOX:99:7' },
      {
        message: {
          subject: 'Meeting',
          text: 'Can we meet on Tuesday? (or never)',
          attachments: [],
        },
      },
    ],
  ])('%s', async (_, request, value) => {
    const { ask } = await start()
    expect(await ask(request)).toMatchObject({ ok: true, value })
  })

  it.each<[MailServerRequest, string, readonly string[]]>([
    [{ kind: 'mark', id: 'INBOX:99:7', flag: 'read', on: true }, 'INBOX', ['4 \\Seen', '7 \\Seen']],
    [{ kind: 'mark', id: 'INBOX:99:4', flag: 'read', on: false }, 'INBOX', ['4 ', '7 ']],
    [
      { kind: 'mark', id: 'INBOX:99:7', flag: 'flagged', on: true },
      'INBOX',
      ['4 \\Seen', '7 \\Flagged'],
    ],
    [{ kind: 'move', id: 'INBOX:99:7', mailbox: 'archive' }, 'INBOX', ['4 \\Seen']],
    [{ kind: 'move', id: 'INBOX:99:7', mailbox: 'archive' }, 'Archive', ['1 ']],
    [{ kind: 'move', id: 'INBOX:99:7', mailbox: 'Entwürfe' }, 'Entw&APw-rfe', ['1 ']],
  ])('%j leaves %s as it should be', async (request, mailbox, left) => {
    const { ask, imap } = await start()
    expect(await ask(request)).toEqual(ok({ kind: 'done' }))
    const stored = imap.mailboxes.get(mailbox) ?? []
    expect(stored.map(({ uid, flags }) => `${uid} ${[...flags].join(' ')}`)).toEqual(left)
  })

  it('moves one message alone where the server has no move', async () => {
    const { ask, imap } = await start({ capabilities: 'IMAP4rev1 UIDPLUS' })
    imap.mailboxes.get('INBOX')?.[0]?.flags.add('\\Deleted')
    expect(await ask({ kind: 'move', id: 'INBOX:99:7', mailbox: 'Archive' })).toMatchObject({
      ok: true,
    })
    expect(imap.mailboxes.get('INBOX')?.map(({ uid }) => uid)).toEqual([4])
    expect(imap.mailboxes.get('Archive')).toHaveLength(1)
  })

  it('moves nothing where others would go with it', async () => {
    const { ask, imap } = await start({ capabilities: 'IMAP4rev1' })
    expect(await ask({ kind: 'move', id: 'INBOX:99:7', mailbox: 'Archive' })).toMatchObject({
      error: { code: 'mail.refused' },
    })
    expect(imap.mailboxes.get('INBOX')).toHaveLength(2)
  })

  it('reads a message of many parts', async () => {
    const { ask, imap } = await start()
    imap.mailboxes.get('INBOX')?.push({
      uid: 9,
      flags: new Set(),
      raw: rawMail(
        '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
        [
          ...['--b', 'Content-Type: text/plain; charset=utf-8', '', 'Hello {7} (there)', '--b'],
          ...['Content-Type: application/pdf; name="plan.pdf"'],
          ...['Content-Disposition: attachment; filename="plan.pdf"'],
          ...['Content-Transfer-Encoding: base64', '', 'AAAA', '--b--', ''],
        ].join('\r\n'),
        ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
      ),
    })
    expect(await ask({ kind: 'read', id: 'INBOX:99:9' })).toMatchObject({
      value: {
        message: {
          subject: 'Grüße',
          text: 'Hello {7} (there)',
          attachments: [{ name: 'plan.pdf', mimeType: 'application/pdf', bytes: 3 }],
        },
      },
    })
  })

  it('sends each recipient the same message, with who wrote it and when', async () => {
    const { ask, smtp } = await start()
    const to = ['ada@example.org', 'eve@example.org']
    expect(await ask({ ...send, to })).toEqual(ok({ kind: 'sent', id: '<id1@example.org>' }))
    const head = [
      ...['From: me@example.org', 'Date: Tue, 24 Nov 2026 10:00:00 +0000'],
      'Message-ID: <id1@example.org>',
    ]
    expect(smtp.delivered).toEqual([
      { from: 'me@example.org', to, text: [...head, send.message].join('\r\n') },
    ])
  })

  it('sends nothing to anybody where one recipient is refused', async () => {
    const { ask, smtp } = await start()
    const to = ['ada@example.org', 'nobody@example.org']
    expect(await ask({ ...send, to })).toMatchObject({
      error: { code: 'mail.refused', text: expect.stringContaining('550 no such person') },
    })
    expect(smtp.delivered).toEqual([])
  })
})

describe('the permit of a call', () => {
  it.each<
    [
      string,
      MailServerRequest,
      (all: {
        imap: CanonicalTouch
        smtp: CanonicalTouch
        credential: CanonicalTouch
      }) => readonly CanonicalTouch[],
    ]
  >([
    ['nothing', inbox, () => []],
    ['no credential', inbox, ({ imap }) => [imap]],
    ['another server', inbox, ({ smtp, credential }) => [smtp, credential]],
    [
      'other recipients',
      { ...send, to: ['eve@example.org'] },
      ({ smtp, credential }) => [smtp, credential],
    ],
    [
      'more recipients',
      { ...send, to: [...send.to, 'eve@example.org'] },
      ({ smtp, credential }) => [smtp, credential],
    ],
  ])('with %s reaches no server', async (_, request, permitted) => {
    const { ask, imap, smtp, touch, credential, sockets } = await start()
    const all = { imap: touch(imap.host), smtp: touch(smtp.host, [...send.to]), credential }
    expect(await ask(request, permitted(all))).toMatchObject({
      error: { code: 'mail.outside-permit' },
    })
    expect(sockets).toEqual([])
  })
})

describe('a server that misbehaves', () => {
  const bad = (command: string, answer: string | null) => ({ instead: { command, answer } })
  it.each<[string, Parameters<typeof imapService>[0], MailServerRequest, string]>([
    ['closes in the middle', bad('UID SEARCH', null), inbox, 'mail.connection'],
    ['refuses', bad('EXAMINE', 'TAG NO [SECRET] no {5} (\r\n'), inbox, 'mail.refused'],
    [
      'opens lists without end',
      bad('UID FETCH', `* 1 FETCH ${'('.repeat(200)}\r\n`),
      inbox,
      'mail.protocol',
    ],
    ['closes a list that is none', bad('UID FETCH', '* 1 FETCH )\r\n'), inbox, 'mail.protocol'],
    [
      'says of no message how large it is',
      bad('UID FETCH', 'TAG OK\r\n'),
      { kind: 'read', id: 'INBOX:99:7' },
      'mail.no-message',
    ],
    [
      'wants to send too much',
      bad('UID FETCH', '* 1 FETCH (BODY[] {999999999}\r\n'),
      inbox,
      'mail.too-large',
    ],
    ['says nothing of numbers', bad('EXAMINE', 'TAG OK\r\n'), inbox, 'mail.protocol'],
    [
      'says nothing of what is unread',
      bad('STATUS', 'TAG OK\r\n'),
      { kind: 'unread', mailbox: null },
      'mail.protocol',
    ],
    ['has numbered again', {}, { kind: 'read', id: 'INBOX:98:7' }, 'mail.no-message'],
    [
      'has no such message',
      {},
      { kind: 'mark', id: 'INBOX:99:8', flag: 'read', on: true },
      'mail.no-message',
    ],
    ['has no such mailbox', {}, { ...inbox, mailbox: 'Attic' }, 'mail.refused'],
    [
      'has no mailbox to move to',
      {},
      { kind: 'move', id: 'INBOX:99:7', mailbox: 'Attic' },
      'mail.no-mailbox',
    ],
    ['takes no password', { capabilities: 'IMAP4rev1 LOGINDISABLED' }, inbox, 'mail.sign-in'],
  ])('%s: ends with a sentence', async (_, options, request, code) => {
    const { ask } = await start(options)
    expect(await ask(request)).toMatchObject({ ok: false, error: { code } })
  })

  it.each(['IMAP4rev1 AUTH=PLAIN SASL-IR', 'IMAP4rev1'])(
    'does not let us in, and no error repeats the password (%s)',
    async (capabilities) => {
      const { ask } = await start({ capabilities }, 'a wrong secret')
      const answer = await ask(inbox)
      expect(answer).toMatchObject({ error: { code: 'mail.sign-in' } })
      expect(JSON.stringify(answer)).not.toContain('wrong secret')
    },
  )

  it.each<[string, Parameters<typeof start>[2], RegExp]>([
    ['closes the connection', { after: 'drops' }, /closed the connection/],
    [
      'answers a letter now and then',
      { after: 'drips', totalMs: 300 },
      /it came to no end within 0\.3 s/,
    ],
  ])('with the whole mail %s: says that it may have been sent', async (_, sending, text) => {
    const { ask, smtp } = await start({}, undefined, sending)
    expect(await ask(send)).toMatchObject({
      ok: false,
      error: {
        code: 'mail.connection',
        text: expect.stringMatching(text),
        hint: 'Look whether it was, before you try again.',
      },
    })
    expect(smtp.delivered).toHaveLength(1)
  })

  it('repeats a sign-in to nobody, even where the server does', async () => {
    const { ask } = await start({}, 'a wrong secret', { echo: true })
    const answer = await ask(send)
    expect(answer).toMatchObject({ ok: false, error: { code: 'mail.sign-in' } })
    expect(JSON.stringify(answer)).not.toContain(
      Buffer.from('\0me\0a wrong secret').toString('base64'),
    )
  })

  it('never runs words of a search, a mailbox or an id as commands @whole', async () => {
    const { ask, imap } = await start()
    await ask({ ...inbox, query: 'x"\r\nG9 UID STORE 4 +FLAGS (\\Deleted)' })
    await ask({ ...inbox, mailbox: 'INBOX"\r\nG9 DELETE Archive' })
    await ask({ kind: 'read', id: 'INBOX:99:7\r\nG9 DELETE Archive' })
    expect(imap.commands.filter((command) => /^(UID STORE|DELETE)/.test(command))).toEqual([])
    expect(imap.mailboxes.get('INBOX')?.map(({ flags }) => [...flags])).toEqual([['\\Seen'], []])
  })
})
