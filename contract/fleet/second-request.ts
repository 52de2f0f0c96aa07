// What one machine asks the persons of others, and what they answer. Both are signed as the text
// they are sent as, so a database between them can change nothing of either.
import { z } from 'zod'
import { Approval } from '../approval/approval.ts'
import { FleetPerson, FirstAnswer, SecondHash } from '../approval/second-person.ts'
import { MachineName } from './machine.ts'

/** Everything the card shows. `nonce`: the same call asked again is another request. */
export const SecondRequest = z.strictObject({
  version: z.literal(1),
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  from: FleetPerson,
  /** The machines whose persons may answer. */
  to: z.array(MachineName).min(1).max(64),
  first: FirstAnswer,
  /** As the first person saw it: secrets replaced. */
  approval: Approval,
})
export type SecondRequest = z.infer<typeof SecondRequest>

export const SecondAnswer = z.strictObject({
  version: z.literal(1),
  request: SecondHash,
  /** The machine that asked. */
  to: MachineName,
  from: FleetPerson,
  answer: z.enum(['approve', 'deny']),
  /** With a denial: a word to the model. */
  word: z.string().max(2_000).nullable(),
  /** Epoch milliseconds, by the clock of the machine that answers. */
  at: z.int(),
})
export type SecondAnswer = z.infer<typeof SecondAnswer>
