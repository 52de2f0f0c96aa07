// The tools for mail in a whole Gatehouse: what looks runs alone, what others see or feel waits for
// a person, and an email is never sent on the word of the model.
import { describe, expect, it } from 'vitest'
import { imapService } from '../fakes/mail/imap-service.ts'
import { smtpService } from '../fakes/mail/smtp-service.ts'
import {
  answering,
  ask,
  runApproved,
  startAll,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

const mail = { to: ['ada@example.org'], subject: 'Tuesday', body: 'At ten?', confirm_send: true }
const lookUps: readonly (readonly [string, Record<string, unknown>])[] = [
  ['get_mail_messages', {}],
  ['get_mail_message', { message_id: 'm1' }],
  ['search_mail', { query: 'meeting' }],
  ['get_unread_count', { mailbox: 'Clients' }],
]
const changes: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['mark_mail_read', { message_id: 'm1' }, 'Mark as read message m1'],
  ['mark_mail_flagged', { message_id: 'm1' }, 'Flag message m1'],
  ['move_mail_message', { message_id: 'm1', target_mailbox: 'Clients' }, 'Move message m1'],
  ['send_email', mail, 'Send an email to ada@example.org'],
]

describe('tools for mail in a whole Gatehouse', () => {
  it('run without approval where they read, and are held where they change', async () => {
    const { google } = await startAll()
    for (const [tool, args] of lookUps) {
      const { result, held } = await runApproved(tool, args)
      expect([tool, result.status, result.route, held]).toEqual([tool, 'done', 'policy', null])
    }
    expect(google.changed).toEqual([])
    for (const [tool, args, title] of changes) {
      const { result, held } = await runApproved(tool, args)
      expect([tool, result.status, result.route]).toEqual([tool, 'done', 'person'])
      expect([tool, `${held?.facts?.verb} ${held?.facts?.target}`]).toEqual([tool, title])
    }
    expect(google.changed).toHaveLength(3)
    expect(google.sent).toHaveLength(1)
  }, 600_000)

  it('send nothing that a person denied, whatever confirm_send says @whole', async () => {
    const { google } = await startAll()
    const { ended, held } = await answering(
      ask('tools.run', { tool: 'send_email', args: mail, wait: true }),
      () => 'deny-once',
    )
    expect(ended).toMatchObject({ status: 'denied', route: 'person' })
    expect(held.map(({ facts }) => facts)).toMatchObject([
      { kind: 'mail', to: ['ada@example.org'], subject: 'Tuesday', body: 'At ten?' },
    ])
    expect(google.sent).toEqual([])
  }, 600_000)
})

describe('tools for mail over a mail server of one’s own', () => {
  const set = async () => {
    const imap = await imapService()
    const smtp = await smtpService()
    const settings = [
      ...['provider: server', `imap: '${imap.host}'`, `smtp: '${smtp.host}'`],
      ...['user: me', 'from: me@example.org'],
    ]
    await startServices({ extra: `  mail: { ${settings.join(', ')} }\n` })
    return { imap, smtp }
  }
  const signedIn = async () => {
    const services = await set()
    await ask('secrets.set', {
      name: 'mail-password',
      hosts: [services.imap.host, services.smtp.host],
      header: 'password',
      template: '{}',
      value: services.imap.password,
    })
    return services
  }
  const ownLookUps = lookUps.map(([tool, args]) =>
    tool === 'get_mail_message'
      ? ([tool, { message_id: 'INBOX:99:7' }] as const)
      : ([tool, 'mailbox' in args ? { mailbox: 'INBOX' } : args] as const),
  )

  it('run without approval where they read, and are held where they change @whole', async () => {
    const { imap, smtp } = await signedIn()
    for (const [tool, args] of ownLookUps) {
      const { result, held } = await runApproved(tool, args)
      expect([tool, result.status, result.route, held]).toEqual([tool, 'done', 'policy', null])
    }
    for (const [tool, args] of changes) {
      const own = 'message_id' in args ? { ...args, message_id: 'INBOX:99:7' } : args
      const target = 'target_mailbox' in own ? { ...own, target_mailbox: 'Archive' } : own
      const { result, held } = await runApproved(tool, target)
      expect([tool, result.status, result.route]).toEqual([tool, 'done', 'person'])
      expect([tool, held?.decision.tier, held?.proposals]).toEqual([tool, 'R3', []])
      expect(held?.answers).not.toEqual(
        expect.arrayContaining(['approve-session', 'approve-always']),
      )
    }
    expect(imap.mailboxes.get('Archive')).toHaveLength(1)
    expect(smtp.delivered).toMatchObject([{ from: 'me@example.org', to: ['ada@example.org'] }])
  }, 600_000)

  it('say what is missing where no password is stored @whole', async () => {
    await set()
    const listed = (await ask('tools.list', {})).find(({ name }) => name === 'send_email')
    expect(listed).toMatchObject({
      available: false,
      missing: [{ what: 'The credential mail-password is needed.' }, {}],
    })
  }, 600_000)

  it('count what an email says as private and as written by anyone @whole', async () => {
    await signedIn()
    await runApproved('get_mail_message', { message_id: 'INBOX:99:7' })
    const { held } = await runApproved('http', { url: 'https://example.invalid/?q=Tuesday' })
    expect(held?.decision.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['flow.private-out']),
    )
  }, 600_000)
})
