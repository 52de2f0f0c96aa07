// What a tool can do with what came in. As every power, bound to the permitted touches of one call.
import type { Failure } from '../failure.ts'
import type { Result } from '../result.ts'
import type { EventCount, EventsAsked, InboundEvent } from './event.ts'

/** Fails with `event.outside-permit` for what this call was not permitted, and `event.unknown`. */
export type EventsPower = {
  /** The newest first. */
  list(asked: EventsAsked): Promise<Result<readonly InboundEvent[], Failure>>
  get(id: number): Promise<Result<InboundEvent, Failure>>
  /** By source and type, those with pending ones first. */
  summary(): Promise<Result<readonly EventCount[], Failure>>
  /** Marks it as processed. */
  process(id: number): Promise<Result<InboundEvent, Failure>>
}
