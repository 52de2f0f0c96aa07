// Lists what came in from outside, by whatever channel.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { channel, eventType, limit } from './event-args.ts'
import { eventsOutput } from './event-lines.ts'
import { readsEvents } from './event-manifest.ts'

export const listInboundEvents = defineTool({
  manifest: readsEvents({
    id: 'events.list',
    name: 'list_inbound_events',
    title: 'Events that came in',
    description:
      'List events that came in from outside, the newest first. Anyone may have written their text.',
  }),
  requiredPowers: ['event'],
  input: z.strictObject({ channel, event_type: eventType, limit }),
  action: () => null,
  touches: () => [{ kind: 'event', access: 'read', event: null }],
  async execute({ channel: by = null, event_type: type = null, limit: most }, { power }) {
    const asked = { channel: by, source: null, type, state: null, limit: most + 1 }
    const found = await power.event.list(asked)
    return found.ok ? ok(eventsOutput(found.value, most)) : found
  },
})
