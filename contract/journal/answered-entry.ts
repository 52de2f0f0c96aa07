// The row of the journal that says how a held call was answered.
import { z } from 'zod'
import { ApprovalAnswer } from '../approval/approval.ts'
import { ApprovalRoute } from '../approval/approval-route.ts'
import { Cut } from '../approval/result-review.ts'
import { FleetPerson, SecondHash } from '../approval/second-person.ts'
import { AnsweredOn } from '../call/principal.ts'
import { ApprovalId, CallId, RequestHash } from '../ids.ts'

export const AnsweredEntry = z.strictObject({
  kind: z.literal('answered'),
  callId: CallId,
  tool: z.string(),
  approvalId: ApprovalId,
  answer: ApprovalAnswer,
  /** person: somebody said so. Anything else: nobody did, so deny once. */
  route: ApprovalRoute,
  surface: AnsweredOn.nullable(),
  /** Proof that was asked for and given. */
  stepUp: z.enum(['passphrase', 'totp', 'system']).optional(),
  word: z.string().optional(),
  /** Request hash of the arguments as the person edited them. */
  edited: RequestHash.optional(),
  about: z.literal('result').optional(),
  /** Lines of the result that were left out. */
  cut: Cut.optional(),
  /** The second person, whose signed answer this is; `surface` and `stepUp` are of the first. */
  second: z.strictObject({ ...FleetPerson.shape, request: SecondHash, at: z.int() }).optional(),
})
