// Reads one event whole.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { eventId } from '../events/event-args.ts'
import { eventOutput } from '../events/event-lines.ts'
import { readsEvents } from '../events/event-manifest.ts'

export const getWebhookEvent = defineTool({
  manifest: readsEvents({
    id: 'webhooks.get',
    name: 'get_webhook_event',
    title: 'One event',
    description: 'Read one event that came in, whole. Anyone may have written its text.',
  }),
  requiredPowers: ['event'],
  input: z.strictObject({ event_id: eventId }),
  action: () => null,
  touches: ({ event_id: event }) => [{ kind: 'event', access: 'read', event }],
  async execute({ event_id }, { power }) {
    const found = await power.event.get(event_id)
    return found.ok ? ok(eventOutput(found.value)) : found
  },
})
