// Moves an email to another mailbox.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { idArg, mailboxArg } from './mail-args.ts'
import { mailTool } from './mail-tool.ts'

export const moveMailMessage = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.move',
      name: 'move_mail_message',
      title: 'Move an email',
      description: 'Move an email to another mailbox.',
    },
    readOnly: false,
    input: z.strictObject({ message_id: idArg, target_mailbox: mailboxArg }),
    request: ({ message_id, target_mailbox }) => ({
      kind: 'move',
      id: message_id,
      mailbox: target_mailbox,
    }),
    facts: ({ message_id, target_mailbox }) => ({
      kind: 'record',
      verb: 'Move',
      target: `message ${message_id}`,
      fields: [{ name: 'To', text: target_mailbox }],
    }),
  })
