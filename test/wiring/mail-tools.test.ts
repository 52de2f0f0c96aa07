// The tools for mail in a whole Gatehouse: what looks runs alone, what others see or feel waits for
// a person, and a mail is never sent on the word of the model.
import { describe, expect, it } from 'vitest'
import { answering, ask, runApproved, startAll, wholeApp } from '../fakes/services/whole-app.ts'

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
  ['send_email', mail, 'Send a mail to ada@example.org'],
]

describe('tools for mail in a whole Gatehouse', () => {
  it('run alone where they look, and wait where they change', async () => {
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
  }, 60_000)

  it('send nothing that a person denied, whatever confirm_send says', async () => {
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
  }, 60_000)
})
