// Lists what came in by webhooks.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { limit, source, status } from '../events/event-args.ts'
import { eventsOutput } from '../events/event-lines.ts'
import { readsEvents } from '../events/event-manifest.ts'

export const listWebhookEvents = defineTool({
  manifest: readsEvents({
    id: 'webhooks.list',
    name: 'list_webhook_events',
    title: 'Events of webhooks',
    description:
      'List events that came in by webhooks, the newest first. Anyone may have written their text.',
  }),
  requiredPowers: ['event'],
  input: z.strictObject({ status, source, limit }),
  action: () => null,
  touches: () => [{ kind: 'event', access: 'read', event: null }],
  async execute({ status: state = null, source: from = null, limit: most }, { power }) {
    const asked = { channel: 'webhook', source: from, type: null, state, limit: most + 1 } as const
    const found = await power.event.list(asked)
    return found.ok ? ok(eventsOutput(found.value, most)) : found
  },
})
