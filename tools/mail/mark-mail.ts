// Marks an email as read or as flagged. Two tools for models, one implementation.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { idArg } from './mail-args.ts'
import { mailTool } from './mail-tool.ts'

export const markMailRead = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.mark-read',
      name: 'mark_mail_read',
      title: 'Mark an email as read',
      description: 'Mark an email as read, or as unread.',
    },
    readOnly: false,
    input: z.strictObject({
      message_id: idArg,
      read: z.boolean().optional().describe('false: as unread; read if left out.'),
    }),
    request: ({ message_id, read }) => ({
      kind: 'mark',
      id: message_id,
      flag: 'read',
      on: read ?? true,
    }),
    facts: ({ message_id, read }) => ({
      kind: 'record',
      verb: read === false ? 'Mark as unread' : 'Mark as read',
      target: `message ${message_id}`,
      fields: [],
    }),
  })

export const markMailFlagged = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.flag',
      name: 'mark_mail_flagged',
      title: 'Flag an email',
      description: 'Flag an email, or take its flag off.',
    },
    readOnly: false,
    input: z.strictObject({
      message_id: idArg,
      flagged: z.boolean().optional().describe('false: takes the flag off; on if left out.'),
    }),
    request: ({ message_id, flagged }) => ({
      kind: 'mark',
      id: message_id,
      flag: 'flagged',
      on: flagged ?? true,
    }),
    facts: ({ message_id, flagged }) => ({
      kind: 'record',
      verb: flagged === false ? 'Take the flag off' : 'Flag',
      target: `message ${message_id}`,
      fields: [],
    }),
  })
