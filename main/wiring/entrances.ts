// Takes calls and answers in. Nothing begins while the app ends, and no call runs in safe mode.
import type { CallResult } from '../../contract/call/call.ts'
import { err } from '../../contract/result.ts'
import type { ApprovalQueue } from '../approvals/approval-queue-deps.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { refusal } from '../pipeline/refusals.ts'
import type { ToolCall } from '../pipeline/tool-call.ts'
import type { AppOptions } from './app-options.ts'
import type { WindDown } from '../recovery/wind-down.ts'

export type EntranceDeps = {
  readonly windDown: Pick<WindDown, 'refusal'>
  readonly safe: AppOptions['safe']
  readonly shown: (result: CallResult) => CallResult
  readonly approvalQueue: Pick<ApprovalQueue, 'answer'>
  readonly dispatch: Pipeline<unknown>['dispatch']
}

export type Entrances = {
  take(request: ToolCall, queue: boolean, signal?: AbortSignal): Promise<CallResult>
  readonly answer: ApprovalQueue['answer']
}

export function openEntrances({
  windDown,
  safe,
  shown,
  approvalQueue,
  dispatch,
}: EntranceDeps): Entrances {
  const unstopped = new AbortController().signal
  return {
    // Waits for nothing itself: what a function that waits was given it keeps, and a held call
    // waits for hours.
    take(request, queue, signal = unstopped) {
      const ends = windDown.refusal()
      if (ends !== null) return Promise.resolve(refusal(request.id, 'refused', ends, null))
      return (safe?.refuse(request) ?? dispatch(request, { signal, queue })).then(shown)
    },
    async answer(id, reply, surface) {
      // An approval that could not be carried through any more would be lost.
      const ends = windDown.refusal()
      return ends === null ? approvalQueue.answer(id, reply, surface) : err(ends)
    },
  }
}
