// The topic `schedules`: the jobs that are kept, with a row in the journal when a person removes one.
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { ok } from '../../contract/result.ts'
import type { Schedules } from '../schedule/schedules.ts'

export function schedulesService(
  schedules: Schedules,
  record: (entry: JournalEntry) => Promise<unknown>,
): TopicHandlers<'schedules'> {
  return {
    'schedules.list': async () => ok([...schedules.list()]),
    async 'schedules.remove'({ id }, { surface }) {
      const removed = schedules.remove(id)
      if (!removed.ok) return removed
      await record({ kind: 'schedule', change: 'removed', name: removed.value.name, surface })
      return ok([...schedules.list()])
    },
  }
}
