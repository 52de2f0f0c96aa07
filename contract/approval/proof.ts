import { z } from 'zod'

/** Evidence that a person is there, for R4: used once, and never stored. */
export const Proof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase'), passphrase: z.string().min(1).max(1024) }),
  z.strictObject({ kind: z.literal('totp'), code: z.string().regex(/^\d{6}$/, 'six digits') }),
  /** The system asks the person itself, by a finger. For approvals in the window only. */
  z.strictObject({ kind: z.literal('system') }),
])
export type Proof = z.infer<typeof Proof>
