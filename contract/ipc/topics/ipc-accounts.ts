// Channels: accounts at outside services that a person signs in to.
import { z } from 'zod'
import { call, everywhere, none } from '../channel.ts'

const plain = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'plain characters without spaces')

export const AccountName = z.enum(['google', 'reddit'])
export type AccountName = z.infer<typeof AccountName>

/** An account as a person sees it; no token and no client. */
export const AccountState = z.strictObject({
  account: AccountName,
  signedIn: z.boolean(),
  /** The page that waits for the person in the browser; null: none does. */
  page: z.string().nullable(),
})
export type AccountState = z.infer<typeof AccountState>

export const accountsChannels = {
  'accounts.list': call(everywhere, none, z.array(AccountState)),
  /**
   * Google: opens its page in the browser and waits for the person there. The client is the one that
   * the person made for Gatehouse; at Reddit it is enough by itself. Failures: `account.sign-in`,
   * `account.token`, `account.refused`.
   */
  'accounts.sign-in': call(
    everywhere,
    z.strictObject({ account: AccountName, clientId: plain, clientSecret: plain }),
    z.null(),
  ),
  'accounts.sign-out': call(everywhere, z.strictObject({ account: AccountName }), z.null()),
} as const
