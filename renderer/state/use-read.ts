// Reads one channel for a component, and again when its input, `again` or the epoch changes. Keeps
// what was read while a newer read is under way, drops an answer that came too late.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../contract/failure.ts'
import type { z } from 'zod'
import type { Bridge, ipc, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { Result } from '../../contract/result.ts'
import { useDrawnAhead } from './drawn-ahead.ts'
import { useLive } from './live/live-store.ts'

export type Read<T> = {
  readonly value: T | null
  readonly error: Failure | null
  readonly busy: boolean
  reload(): void
}

/** What is shown once an answer came: after a failure, still what was read before it. */
export function afterAnswer<T>(
  before: Omit<Read<T>, 'reload'>,
  answer: Result<T, Failure>,
): Omit<Read<T>, 'reload'> {
  return answer.ok
    ? { value: answer.value, error: null, busy: false }
    : { value: before.value, error: answer.error, busy: false }
}

export type CallInput<C extends IpcChannel> = z.input<(typeof ipc)[C]['input']>

export function useRead<C extends IpcChannel>(
  bridge: Bridge,
  channel: C,
  input: CallInput<C>,
  again: unknown = null,
): Read<Output<C>> {
  const epoch = useLive((live) => live.epoch)
  const [tick, setTick] = useState(0)
  const [state, setState] = useState<Omit<Read<Output<C>>, 'reload'>>({
    value: null,
    error: null,
    busy: true,
  })
  const key = JSON.stringify(input)
  const held = useRef(input)
  held.current = input
  const drawnAhead = useDrawnAhead()
  // Asked before the component is drawn for the first time: the answer is on its way meanwhile.
  const [ahead] = useState<{ answer: ReturnType<typeof call> | null }>(() => ({
    answer: drawnAhead ? null : call(),
  }))

  useEffect(() => {
    let current = true
    const answer = ahead.answer ?? call()
    ahead.answer = null
    setState((before) => (before.busy ? before : { ...before, busy: true }))
    void answer.then((result) => {
      if (!current) return
      setState((before) => afterAnswer(before, result))
    })
    return () => {
      current = false
    }
    // `call` asks what is held.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [bridge, channel, key, again, epoch, tick])

  function call() {
    return bridge.call(channel, held.current)
  }

  const reload = useCallback(() => setTick((before) => before + 1), [])
  return { ...state, reload }
}
