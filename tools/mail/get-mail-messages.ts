// Lists the newest emails of a mailbox.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { limitArg, mailboxArg, USUAL_LIMIT } from './mail-args.ts'
import { mailTool, UNTRUSTED } from './mail-tool.ts'

export const getMailMessages = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.list',
      name: 'get_mail_messages',
      title: 'List mail',
      description: `List the newest emails of a mailbox: who, when, about what. ${UNTRUSTED}`,
    },
    readOnly: true,
    input: z.strictObject({ mailbox: mailboxArg.optional(), limit: limitArg }),
    request: ({ mailbox, limit }) => ({
      kind: 'list',
      mailbox: mailbox ?? null,
      query: null,
      limit: limit ?? USUAL_LIMIT,
    }),
  })
