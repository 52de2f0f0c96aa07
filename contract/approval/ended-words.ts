// Who or what ended an approval, in words for a person who looks at it, or who answers it too late.
import type { AnsweredOn } from '../call/principal.ts'
import type { Approval } from './approval.ts'
import type { ApprovalRoute } from './approval-route.ts'

/**
 * “Denied in the window”, without a full stop. Names of people and machines are as they were
 * written: make them visible before a terminal shows them.
 */
export function endedWords({
  state,
  route,
  answeredOn,
  second,
}: Pick<Approval, 'state' | 'route' | 'answeredOn' | 'second'>): string {
  const other = second?.by ?? null
  if (other !== null) return `${stateWords[state]} by ${other.person} on ${other.machine}`
  const byPerson = route === null ? answeredOn !== null : route === 'person'
  if (byPerson)
    return `${stateWords[state]} ${answeredOn === null ? 'elsewhere' : answeredWords[answeredOn]}`
  return route === null ? `${stateWords[state]} without an answer` : routeWords[route]
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
  'tool-gone': 'Ended because its tool is no longer available',
  'run-ended': 'Ended with the run that asked',
  'client-gone': 'Withdrawn by its client',
  replaced: 'Held again as another call',
  'program-end': 'Ended because Gatehouse ended',
  unrecorded: 'Ended because the journal could not be written',
  cancelled: 'Withdrawn',
}
