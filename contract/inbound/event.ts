// What came in from outside and was kept: by whom, of what kind, and its text, which anyone may have
// written.
import { z } from 'zod'
import type { CanonicalTouchOf } from '../call/touch.ts'

/** webhook: a signed request to this machine. command: `gatehouse events send`. */
export const EventChannel = z.enum(['webhook', 'command'])
export type EventChannel = z.infer<typeof EventChannel>

export const EventState = z.enum(['pending', 'processed'])
export type EventState = z.infer<typeof EventState>

/** The name of a webhook, and of whatever else sends. */
export const EventSource = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,47}$/,
    'lower-case letters, digits and hyphens, 48 at most, such as build-server',
  )
export type EventSource = z.infer<typeof EventSource>

/** As its sender calls it. */
export const EventType = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$/,
    'letters, digits, dots, colons, hyphens and underscores, such as build.failed',
  )

export const InboundEvent = z.strictObject({
  id: z.int(),
  channel: EventChannel,
  source: z.string(),
  /** Empty: its sender says none. */
  type: z.string(),
  state: EventState,
  receivedAt: z.int(),
  processedAt: z.int().nullable(),
  /** Without secrets, hidden characters made visible. In lists its beginning alone. */
  text: z.string(),
  /** Of the whole text. */
  chars: z.int(),
  /** As it came in. */
  bytes: z.int(),
  /** What reads like orders to a model, or was hidden. */
  flags: z.array(z.string()),
  /** Names of the jobs that it started. */
  jobs: z.array(z.string()),
})
export type InboundEvent = z.infer<typeof InboundEvent>

/** Null: any. */
export const EventsAsked = z.strictObject({
  channel: EventChannel.nullable().default(null),
  source: z.string().max(48, 'at most 48 characters').nullable().default(null),
  type: z.string().max(100, 'at most 100 characters').nullable().default(null),
  state: EventState.nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
})
export type EventsAsked = z.infer<typeof EventsAsked>

/** Events of one source and type. */
export const EventCount = z.strictObject({
  channel: EventChannel,
  source: z.string(),
  type: z.string(),
  pending: z.int(),
  processed: z.int(),
  newestAt: z.int(),
})
export type EventCount = z.infer<typeof EventCount>

/** `the events that came in`, or `the event 7 of build-server`. */
export const eventTarget = ({ event }: Pick<CanonicalTouchOf<'event'>, 'event'>): string =>
  event === null ? 'the events that came in' : `the event ${event.id} of ${event.source}`

/** From whom its text is, for cards, labels and the model. */
export const eventOrigin = (source: string): string => `an event of ${source}`
