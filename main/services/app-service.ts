// The topic `app`: the small snapshot that every screen shows round its edge.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import { ok } from '../../contract/result.ts'

export const appService = (state: () => AppState): TopicHandlers<'app'> => ({
  'app.state': async () => ok(state()),
})
