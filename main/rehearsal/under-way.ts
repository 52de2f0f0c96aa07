// The rehearsals that run or wait, one for each held call, so that a second request for the same call
// waits for the first one's end.
import type { Approval } from '../../contract/approval/approval.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import { err, type Result } from '../../contract/result.ts'
import { rehearsalQueue } from './queue.ts'

export type RehearsalsUnderWay = {
  has(id: ApprovalId): boolean
  /**
   * What is under way for `id`, or `work` as soon as it is its turn. It must not reject. Fails where
   * too many wait already.
   */
  start(
    id: ApprovalId,
    work: (signal: AbortSignal) => Promise<Result<Approval, Failure>>,
  ): Promise<Result<Approval, Failure>>
  stop(id: ApprovalId): void
  /** Nothing more is taken. */
  isClosing(): boolean
  /** Stops what runs and waits until nothing of it is left. */
  dispose(): Promise<void>
}

/** `most`: the one that runs, and those that wait. */
export function openRehearsalsUnderWay(most: number): RehearsalsUnderWay {
  const queue = rehearsalQueue(most)
  const underWay = new Map<
    ApprovalId,
    { readonly stop: AbortController; readonly result: Promise<Result<Approval, Failure>> }
  >()
  let closing = false
  return {
    has: (id) => underWay.has(id),
    start(id, work) {
      const already = underWay.get(id)
      if (already !== undefined) return already.result
      const stop = new AbortController()
      const result = closing ? null : queue.add(() => work(stop.signal))
      if (result === null) return Promise.resolve(err(busy))
      underWay.set(id, { stop, result })
      return result.finally(() => underWay.delete(id))
    },
    stop: (id) => underWay.get(id)?.stop.abort(),
    isClosing: () => closing,
    async dispose() {
      closing = true
      for (const { stop } of underWay.values()) stop.abort()
      await queue.idle()
    },
  }
}

const busy = failure('rehearsal.busy', 'Too many rehearsals are waiting.', 'Try again in a moment.')
