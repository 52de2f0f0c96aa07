// Finds emails by their words.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { oneLine } from '../service/action-args.ts'
import { limitArg, mailboxArg, USUAL_LIMIT } from './mail-args.ts'
import { mailTool, UNTRUSTED } from './mail-tool.ts'

export const searchMail = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.search',
      name: 'search_mail',
      title: 'Search mail',
      description: `Find emails with these words, in all mail or in one mailbox. ${UNTRUSTED}`,
    },
    readOnly: true,
    input: z.strictObject({
      query: z.string().trim().min(1).max(500).refine(oneLine, 'one line').describe('The words.'),
      mailbox: mailboxArg.optional(),
      limit: limitArg,
    }),
    request: ({ query, mailbox, limit }) => ({
      kind: 'list',
      mailbox: mailbox ?? null,
      query,
      limit: limit ?? USUAL_LIMIT,
    }),
  })
