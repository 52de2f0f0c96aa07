// The topic `config`: change what is configured.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { UpdateConfig } from './update-config.ts'

export const configService = (update: UpdateConfig): TopicHandlers<'config'> => ({
  'config.update': ({ proof, confirmed, ...patch }, { surface }) =>
    update(patch, { proof, confirmed }, surface),
})
