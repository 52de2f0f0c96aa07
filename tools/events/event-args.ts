// The arguments that tools for events share.
import { z } from 'zod'
import { EventChannel, EventSource, EventState, EventType } from '../../contract/inbound/event.ts'

/** One more is looked up, so that it is known whether there are more. */
export const limit = z.int().min(1).max(100).default(20).describe('Events at most.')
export const channel = EventChannel.optional().describe(
  'webhook: came in over HTTP; command: given by a person.',
)
export const eventType = EventType.optional().describe(
  'Only events of this type, as their sender calls it.',
)
export const source = EventSource.optional().describe('Only events of this webhook.')
export const status = EventState.optional().describe('Only events in this state.')
export const eventId = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .describe('The event, as lists give it.')
