// What an approval shows of the second person it needs, and of the machine it came from.
import { z } from 'zod'
import { MachineName } from '../fleet/machine.ts'
import { AnsweredOn } from '../call/principal.ts'

/** Somebody at a machine of the fleet, as the configuration here names them. */
export const FleetPerson = z.strictObject({ machine: MachineName, person: z.string() })
export type FleetPerson = z.infer<typeof FleetPerson>

/** SHA-256 of a signed request: what a second person answers names exactly this. */
export const SecondHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'SecondHash'>()
export type SecondHash = z.infer<typeof SecondHash>

/** The proof that was given with an answer. */
export const ProofKind = z.enum(['passphrase', 'totp', 'system'])

/** The first person's own approval, which waits for the second. */
export const FirstAnswer = z.strictObject({
  /** Epoch milliseconds. */
  at: z.int(),
  surface: AnsweredOn,
  stepUp: ProofKind.nullable(),
})
export type FirstAnswer = z.infer<typeof FirstAnswer>

/** The first person has approved, and a second one is asked. */
export const SecondWait = z.strictObject({
  request: SecondHash,
  first: FirstAnswer,
  /** Who was asked. */
  asked: z.array(FleetPerson),
  /** Whether the shared database has the request. */
  sent: z.boolean(),
  /** Who decided; null: nobody yet, or it ended without a second person. */
  by: FleetPerson.nullable(),
  /** Why it is not there, or what is the matter with an answer, in one sentence. */
  trouble: z.string().nullable(),
})
export type SecondWait = z.infer<typeof SecondWait>
