// Marks an event as processed, so that it is not taken up a second time.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { eventId } from '../events/event-args.ts'
import { marksEvents } from '../events/event-manifest.ts'

export const processWebhookEvent = defineTool({
  manifest: marksEvents({
    id: 'webhooks.process',
    name: 'process_webhook_event',
    title: 'Mark an event as processed',
    description: 'Mark an event that came in as processed. It stays in the list.',
  }),
  requiredPowers: ['event'],
  input: z.strictObject({ event_id: eventId }),
  action: () => null,
  touches: ({ event_id: event }) => [{ kind: 'event', access: 'write', event }],
  async execute({ event_id }, { power }) {
    const done = await power.event.process(event_id)
    if (!done.ok) return done
    const { id, source } = done.value
    return ok({ text: `Marked the event ${id} of ${source} as processed.`, data: { id } })
  },
})
