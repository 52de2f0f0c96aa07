// A webhook: a name on the loopback endpoint, and a secret that its sender signs with. The secret is
// shown once and is in no type that a list gives.
import { z } from 'zod'
import { EventSource } from './event.ts'

export const Webhook = z.strictObject({
  name: EventSource,
  createdAt: z.int(),
  paused: z.boolean(),
  /** When a signed request came in last; null: never. */
  usedAt: z.int().nullable(),
  received: z.int().min(0),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhooksState = z.strictObject({
  hooks: z.array(z.strictObject({ ...Webhook.shape, url: z.string().nullable() })),
  /** Why nothing comes in; null: it does, or there is no webhook. */
  problem: z.string().nullable(),
})
export type WebhooksState = z.infer<typeof WebhooksState>

/** What a person gets when a webhook is made or its secret renewed, and never again. */
export const NewWebhook = z.strictObject({
  name: EventSource,
  secret: z.string(),
  url: z.string().nullable(),
})
export type NewWebhook = z.infer<typeof NewWebhook>
