// A press that counts only once it has been held. Anyone who cannot hold presses twice instead: see
// `tap`.
import { useCallback, useEffect, useRef, useState } from 'react'
import { holdMs } from '../../../state/approval-pace.ts'

/** short: it was let go too early. again: a second press, after the pause, counts. */
export type Holding = 'rest' | 'holding' | 'short' | 'waiting' | 'again'

export type Hold = {
  readonly state: Holding
  start(): void
  end(): void
  /** One press by a program that cannot hold, such as a screen reader. */
  tap(): void
}

export function useLongPress(done: () => void): Hold {
  const [state, setState] = useState<Holding>('rest')
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const current = useRef<Holding>('rest')
  const act = useRef(done)
  act.current = done
  const become = useCallback((next: Holding) => {
    current.current = next
    setState(next)
  }, [])
  const after = useCallback((then: () => void) => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(then, holdMs)
  }, [])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )

  const finish = useCallback(() => {
    become('rest')
    act.current()
  }, [become])
  const start = useCallback(() => {
    if (current.current === 'holding') return
    become('holding')
    after(finish)
  }, [after, become, finish])
  const end = useCallback(() => {
    if (current.current !== 'holding') return
    if (timer.current !== null) clearTimeout(timer.current)
    become('short')
  }, [become])
  const tap = useCallback(() => {
    if (current.current === 'again') return finish()
    if (current.current === 'waiting') return
    become('waiting')
    after(() => become('again'))
  }, [after, become, finish])
  return { state, start, end, tap }
}
