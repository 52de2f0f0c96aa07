// What `google_mail` takes: recipients are addresses and nothing else, every text of a header one line.
import { z } from 'zod'
import {
  actionNames,
  changes,
  fitsAction,
  oneLine,
  reads,
  type ActionTable,
} from '../action-args.ts'
import { filesArg } from './mail-files.ts'

export const mailActions = {
  search: reads(['query'], ['max_results', 'page']),
  read: reads(['message_id']),
  attachment: reads(['message_id', 'attachment']),
  list_labels: reads([]),
  send: changes(['to', 'subject', 'body'], ['cc', 'bcc', 'attachments', 'files']),
  reply: changes(['message_id', 'to', 'subject', 'body'], ['cc', 'bcc', 'attachments', 'files']),
  label: changes(['message_id'], ['label_ids', 'remove_label_ids']),
  trash: changes(['message_id']),
} satisfies ActionTable

/** One address and nothing else: no name, no list, no line break. */
const address = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/,
    'one address such as ada@example.org, without a name',
  )
const addresses = z.array(address).min(1).max(50)
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id as search shows it')
const labels = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'the id of a label'))
  .min(1)
  .max(20)

export const mailInput = z
  .strictObject({
    action: z.enum(actionNames(mailActions)).describe('What to do.'),
    query: z
      .string()
      .min(1)
      .max(500)
      .refine(oneLine, 'one line')
      .optional()
      .describe('In the words of Gmail, such as "from:ada is:unread".'),
    max_results: z.int().min(1).max(50).optional().describe('Messages on a page; 10 if left out.'),
    page: z
      .string()
      .regex(/^[\w-]{1,200}$/, 'the page that the answer before named')
      .optional()
      .describe('Which page, as the answer before names it.'),
    message_id: id.optional().describe('Id of a message, as search shows it.'),
    attachment: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('attachment: which one, by the number that read gives it.'),
    to: addresses.optional().describe('Who gets it, each address by itself.'),
    cc: addresses.optional().describe('Who gets a copy.'),
    bcc: addresses.optional().describe('Who gets a copy unseen by the others.'),
    subject: z.string().min(1).max(500).refine(oneLine, 'one line').optional().describe('Subject.'),
    body: z.string().min(1).max(50_000).optional().describe('Plain text.'),
    attachments: z
      .array(
        z.strictObject({
          name: z
            .string()
            .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u, 'a file name without a folder'),
          text: z.string().max(200_000),
        }),
      )
      .min(1)
      .max(5)
      .optional()
      .describe('Files of text that are written here and go with it.'),
    files: filesArg.optional(),
    label_ids: labels.optional().describe('label: ids of labels to add.'),
    remove_label_ids: labels.optional().describe('label: ids of labels to take off.'),
  })
  .superRefine(fitsAction(mailActions))
  .refine(
    ({ action, label_ids, remove_label_ids }) =>
      action !== 'label' || label_ids !== undefined || remove_label_ids !== undefined,
    { message: 'label needs label_ids or remove_label_ids', path: ['label_ids'] },
  )
export type MailInput = z.infer<typeof mailInput>
