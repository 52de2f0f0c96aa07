// Channels: webhooks, and the events that came in.
import { z } from 'zod'
import {
  EventCount,
  EventSource,
  EventType,
  EventsAsked,
  InboundEvent,
} from '../../inbound/event.ts'
import { NewWebhook, WebhooksState } from '../../inbound/webhook.ts'
import { call, everywhere, none } from '../channel.ts'

const named = z.strictObject({ name: EventSource })

export const inboundChannels = {
  'webhooks.list': call(everywhere, none, WebhooksState),
  /** Its secret is given this once. Failures: `webhook.exists`, `webhook.full`, no store for it. */
  'webhooks.add': call(everywhere, named, NewWebhook),
  /** A new secret; the old one is worth nothing from then on. Failures: `webhook.unknown`. */
  'webhooks.renew': call(everywhere, named, NewWebhook),
  'webhooks.pause': call(
    everywhere,
    z.strictObject({ name: EventSource, paused: z.boolean() }),
    WebhooksState,
  ),
  'webhooks.remove': call(everywhere, named, WebhooksState),
  /** The newest first. */
  'events.list': call(everywhere, EventsAsked, z.array(InboundEvent)),
  'events.counts': call(everywhere, none, z.array(EventCount)),
  /** Failures: `event.unknown`. */
  'events.get': call(everywhere, z.strictObject({ id: z.int() }), InboundEvent),
  /** Marks it as processed. */
  'events.process': call(everywhere, z.strictObject({ id: z.int() }), InboundEvent),
  /** As if it had come in. Starts the jobs that wait for one like it. */
  'events.send': call(
    everywhere,
    z.strictObject({
      source: EventSource,
      type: EventType.or(z.literal('')).default(''),
      text: z.string().min(1).max(262_144),
    }),
    InboundEvent,
  ),
} as const
