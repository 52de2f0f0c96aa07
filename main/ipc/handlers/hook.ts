import type { Failure } from '../../../contract/failure.ts'
import type { HookCall, HookDecided, HookEnded } from '../../../contract/server/hook.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { Result } from '../../../contract/result.ts'

export type HooksService = {
  decide(call: HookCall): Promise<Result<HookDecided, Failure>>
  ended(session: HookEnded): Promise<Result<null, Failure>>
}

export const hookHandlers = (
  hooks: HooksService,
): Pick<Handlers, 'hook.decide' | 'hook.ended'> => ({
  'hook.decide': (call) => hooks.decide(call),
  'hook.ended': (session) => hooks.ended(session),
})
