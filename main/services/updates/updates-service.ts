// The topic `updates`: state, check, download and install of an update.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import type { Updates } from './updates.ts'

export const updatesService = (updates: Updates): TopicHandlers<'updates'> => ({
  'updates.state': async () => ok(updates.state()),
  'updates.check': () => updates.check(),
  'updates.download': async () => updates.download(),
  'updates.install': async ({ wait }) => updates.install(wait),
})
