// Who or what ended an approval, in words for its card. Pure.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { strings } from '../strings.ts'

type Ended = Pick<Approval, 'route' | 'answeredOn' | 'answer' | 'second'>

/** Older rows say only where they were answered. */
export const byPerson = ({ route, answeredOn }: Ended): boolean =>
  route === null ? answeredOn !== null : route === 'person'

/** To be read on after the state: ` by you, in this window`, `: nobody answered in time`. */
export function endedBy(ended: Ended): string {
  const { route, answeredOn, answer, second } = ended
  const other = second?.by ?? null
  // A denial is of the one who gave it; an approval of both.
  if (other !== null && answer !== 'once') return ` ${strings.second.by(other)}`
  if (other !== null && answeredOn !== null)
    return ` ${strings.by[answeredOn]}${strings.second.and(other)}`
  if (byPerson(ended))
    return ` ${answeredOn === null ? strings.endedUnknown : strings.by[answeredOn]}`
  // An older row: nobody answered it, and what ended it was not written down.
  return route === null ? ` ${strings.endedUnknown}` : `: ${strings.ended[route]}`
}

/** `once`, `for good`: only where somebody gave that answer. */
export const answerWord = (ended: Ended): string =>
  byPerson(ended) && ended.answer !== null ? ` ${strings.answers[ended.answer]}` : ''
