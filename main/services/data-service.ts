// The topic `data`: where everything lies on this machine, and how large it is.
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import { ok } from '../../contract/result.ts'
import { storageUsage } from './data/storage-usage.ts'

export const dataService = (places: Parameters<typeof storageUsage>[0]): TopicHandlers<'data'> => ({
  'data.places': async () => ok(await storageUsage(places)),
})
