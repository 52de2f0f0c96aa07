// What the tools for mail take.
import { z } from 'zod'
import { oneLine } from '../service/action-args.ts'

/** One address and nothing else: no name, no list, no line break. */
export const addressArg = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/,
    'one address such as ada@example.org, without a name',
  )
export const addressesArg = z.array(addressArg).min(1).max(50)
/** Of Gmail an id; of a mail server the mailbox and the number in it. */
export const idArg = z
  .string()
  .max(300)
  .refine(oneLine, 'one line')
  .regex(
    /^(?:[A-Za-z0-9_-]{1,64}|[^/:][^:]{0,199}:[1-9][0-9]{0,9}:[1-9][0-9]{0,9})$/,
    'an id as a list shows it',
  )
  .describe('Id of a message, as a list shows it.')
export const mailboxArg = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(oneLine, 'one line')
  .describe('Name of a mailbox or label, such as INBOX.')
export const limitArg = z
  .int()
  .min(1)
  .max(50)
  .optional()
  .describe('Messages at most; 10 if left out.')
export const USUAL_LIMIT = 10
