// Sends an email once a person has approved it.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { oneLine } from '../service/action-args.ts'
import { addressesArg } from './mail-args.ts'
import { filesArg, filesShown } from '../service/mail/mail-files.ts'
import { recipientsOf } from '../../contract/call/powers/mail-request.ts'
import { mailTool } from './mail-tool.ts'

/** `confirm_send` decides nothing: a person approves each email. */
export const sendEmail = (services: Services) =>
  mailTool(services, {
    manifest: {
      id: 'mail.send',
      name: 'send_email',
      title: 'Send an email',
      description:
        'Send an email in the name of the person, who sees it whole and approves it first. Files of the workspace can go with it. Recipients are addresses alone, each by itself.',
    },
    readOnly: false,
    hidden: ['/body'],
    sendsFiles: true,
    input: z.strictObject({
      to: addressesArg.describe('Who gets it, each address by itself.'),
      subject: z.string().trim().min(1).max(500).refine(oneLine, 'one line').describe('Subject.'),
      body: z.string().min(1).max(50_000).describe('Plain text.'),
      cc: addressesArg.optional().describe('Who gets a copy.'),
      bcc: addressesArg.optional().describe('Who gets a copy unseen by the others.'),
      files: filesArg.optional(),
      confirm_send: z
        .boolean()
        .optional()
        .describe('Changes nothing: the person approves each email.'),
    }),
    request: ({ to, subject, body, cc, bcc, files }) => ({
      kind: 'send',
      mail: {
        to,
        subject,
        body,
        ...(cc === undefined ? {} : { cc }),
        ...(bcc === undefined ? {} : { bcc }),
        ...(files === undefined ? {} : { files }),
      },
    }),
    facts: ({ to, subject, body, cc = [], bcc = [], files }, shown) => ({
      kind: 'mail',
      verb: 'Send an email to',
      target: recipientsOf({ to, subject, body }).join(', '),
      to,
      cc,
      bcc,
      subject,
      body,
      answers: null,
      attachments: filesShown(files, shown),
    }),
  })
