// The topic `events`: what came in, with a row in the journal for what a person does with it.
import type { Failure } from '../../../contract/failure.ts'
import type { InboundEvent } from '../../../contract/inbound/event.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { Inbound } from '../../inbound/inbound.ts'

export type EventsServiceDeps = {
  readonly inbound: Inbound
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
}

export function eventsService({ inbound, record }: EventsServiceDeps): TopicHandlers<'events'> {
  const noted = (
    change: 'processed' | 'sent',
    { id, source, jobs }: InboundEvent,
    surface: Surface,
  ) =>
    record({
      kind: 'webhook',
      change,
      name: source,
      count: 1,
      surface,
      text:
        change === 'processed' || jobs.length === 0
          ? `Event ${id}.`
          : `Event ${id} started ${jobs.join(', ')}.`.slice(0, 500),
    })
  return {
    'events.list': async (asked) => ok([...inbound.list(asked)]),
    'events.counts': async () => ok([...inbound.counts()]),
    'events.get': async ({ id }) => inbound.get(id),
    async 'events.process'({ id }, { surface }) {
      const marked = inbound.mark(id)
      if (marked.ok) await noted('processed', marked.value, surface)
      return marked
    },
    async 'events.send'(given, { surface }) {
      const sent = await inbound.send(given)
      if (sent.ok) await noted('sent', sent.value, surface)
      return sent
    },
  }
}
