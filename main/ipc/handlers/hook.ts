import type { Failure } from '../../../contract/failure.ts'
import type { HookCall, HookDecided } from '../../../contract/hook.ts'
import type { Handlers } from '../../../contract/ipc.ts'
import type { Result } from '../../../contract/result.ts'

export type HooksOffer = { decide(call: HookCall): Promise<Result<HookDecided, Failure>> }

export const hookHandlers = (hooks: HooksOffer): Pick<Handlers, 'hook.decide'> => ({ 'hook.decide': (call) => hooks.decide(call) })
