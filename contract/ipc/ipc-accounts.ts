// Channels: accounts at outside services that a person signs in to.
import { z } from 'zod'
import { call, everywhere, none } from './channel.ts'

const plain = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'plain characters without spaces')

/** An account as a person sees it; no token and no client. */
export const AccountState = z.strictObject({
  account: z.literal('google'),
  signedIn: z.boolean(),
  /** The page that waits for the person in the browser; null: none does. */
  page: z.string().nullable(),
})
export type AccountState = z.infer<typeof AccountState>

export const accountsChannels = {
  'accounts.list': call(everywhere, none, z.array(AccountState)),
  /**
   * Opens the page of Google in the browser and waits for the person there. The client is the one
   * that the person made for Gatehouse. Failures: `account.sign-in`, `account.token`.
   */
  'accounts.sign-in': call(
    everywhere,
    z.strictObject({ account: z.literal('google'), clientId: plain, clientSecret: plain }),
    z.null(),
  ),
  'accounts.sign-out': call(everywhere, z.strictObject({ account: z.literal('google') }), z.null()),
} as const
