// How far a tour is, read from its transcript: each step is what was said, and the call that
// followed.
import type { CallState } from '../../../contract/call/call.ts'
import type { RunItem } from '../../../contract/agent/run.ts'
import { TOUR_STEPS } from '../../../contract/agent/tour-steps.ts'

export type StepNumber = 1 | 2 | 3
/** `state`: null while its call has not come yet. */
export type Progress = { readonly step: StepNumber; readonly state: CallState | null }

/** The step that was taken last; null where none was. */
export function progressOf(items: readonly RunItem[]): Progress | null {
  for (const step of [3, 2, 1] as const) {
    const at = items.findLastIndex(
      (item) => item.kind === 'user' && item.text === TOUR_STEPS[step - 1],
    )
    if (at < 0) continue
    const call = items.slice(at).find((item) => item.kind === 'call')
    return { step, state: call?.kind === 'call' ? call.state : null }
  }
  return null
}

export type Outcome =
  | 'judging'
  | 'held'
  | 'running'
  | 'allowed'
  | 'held-yes'
  | 'held-no'
  | 'held-late'
  | 'stopped'
  | 'refused'
  | 'cancelled'
  | 'failed'

/** What came of it, whatever the person's own policy made of it. */
export function outcomeOf(state: CallState | null): Outcome {
  if (state === null || state.kind === 'deciding') return 'judging'
  if (state.kind === 'held' || state.kind === 'running') return state.kind
  const { status, route, decision } = state.result
  if (status === 'cancelled' || status === 'unknown') return 'cancelled'
  if (status === 'failed') return 'failed'
  if (status === 'done') return route === 'person' ? 'held-yes' : 'allowed'
  if (route === 'person') return 'held-no'
  if (route === 'time-out') return 'held-late'
  return decision?.by.kind === 'stop' ? 'stopped' : 'refused'
}
