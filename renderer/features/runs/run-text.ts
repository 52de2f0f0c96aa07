// What a run is doing now, in plain words, and what it has used. Pure; facts only.
import { assertNever } from '../../../contract/never.ts'
import type { Run, RunItem, RunState } from '../../../contract/agent/run.ts'
import { factOf } from '../../state/call-text.ts'
import { strings } from './strings.ts'

/** Without a sign of life for so long, a run that works is called stalled. Milliseconds. */
export const stallAfter = 60_000

/**
 * What the head of a run says of it. `stalled` is seen from here only: main knows a run that works.
 */
export type Shown = RunState | 'stalled'

export const shownState = (state: RunState, lastSign: number, now: number): Shown =>
  state === 'working' && now - lastSign >= stallAfter ? 'stalled' : state

export type Busy = Extract<RunState, 'working' | 'waiting' | 'queued'>
export const isBusy = (state: RunState): state is Busy =>
  state === 'working' || state === 'waiting' || state === 'queued'

/** The step under way; null for a run at rest. */
export function stepWords(run: Run, items: readonly RunItem[], workspace: string): string | null {
  if (!isBusy(run.state)) return null
  const moving = items.findLast((item) => isMoving(item))
  if (moving?.kind !== 'assistant' && moving?.kind !== 'call') return strings.step.asking
  if (moving.kind === 'assistant')
    return moving.text === '' ? strings.step.asking : strings.step.writing
  const { state } = moving
  const decided = state.kind === 'running' || state.kind === 'held' ? state.decision.touches : []
  const call = `${moving.tool} ${factOf(moving.args, decided, workspace)}`
    .trim()
    .replaceAll(/\s+/g, ' ')
  switch (state.kind) {
    case 'deciding':
      return strings.step.deciding(call)
    case 'held':
      return strings.step.held(call)
    case 'running':
      return strings.step.running(call)
    case 'ended':
      return strings.step.asking
    default:
      return assertNever(state, 'stepWords')
  }
}

function isMoving(item: RunItem): boolean {
  if (item.kind === 'assistant') return item.streaming
  return item.kind === 'call' && item.state.kind !== 'ended'
}

/**
 * When the turn under way began, and whether that is known: its message may be further up than what
 * was read.
 */
export function turnStartedAt(
  items: readonly RunItem[],
): { readonly at: number; readonly exact: boolean } | null {
  const message = items.findLast(({ kind }) => kind === 'user')
  if (message !== undefined) return { at: message.at, exact: true }
  const [first] = items
  return first === undefined ? null : { at: first.at, exact: false }
}

/** The last moment something is known to have happened, as far as it was written down. */
export function lastWritten(run: Run, items: readonly RunItem[]): number {
  const item = items.at(-1)
  const ended =
    item?.kind === 'call' && item.state.kind === 'ended' ? item.state.result.durationMs : 0
  return Math.max(run.updatedAt, (item?.at ?? 0) + ended)
}

/** From here on an answer may soon not fit any more. */
const NEAR_FULL = 85

/**
 * How full the window of the model is; null where its server does not say. Never full before it is.
 */
export function contextFull({ context }: Pick<Run, 'context'>) {
  if (context === undefined || context === null) return null
  const percent = Math.min(100, Math.floor((context.used / context.window) * 100))
  return { ...context, percent, tone: percent >= NEAR_FULL ? 'near' : 'fine' } as const
}
