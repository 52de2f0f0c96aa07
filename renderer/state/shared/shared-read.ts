// One answer for all parts of the window that show the same. The first part asks; the others share
// the answer that is on its way. Until it comes, each shows what was last read.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useDrawnAhead } from '../drawn-ahead.ts'
import { useLive } from '../live/live-store.ts'
import { retainedForLines, type Line } from '../retained-reads.ts'
import { afterAnswer, type CallInput, type Read } from '../use-read.ts'

/** Channels that are asked without saying more. */
type Bare = {
  [C in IpcChannel]: Record<never, never> extends CallInput<C> ? C : never
}[IpcChannel]

export type SharedRead<T> = {
  /** What was last read over this connection; null: nothing. */
  last(line: Line, epoch: number): T | null
  /**
   * @param revision what the answer depends on, as far as the window knows: an answer that is under way
   * is shared only for the same revision.
   * @param fresh ask again, also while an answer is under way.
   */
  read(line: Line, epoch: number, revision: string, fresh?: boolean): Promise<Result<T, Failure>>
}

/** @param keep what is held of an answer, beside what was held before it. */
export function sharedRead<C extends Bare, T>(
  channel: C,
  keep: (before: T | null, now: Output<C>) => T,
): SharedRead<T> {
  const retained = retainedForLines<T>()
  type Answer = Promise<Result<T, Failure>>
  const underWay = new WeakMap<Line, { readonly key: string; readonly answer: Answer }>()
  return {
    last: (line, epoch) => retained(line).get(epoch),
    read(line, epoch, revision, fresh = false) {
      const key = `${epoch} ${revision}`
      const other = underWay.get(line)
      if (!fresh && other?.key === key) return other.answer
      const answer = line.call(channel, {} as CallInput<C>).then((found) => {
        // Else something newer was asked for since.
        const newest = underWay.get(line)?.answer === answer
        if (newest) underWay.delete(line)
        if (!found.ok) return found
        const held = retained(line)
        const value = keep(held.get(epoch), found.value)
        if (newest) held.keep(epoch, value)
        return ok(value)
      })
      underWay.set(line, { key, answer })
      return answer
    },
  }
}

/**
 * Reads it for a component, and again when `again` changes.
 * @param revision as `read` has it; null: it is not asked for yet.
 */
export function useSharedRead<T>(
  shared: SharedRead<T>,
  revision: string | null,
  again: unknown = revision,
): Read<T> {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const drawnAhead = useDrawnAhead()
  const [tick, setTick] = useState(0)
  const [state, setState] = useState<Omit<Read<T>, 'reload'>>(() => ({
    value: shared.last(bridge, epoch),
    error: null,
    busy: true,
  }))
  const wanted = useRef(revision)
  wanted.current = revision
  const asked = useRef<string | null>(null)
  const ask = (): ReturnType<typeof shared.read> | null => {
    const now = wanted.current
    if (now === null) return null
    const fresh = asked.current === `${epoch} ${now}`
    asked.current = `${epoch} ${now}`
    return shared.read(bridge, epoch, now, fresh)
  }
  // Asked before the component is drawn for the first time: the answer is on its way meanwhile.
  const [ahead] = useState(() => ({ answer: drawnAhead ? null : ask() }))
  const isAsked = revision !== null

  useEffect(() => {
    let current = true
    const answer = ahead.answer ?? ask()
    ahead.answer = null
    if (answer === null) return
    setState((before) => (before.busy ? before : { ...before, busy: true }))
    void answer.then((result) => {
      if (!current) return
      setState((before) => afterAnswer(before, result))
    })
    return () => {
      current = false
    }
    // `ask` is another function at each drawing and reads `revision` by a reference, so it is left
    // out: it would ask at each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [bridge, shared, again, epoch, tick, isAsked])

  const reload = useCallback(() => setTick((before) => before + 1), [])
  return { ...state, reload }
}
