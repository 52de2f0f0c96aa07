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
  'time-out': 'Nobody answered in time, so the call was denied this once.',
  guard:
    'Nobody answered. The exfiltration guard came on while the call was waiting, and the call goes out.',
  preset:
    'Nobody answered. Another preset came into force while the call was waiting, and it does not allow the call.',
  'policy-change':
    'Nobody answered. The policy changed while the call was waiting, and now refuses it.',
  'tool-gone':
    'Nobody answered. The tool, or the server that has it, went away while the call was waiting.',
  'run-ended': 'Nobody answered. The run ended while the call was waiting.',
  'client-gone': 'Nobody answered. The client that asked went away, or took the call back.',
  replaced: 'Nobody answered. The call was asked again as another approval.',
  'program-end': 'Gatehouse ended before the call could run, so it did not run.',
  unrecorded:
    'The call could not be recorded in the journal, so nobody was asked and it did not run.',
  cancelled: 'The question was withdrawn before anyone answered.',
}

/** The person's word goes to the model as theirs, and as nothing else. */
export function endFailure({ route, word, answer, answeredOn }: Approval): Failure {
  switch (route) {
    case 'person': {
      const where =
        answeredOn === 'client'
          ? 'The prompt of the client answered no to this call'
          : 'A person looked at this call and said no'
      const no = answer === 'deny-always' ? `${where}, now and in future.` : `${where}.`
      return said('approval.denied', word === null || word === '' ? no : `${no} They add: ${word}`)
    }
    case 'emergency-stop':
      return stoppedAll
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
    case 'program-end':
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
  'Nothing runs until they say so. Stop here, and wait for them.',
)

const said = (code: string, text: string): Failure =>
  failure(code, text, 'Do not repeat the same call; find another way or tell the person.')
