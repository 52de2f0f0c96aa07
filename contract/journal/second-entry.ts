// The row of the journal about second approvals, on either machine.
import { z } from 'zod'
import { ApprovalId, CallId } from '../ids.ts'
import { AnsweredOn } from '../call/principal.ts'
import { ProofKind, SecondHash } from '../approval/second-person.ts'

/**
 * asked: the first person approved, and others are asked. given: a person here answered what another
 * machine asked. request-refused, answer-refused: what came was not what it claims to be, and has
 * no effect; `text` says why. That a call was let run by two is in the row `answered` of the call.
 */
export const SecondEntry = z.strictObject({
  kind: z.literal('second-approval'),
  change: z.enum(['asked', 'given', 'request-refused', 'answer-refused']),
  /** Of the signed request; null: it could not be read. */
  request: SecondHash.nullable(),
  /** The other machine, and its person where that is known; as it claims where it was refused. */
  machine: z.string().max(200),
  person: z.string().max(200).nullable(),
  toolName: z.string().nullable(),
  text: z.string().max(500),
  /** Of a call of this machine. */
  call: CallId.nullable(),
  approvalId: ApprovalId.nullable(),
  surface: AnsweredOn.nullable(),
  stepUp: ProofKind.nullable(),
})
export type SecondEntry = z.infer<typeof SecondEntry>
