// Counts what came in, by source and type.
import { z } from 'zod'
import type { Json } from '../../contract/json.ts'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { momentText, ownZone } from '../../contract/schedule/job-sentence.ts'
import { readsEvents } from './event-manifest.ts'

export const getEventSummary = defineTool({
  manifest: readsEvents({
    id: 'events.summary',
    name: 'get_event_summary',
    title: 'Summary of events',
    description: 'Count the events that came in, by source and type, and those not processed yet.',
  }),
  requiredPowers: ['event'],
  input: z.strictObject({}),
  action: () => null,
  touches: () => [{ kind: 'event', access: 'read', event: null }],
  async execute(_given, { power }) {
    const counted = await power.event.summary()
    if (!counted.ok) return counted
    const lines = counted.value.map(
      ({ source, type, pending, processed, newestAt }) =>
        `${source}${type === '' ? '' : `, ${type}`}: ${pending} pending, ${processed} processed, the newest on ${momentText(newestAt, ownZone())}`,
    )
    return ok({
      text: lines.length === 0 ? 'No event came in.' : lines.join('\n'),
      data: { counts: counted.value as unknown as Json },
    })
  },
})
