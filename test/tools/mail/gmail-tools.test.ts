// The tools for mail over a Gmail account: what each asks, and what it answers.
import { describe, expect, it } from 'vitest'
import { Services } from '../../../contract/policy/config/services.ts'
import { toolsFor } from '../../../tools/catalog.ts'
import { fakeGoogle, GOOGLE_TOKEN } from '../../fakes/services/google.ts'
import { runTool, saidBy, touchesOf } from '../../fakes/services/run-tool.ts'

const start = async () => {
  const service = await fakeGoogle()
  const services = Services.parse({ google: { mail: service.url } })
  const tool = (name: string) => {
    const found = toolsFor(services).find(({ manifest }) => manifest.name === name)
    if (found === undefined) throw new Error(`There is no ${name}.`)
    return found
  }
  const run = (name: string, args: Record<string, unknown>) =>
    runTool(tool(name), args, {
      hosts: service.hosts,
      credentials: {
        'google-account': { header: 'authorization', value: `Bearer ${GOOGLE_TOKEN}` },
      },
    })
  return { service, tool, run }
}
const mail = { to: ['ada@example.org'], subject: 'Tuesday', body: 'At ten?' }

describe('a tool for mail', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['get_mail_messages', {}, 'id m1: Meeting next week'],
    ['get_mail_messages', { mailbox: 'clients' }, 'id m1: Meeting next week'],
    ['get_mail_messages', { limit: 2 }, 'There are more'],
    ['get_mail_message', { message_id: 'm1' }, 'Can we meet on Tuesday?'],
    ['search_mail', { query: 'meeting' }, 'id m1: Meeting next week'],
    ['get_unread_count', {}, '3 unread in INBOX.'],
    ['get_unread_count', { mailbox: 'Clients' }, '3 unread in Clients.'],
    ['send_email', mail, 'Sent to ada@example.org: id sent1.'],
    ['mark_mail_read', { message_id: 'm1' }, 'Marked.'],
    ['mark_mail_flagged', { message_id: 'm1' }, 'Marked.'],
    ['move_mail_message', { message_id: 'm1', target_mailbox: 'Clients' }, 'Moved to Clients.'],
    ['move_mail_message', { message_id: 'm1', target_mailbox: 'trash' }, 'Moved to trash.'],
    [
      'get_mail_messages',
      { mailbox: 'Attic' },
      'mail.no-mailbox: There is no mailbox named Attic. Give one of: INBOX, Clients.',
    ],
    ['get_mail_message', { message_id: 'gone' }, 'service.'],
  ])('%s %j', async (name, args, text) => {
    const { run } = await start()
    expect(saidBy(await run(name, args))).toContain(text)
  })

  it.each<[string, Record<string, unknown>, string, object]>([
    ['mark_mail_read', {}, 'm1/modify', { addLabelIds: [], removeLabelIds: ['UNREAD'] }],
    [
      'mark_mail_read',
      { read: false },
      'm1/modify',
      { addLabelIds: ['UNREAD'], removeLabelIds: [] },
    ],
    ['mark_mail_flagged', {}, 'm1/modify', { addLabelIds: ['STARRED'], removeLabelIds: [] }],
    [
      'mark_mail_flagged',
      { flagged: false },
      'm1/modify',
      { addLabelIds: [], removeLabelIds: ['STARRED'] },
    ],
    [
      'move_mail_message',
      { target_mailbox: 'Clients' },
      'm1/modify',
      { addLabelIds: ['Label_7'], removeLabelIds: ['INBOX'] },
    ],
    [
      'move_mail_message',
      { target_mailbox: 'inbox' },
      'm1/modify',
      { addLabelIds: ['INBOX'], removeLabelIds: [] },
    ],
    ['move_mail_message', { target_mailbox: 'TRASH' }, 'm1/trash', {}],
  ])('%s %j changes just that', async (name, args, path, body) => {
    const { run, service } = await start()
    await run(name, { message_id: 'm1', ...args })
    expect(service.changed).toEqual([{ path: `/gmail/v1/users/me/messages/${path}`, body }])
  })

  it('sends to each recipient that its touches name, and to nobody else', async () => {
    const { run, service, tool } = await start()
    const args = { ...mail, cc: ['bob@example.org'], bcc: ['eve@example.org', 'ada@example.org'] }
    expect(touchesOf(tool('send_email'), args)).toMatchObject([
      { recipients: ['ada@example.org', 'bob@example.org', 'eve@example.org'] },
      { kind: 'secrets.get', name: 'google-account' },
    ])
    await run('send_email', args)
    expect(Buffer.from(service.sent[0]?.raw ?? '', 'base64url').toString()).toMatch(
      /^To: ada@example\.org\r\nCc: bob@example\.org\r\nBcc: eve@example\.org,\r\n ada@example\.org\r\nSubject: Tuesday\r\n/,
    )
  })

  it('does not take confirm_send of the model for an approval', async () => {
    const { tool } = await start()
    const { manifest } = tool('send_email')
    expect(manifest).toMatchObject({ riskTier: 'R3', defaultPolicy: { effect: 'confirm' } })
    expect(touchesOf(tool('send_email'), { ...mail, confirm_send: true })).toEqual(
      touchesOf(tool('send_email'), mail),
    )
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['a list in one address', 'send_email', { ...mail, to: ['a@x.org, b@x.org'] }],
    ['a name with an address', 'send_email', { ...mail, to: ['Ada <a@x.org>'] }],
    ['a header in a subject', 'send_email', { ...mail, subject: 'Hi\r\nBcc: eve@example.org' }],
    ['nobody', 'send_email', { ...mail, to: [] }],
    [
      'fifty-one recipients',
      'send_email',
      { ...mail, to: Array.from({ length: 51 }, (_, at) => `a${at}@x.org`) },
    ],
    ['a path as an id', 'get_mail_message', { message_id: '../labels' }],
    ['a query as an id', 'mark_mail_read', { message_id: 'm1?x=' }],
    ['a line break in a mailbox', 'get_mail_messages', { mailbox: 'IN\nBOX' }],
    ['too many messages', 'get_mail_messages', { limit: 51 }],
  ])('refuses %s', async (_, name, args) => {
    const { tool } = await start()
    expect(tool(name).input.safeParse(args)).toMatchObject({ success: false })
  })
})
