// Replays the journal under a text, a piece at a time: what is known so far can be seen, and it can
// be stopped.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { SimulatedChange, Simulation } from '../../../../contract/policy/simulation.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'

const PIECE = 500

export type Replayed = {
  readonly text: string
  readonly wanted: number
  readonly done: number
  /** Newest first. */
  readonly changes: readonly SimulatedChange[]
  readonly calls: number
  readonly same: number
  readonly wouldAllowRefused: number
  readonly skipped: Simulation['skipped']
}
export type SimulationState =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy' | 'done' | 'stopped'; readonly so: Replayed }
  | { readonly kind: 'failed'; readonly error: Failure }

const joined = (
  before: Replayed,
  { calls, same, changes, wouldAllowRefused, skipped }: Simulation,
): Replayed => ({
  ...before,
  done: before.done + calls + skipped.length,
  calls: before.calls + calls,
  same: before.same + same,
  changes: [...before.changes, ...changes.toReversed()],
  wouldAllowRefused: before.wouldAllowRefused + wouldAllowRefused,
  skipped: [...before.skipped, ...skipped],
})

export function useSimulation(): {
  readonly state: SimulationState
  run(text: string, wanted: number): void
  stop(): void
} {
  const bridge = useBridge()
  const [state, setState] = useState<SimulationState>({ kind: 'rest' })
  /** Another number for each run: what an older one still gets is dropped. */
  const turn = useRef(0)
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )

  const run = useCallback(
    (text: string, wanted: number): void => {
      turn.current += 1
      const mine = turn.current
      const go = async (): Promise<void> => {
        let so: Replayed = {
          text,
          wanted,
          done: 0,
          changes: [],
          calls: 0,
          same: 0,
          wouldAllowRefused: 0,
          skipped: [],
        }
        setState({ kind: 'busy', so })
        for (let before: number | undefined; so.done < wanted;) {
          const limit = Math.min(PIECE, wanted - so.done)
          const piece = await bridge.call('policy.simulate-page', {
            text,
            limit,
            ...(before === undefined ? {} : { before }),
          })
          if (turn.current !== mine) return
          if (!piece.ok) return setState({ kind: 'failed', error: piece.error })
          so = joined(so, piece.value.simulation)
          if (piece.value.next === null) break
          before = piece.value.next
          setState({ kind: 'busy', so })
        }
        setState({ kind: 'done', so })
      }
      void go()
    },
    [bridge],
  )
  const stop = useCallback(() => {
    turn.current += 1
    setState((before) => (before.kind === 'busy' ? { kind: 'stopped', so: before.so } : before))
  }, [])
  return { state, run, stop }
}
