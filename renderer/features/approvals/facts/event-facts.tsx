// An event: when, where, and who is invited.
import type { CallFacts } from '../../../../contract/approval/call-facts.ts'
import { Block, Rows } from './fact-parts.tsx'
import { givenMoment } from './given-moment.ts'
import { strings } from './strings.ts'

export function EventFacts({ facts }: { readonly facts: Extract<CallFacts, { kind: 'event' }> }) {
  const { calendar, start, end, zone, invited, notified, location, description } = facts
  const { event = null, response = null } = facts
  return (
    <>
      <Rows
        rows={[
          [strings.event, event],
          [strings.response, response],
          [strings.start, start === null ? strings.unchanged : givenMoment(start)],
          [strings.end, end === null ? strings.unchanged : givenMoment(end)],
          [strings.zone, zone],
          [strings.invited, invited.length === 0 ? strings.nobody : invited],
          [strings.notified, notified],
          [strings.location, location],
          [strings.calendar, calendar],
        ]}
      />
      <Block title={strings.description} text={description} />
    </>
  )
}
