// Channels: accounts at outside services that a person signs in to.
import { z } from 'zod'
import { call, screens } from './channel.ts'

const plain = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'plain characters without spaces')

export const accountsChannels = {
  /**
   * Opens the page of Google in the browser and waits for the person there. The client is the one
   * that the person made for Gatehouse. Failures: `account.sign-in`, `account.token`.
   */
  'accounts.sign-in': call(
    screens,
    z.strictObject({ account: z.literal('google'), clientId: plain, clientSecret: plain }),
    z.null(),
  ),
  'accounts.sign-out': call(screens, z.strictObject({ account: z.literal('google') }), z.null()),
} as const
