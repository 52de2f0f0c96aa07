// Reads one email.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { idArg } from './mail-args.ts'
import { mailTool, UNTRUSTED } from './mail-tool.ts'

export const getMailMessage = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.read',
      name: 'get_mail_message',
      title: 'Read an email',
      description: `Read one email with its text. ${UNTRUSTED}`,
    },
    readOnly: true,
    input: z.strictObject({ message_id: idArg }),
    request: ({ message_id }) => ({ kind: 'read', id: message_id }),
  })
