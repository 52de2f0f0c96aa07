import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { Services } from '../../../contract/policy/config/services.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { googleMail } from '../../../tools/google-mail.ts'
import { mimeOf } from '../../../tools/service/mail/mime.ts'
import { fakeGoogle, GOOGLE_TOKEN, PLAN } from '../../fakes/services/google.ts'
import { runTool, saidBy } from '../../fakes/services/run-tool.ts'
import { tries } from '../../soak.ts'
import { sharedRules } from './shared-rules.ts'

const credentials = {
  'google-account': { header: 'authorization', value: `Bearer ${GOOGLE_TOKEN}` },
}
const start = async () => {
  const service = await fakeGoogle()
  const tool = googleMail(Services.parse({ google: { mail: service.url } })) as unknown as AnyTool
  const run = (args: Record<string, unknown>) =>
    runTool(tool, args, { hosts: service.hosts, credentials })
  return { tool, service, credentials, run }
}
const mail = { to: ['ada@example.org'], subject: 'Hello', body: 'Tuesday is fine.' }

sharedRules('google_mail', start, {
  reading: { action: 'read', message_id: 'm1' },
  changing: { action: 'send', ...mail },
  refused: [
    ['a list in one address', { action: 'send', ...mail, to: ['a@example.org, b@example.org'] }],
    ['a name before an address', { action: 'send', ...mail, to: ['b@x.org <a@example.org>'] }],
    [
      'a line break in an address',
      { action: 'send', ...mail, to: ['a@example.org\nBcc: b@x.org'] },
    ],
    ['a line break in a subject', { action: 'send', ...mail, subject: 'Hi\r\nBcc: b@x.org' }],
    ['no recipient', { action: 'send', ...mail, to: [] }],
    ['recipients as text', { action: 'send', ...mail, to: 'a@example.org' }],
    ['too many recipients', { action: 'send', ...mail, to: Array(51).fill('a@example.org') }],
    ['a body too long', { action: 'send', ...mail, body: 'x'.repeat(50_001) }],
    [
      'a path as an attachment',
      { action: 'send', ...mail, attachments: [{ name: '../x', text: '' }] },
    ],
    ['a path as an id', { action: 'read', message_id: '../labels' }],
    ['a query in an id', { action: 'read', message_id: 'm1?x=' }],
    ['no number of an attachment', { action: 'attachment', message_id: 'm1' }],
    ['an attachment by its name', { action: 'attachment', message_id: 'm1', attachment: 'a' }],
    ['labels that are none', { action: 'label', message_id: 'm1' }],
    ['a reply without a recipient', { action: 'reply', message_id: 'm1', subject: 'a', body: 'b' }],
    ['more than a page holds', { action: 'search', query: 'a', max_results: 51 }],
  ],
})

const rawOf = (sent: { readonly raw: string } | undefined): string =>
  Buffer.from(sent?.raw ?? '', 'base64url').toString()

describe('google_mail', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ action: 'search', query: 'is:unread' }, 'call again with page 10'],
    [{ action: 'search', query: 'is:unread' }, 'from Ada <ada@example.org>'],
    [{ action: 'search', query: 'a', max_results: 50 }, 'Old 11'],
    [{ action: 'search', query: 'nothing at all' }, 'No messages.'],
    [{ action: 'read', message_id: 'm1' }, 'Can we meet on Tuesday?'],
    [{ action: 'read', message_id: 'm1' }, `1. plan.pdf (application/pdf, ${PLAN.length} bytes)`],
    [{ action: 'attachment', message_id: 'm1', attachment: 2 }, 'costs.csv (text/csv, 3 bytes)'],
    [{ action: 'attachment', message_id: 'm1', attachment: 2 }, 'a,b'],
    [{ action: 'attachment', message_id: 'm1', attachment: 3 }, 'mail.no-attachment'],
    [{ action: 'list_labels' }, 'INBOX (id INBOX)'],
    [{ action: 'label', message_id: 'm1', label_ids: ['STARRED'] }, 'Labels changed.'],
    [{ action: 'trash', message_id: 'm1' }, 'Moved to the trash.'],
    [{ action: 'send', ...mail }, 'Sent to ada@example.org: id sent1.'],
  ])('%j', async (args, text) => {
    const { run } = await start()
    expect(saidBy(await run(args))).toContain(text)
  })

  it('keeps an attachment that is no text in a file, with its type and size, and hands it on', async () => {
    const { tool, service } = await start()
    const saved: [number, string][] = []
    const saveMedia = async (body: Uint8Array, mimeType: string) => {
      saved.push([body.length, mimeType])
      return '/media/plan.pdf'
    }
    const args = { action: 'attachment', message_id: 'm1', attachment: 1 }
    const ended = await runTool(tool, args, { hosts: service.hosts, credentials, saveMedia })
    expect(ended).toMatchObject({
      ok: true,
      value: {
        text: `plan.pdf (application/pdf, ${PLAN.length} bytes)\nKept in /media/plan.pdf.`,
        data: { file: '/media/plan.pdf', mimeType: 'application/pdf' },
        content: [{ kind: 'blob', mimeType: 'application/pdf', data: PLAN.toString('base64') }],
      },
    })
    expect(saved).toEqual([[PLAN.length, 'application/pdf']])
  })

  it('answers in the thread of the message', async () => {
    const { run, service } = await start()
    await run({ action: 'reply', message_id: 'm1', ...mail })
    expect(service.sent[0]?.threadId).toBe('thread-m1')
    expect(rawOf(service.sent[0])).toContain('In-Reply-To: <m1@mail.example>')
  })

  it.each([
    ['Meeting next week', false],
    ['Re: Meeting next week', false],
    ['RE: re: meeting next week ', false],
    ['Another matter', true],
  ])(
    'says of an answer with the subject %j whether it is a message of its own: %s',
    async (subject, alone) => {
      const { run } = await start()
      const said = saidBy(await run({ action: 'reply', message_id: 'm1', ...mail, subject }))
      expect([
        said.startsWith('Sent to ada@example.org'),
        said.includes('beside the conversation'),
      ]).toEqual([true, alone])
    },
  )

  it('names every recipient in its touches and on the card', async () => {
    const { tool } = await start()
    const args = tool.input.parse({ action: 'send', ...mail, cc: ['c@example.org'] })
    expect(tool.touches(args)[0]).toMatchObject({
      method: 'POST',
      recipients: ['ada@example.org', 'c@example.org'],
    })
    expect(tool.facts?.(args, { now: 0, touches: [] })).toEqual({
      kind: 'mail',
      verb: 'Send an email to',
      target: 'ada@example.org',
      to: ['ada@example.org'],
      cc: ['c@example.org'],
      bcc: [],
      subject: 'Hello',
      body: 'Tuesday is fine.',
      attachments: [],
      answers: null,
    })
  })

  it('has no header that was not asked for, whatever is in a subject, a body or a name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (subject, body, name) => {
        const attachments = [{ name, text: body }]
        const head = mimeOf({ to: ['a@example.org'], subject, body, attachments }).split(
          '\r\n\r\n',
        )[0]
        const names = (head ?? '')
          .split('\r\n')
          .filter((line) => !line.startsWith(' '))
          .map((line) => line.split(':')[0])
        expect(names).toEqual(['To', 'Subject', 'MIME-Version', 'Content-Type'])
      }),
      { numRuns: tries(100) },
    )
  })
})
