// What an agent is told about an approval that ended without being approved. It mentions a person
// only where one answered.
import type { Approval } from '../../contract/approval/approval.ts'
import type { ApprovalRoute } from '../../contract/approval/approval-route.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/never.ts'

type Withdrawn = Exclude<ApprovalRoute, 'person' | 'emergency-stop'>

/** Names no setting: it is read by a model. */
const sentences: Readonly<Record<Withdrawn, string>> = {
  'time-out': 'Nobody answered in time, so the call was denied once.',
  guard:
    'Nobody answered. The exfiltration guard was turned on while the call was held, and the call sends data out.',
  preset:
    'Nobody answered. The preset changed while the call was held, and the new preset does not allow the call.',
  'policy-change':
    'Nobody answered. The policy changed while the call was held, and now denies it.',
  'tool-gone':
    'Nobody answered. The tool, or the server that has it, became unavailable while the call was held.',
  'run-ended': 'Nobody answered. The run ended while the call was held.',
  'client-gone': 'Nobody answered. The client disconnected or cancelled the call.',
  replaced: 'Nobody answered. The call is held again as a new approval.',
  'program-end': 'Gatehouse quit before the call could run, so it did not run.',
  unrecorded: 'The call could not be recorded in the journal, so it was not held and did not run.',
  cancelled: 'The approval was withdrawn before anyone answered.',
}

/** The person's word goes to the model as theirs, and as nothing else. */
export function endFailure({ route, word, answer, answeredOn }: Approval): Failure {
  switch (route) {
    case 'person': {
      const where =
        answeredOn === 'client'
          ? 'The call was denied in the prompt of the client'
          : 'A person denied this call'
      const no =
        answer === 'deny-always'
          ? `${where}, now and always.`
          : answer === 'deny-scope'
            ? `${where}, and calls like it for longer.`
            : `${where}.`
      return said('approval.denied', word === null || word === '' ? no : `${no} They add: ${word}`)
    }
    case 'emergency-stop':
      return stoppedAll
    case 'program-end':
      // Nobody said no: it may be asked about once more.
      return failure(
        'approval.cancelled',
        sentences[route],
        'Make the call again if you still need it.',
      )
    case 'time-out':
      return said('approval.expired', sentences[route])
    case null:
    case 'guard':
    case 'preset':
    case 'policy-change':
    case 'tool-gone':
    case 'run-ended':
    case 'client-gone':
    case 'replaced':
    case 'unrecorded':
    case 'cancelled':
      return said('approval.cancelled', sentences[route ?? 'cancelled'])
    default:
      return assertNever(route, 'endFailure')
  }
}

export const stoppedAll = failure(
  'denied.emergency-stop',
  'Refused: A person stopped everything.',
  'Nothing runs until they allow it. Stop here and wait.',
)

const said = (code: string, text: string): Failure =>
  failure(code, text, 'Do not repeat the same call. Try another approach, or tell the person.')
