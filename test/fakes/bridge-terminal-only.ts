// Channels that the window may not call.
import type { Handlers } from '../../contract/ipc/ipc.ts'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'

const refused = async () => err(failure('ipc.refused', 'Only the command line may do this.'))

export const terminalOnly: Pick<
  Handlers,
  'hook.decide' | 'hook.ended' | 'tools.run' | 'tools.held' | 'tools.cancel'
> = {
  'hook.decide': refused,
  'hook.ended': refused,
  'tools.run': refused,
  'tools.held': refused,
  'tools.cancel': refused,
}
