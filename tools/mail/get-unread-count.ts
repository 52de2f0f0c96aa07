// Counts the unread emails of a mailbox.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { mailboxArg } from './mail-args.ts'
import { mailTool } from './mail-tool.ts'

export const getUnreadCount = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.unread',
      name: 'get_unread_count',
      title: 'Count unread mail',
      description: 'Count the unread emails of a mailbox.',
    },
    readOnly: true,
    input: z.strictObject({ mailbox: mailboxArg.optional() }),
    request: ({ mailbox }) => ({ kind: 'unread', mailbox: mailbox ?? null }),
  })
