// The topic `guard`: switch the exfiltration guard on or off.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { UpdateConfig } from '../config/update-config.ts'

export const guardService = (update: UpdateConfig): TopicHandlers<'guard'> => ({
  'guard.set': ({ on, ...evidence }, { surface }) =>
    update({ exfiltrationGuard: { enabled: on } }, evidence, surface),
})
