// The topic `storage`: where everything lies on this machine, and how large it is.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import { storageUsage } from './storage-usage.ts'

export const storageService = (
  paths: Parameters<typeof storageUsage>[0],
): TopicHandlers<'storage'> => ({
  'storage.usage': async () => ok(await storageUsage(paths)),
})
