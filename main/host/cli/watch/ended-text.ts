// What is said where a call that was shown is over without an answer from here: who or what ended it.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ApprovalRoute } from '../../../../contract/approval/approval-route.ts'
import type { AnsweredOn } from '../../../../contract/call/principal.ts'
import { visible } from '../output/show.ts'

/** One line: “Denied in the window: Run a command”. */
export function endedText({ state, route, answeredOn, second, title }: Approval): string {
  const other = second?.by ?? null
  const byPerson = route === null ? answeredOn !== null : route === 'person'
  const how =
    other !== null
      ? `${stateWords[state]} by ${visible(other.person)} on ${visible(other.machine)}`
      : byPerson
        ? `${stateWords[state]} ${answeredOn === null ? 'elsewhere' : answeredWords[answeredOn]}`
        : route === null
          ? `${stateWords[state]} without an answer`
          : routeWords[route]
  return `${how}: ${visible(title)}`
}

const stateWords: Readonly<Record<Approval['state'], string>> = {
  pending: 'Ended',
  approved: 'Approved',
  consumed: 'Approved',
  denied: 'Denied',
  expired: 'Expired',
  cancelled: 'Withdrawn',
}

const answeredWords: Readonly<Record<AnsweredOn, string>> = {
  window: 'in the window',
  browser: 'in the browser',
  cli: 'on the command line',
  client: 'in the client’s own prompt',
}

const routeWords: Readonly<Record<ApprovalRoute, string>> = {
  person: 'Ended',
  'emergency-stop': 'Ended because everything was stopped',
  'time-out': 'Nobody answered in time',
  guard: 'Ended because Gatehouse does not allow it any more',
  preset: 'Ended because the preset does not allow it any more',
  'policy-change': 'Ended because the rules do not allow it any more',
  'tool-gone': 'Ended because its tool is not there any more',
  'run-ended': 'Ended with the run that asked',
  'client-gone': 'Withdrawn by its client',
  replaced: 'Held again as another call',
  'program-end': 'Ended because Gatehouse ended',
  unrecorded: 'Ended because the journal could not be written',
  cancelled: 'Withdrawn',
}
