// Events that come in from outside: the webhooks that let them in, the list in which they are kept,
// and what one call may do with that list.
import { failure, type Failure } from '../../contract/failure.ts'
import { eventOrigin, type InboundEvent } from '../../contract/inbound/event.ts'
import type { EventsPower } from '../../contract/inbound/events-power.ts'
import type { ReadBack } from '../../contract/call/read-back.ts'
import type { CanonicalTouch, TouchOf } from '../../contract/call/touch.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { InboundDeps } from './inbound-deps.ts'
import { eventTouch, findEvent } from './event-touch.ts'
import { takeEvent } from './take-event.ts'
import { openWebhooks } from './webhooks.ts'

export type Inbound = ReturnType<typeof openInbound>

export function openInbound(deps: InboundDeps) {
  const { events, now, changed } = deps
  const get = (id: number): Result<InboundEvent, Failure> => findEvent(events, id)
  const mark = (id: number): Result<InboundEvent, Failure> => {
    const event = get(id)
    if (!event.ok || event.value.state === 'processed') return event
    events.mark(id, 'processed', now())
    changed()
    return get(id)
  }
  return {
    webhooks: openWebhooks(deps),
    list: events.list,
    counts: events.counts,
    get,
    mark,
    /** One that a person gives by hand. What is in it is believed no more than any other. */
    async send(given: {
      readonly source: string
      readonly type: string
      readonly text: string
    }): Promise<Result<InboundEvent, Failure>> {
      const bytes = Buffer.byteLength(given.text)
      const taken = await takeEvent({ channel: 'command', ...given, bytes }, () => true, deps)
      if (!taken.ok) return taken
      changed()
      // It has no delivery that could have come in before.
      if (taken.value === null) throw new Error('A new event was taken for an old one.')
      return ok(taken.value)
    },
    /** What a call would reach, as it is kept now. Fails where there is no such event. */
    touch: (touch: TouchOf<'event'>) => eventTouch(events, touch),
    /** What one call may do: what it was permitted, and no other event. */
    power(call: {
      readonly permitted: readonly CanonicalTouch[]
      readonly onReadBack: (read: ReadBack) => void
    }): EventsPower {
      const when = async <T>(
        access: TouchOf<'event'>['access'],
        id: number | null,
        work: () => Result<T, Failure>,
      ): Promise<Result<T, Failure>> =>
        call.permitted.some(
          (touch) =>
            touch.kind === 'event' && touch.access === access && (touch.event?.id ?? null) === id,
        )
          ? work()
          : err(
              failure(
                'event.outside-permit',
                'This call was not permitted to do that with events.',
              ),
            )
      const given = (event: InboundEvent): InboundEvent => {
        const { id, source } = event
        call.onReadBack({ of: 'event', id, untrusted: eventOrigin(source) })
        return event
      }
      const one = (found: Result<InboundEvent, Failure>): Result<InboundEvent, Failure> =>
        found.ok ? ok(given(found.value)) : found
      return {
        list: (asked) => when('read', null, () => ok(events.list(asked).map(given))),
        get: (id) => when('read', id, () => one(get(id))),
        summary: () => when('read', null, () => ok(events.counts())),
        process: (id) => when('write', id, () => one(mark(id))),
      }
    },
  }
}
