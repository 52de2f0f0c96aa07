// The topic `webhooks`: what lets events in, with a row in the journal for each change.
import type { Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { Webhooks } from '../../inbound/webhooks.ts'

export type WebhooksServiceDeps = {
  readonly webhooks: Webhooks
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
}

type Change = Extract<JournalEntry, { kind: 'webhook' }>['change']

export function webhooksService({
  webhooks,
  record,
}: WebhooksServiceDeps): TopicHandlers<'webhooks'> {
  const noted = (change: Change, name: string, surface: Surface) =>
    record({ kind: 'webhook', change, name, text: '', count: 1, surface })
  /** Nobody is let in of whom no row says that a person did so. */
  const ifNoted = async <T>(
    row: Promise<Result<unknown, Failure>>,
    work: () => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> => {
    const written = await row
    return written.ok ? work() : written
  }
  return {
    'webhooks.list': async () => ok(webhooks.state()),
    'webhooks.add': ({ name }, { surface }) =>
      ifNoted(noted('added', name, surface), () => webhooks.add(name)),
    'webhooks.renew': ({ name }, { surface }) =>
      ifNoted(noted('renewed', name, surface), () => webhooks.renew(name)),
    async 'webhooks.pause'({ name, paused }, { surface }) {
      const done = await webhooks.pause(name, paused)
      if (done.ok) await noted(paused ? 'paused' : 'resumed', name, surface)
      return done
    },
    async 'webhooks.remove'({ name }, { surface }) {
      const done = await webhooks.remove(name)
      if (done.ok) await noted('removed', name, surface)
      return done
    },
  }
}
