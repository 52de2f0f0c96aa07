// What a call would reach of the events that came in, as they are kept now.
import { failure, type Failure } from '../../contract/failure.ts'
import type { InboundEvent } from '../../contract/inbound/event.ts'
import type { CanonicalTouch, TouchOf } from '../../contract/call/touch.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export type EventLookup = { get(id: number): InboundEvent | null }

/** Fails where there is no event of that id. */
export function findEvent(table: EventLookup, id: number): Result<InboundEvent, Failure> {
  const event = table.get(id)
  return event === null
    ? err(failure('event.unknown', `There is no event ${id}.`, 'List the events for their ids.'))
    : ok(event)
}

/** Fails where there is no such event. */
export function eventTouch(
  table: EventLookup,
  { access, event }: TouchOf<'event'>,
): Result<CanonicalTouch, Failure> {
  if (event === null) return ok({ kind: 'event', access, event: null })
  const found = findEvent(table, event)
  if (!found.ok) return found
  const { id, source, type, state } = found.value
  return ok({ kind: 'event', access, event: { id, source, type, state } })
}
