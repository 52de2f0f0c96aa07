// Whether a passphrase, one-time codes and Touch ID are set up.
import { z } from 'zod'

/** What can prove that a person is there. */
export const StepUpState = z.strictObject({
  passphrase: z.boolean(),
  totp: z.boolean(),
  /** Touch ID: whether this Mac can ask by it, and whether the person lets it count. */
  system: z.enum(['none', 'off', 'on']),
  /**
   * Epoch milliseconds until which no proof is taken, after too many wrong ones; null when open.
   */
  lockedUntil: z.int().nullable(),
})
export type StepUpState = z.infer<typeof StepUpState>
