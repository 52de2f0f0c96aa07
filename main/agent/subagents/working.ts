// Which sub-agents work now: each within its steps and its time, and no more of a tree at once than are
// allowed.
import { whyEnded } from '../../../contract/agent/delegation.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { LiveRun } from '../live-run.ts'
import type { AgentPorts } from '../ports.ts'
import type { RunWriter } from '../run-writer.ts'
import { openSlots } from './slots.ts'
import { openTimeLimit, type TimeLimit } from './time-limit.ts'
import { isChild, rootOf } from './tree.ts'

/** Why a run may not take another step; the journal and the person are told. */
export type StepRefusal = {
  readonly text: string
  readonly hint: string
  readonly change: 'used-up' | 'expired' | 'finished'
}

export type Working = {
  rest(id: RunId): void
  beforeStep(live: LiveRun): Promise<StepRefusal | null>
  /** None of its calls is held any more. */
  goOn(id: RunId): void
  /** A run begins to be worked on. */
  opened(run: Run, over: (seconds: number) => void): void
  /** A run rests. Its place is free. */
  closed(id: RunId): void
}

export function openWorking(
  { runs, subagentLimits, now }: Pick<AgentPorts, 'runs' | 'subagentLimits' | 'now'>,
  runWriter: RunWriter,
): Working {
  const slots = openSlots(() => subagentLimits().running)
  const clocks = new Map<RunId, TimeLimit>()

  /** Its clock is paused, and another may have its place. */
  function rest(id: RunId): void {
    clocks.get(id)?.pause()
    const run = runs.get(id)
    if (run !== null && isChild(run)) slots.give(rootOf(run), id)
  }

  /**
   * Before every step of a run. Null: it may take it; for what is no sub-agent, at once. `gone` is
   * for the caller to look at.
   */
  async function beforeStep(live: LiveRun): Promise<StepRefusal | null> {
    const run = runs.get(live.id)
    if (run === null || !isChild(run)) return null
    const { delegation } = run.parent
    const ended = whyEnded(delegation, now())
    if (ended !== null) return { text: ended.text, hint: ended.hint ?? '', change: 'expired' }
    if (run.steps >= delegation.turns)
      return {
        text: `Ended after ${run.steps} steps, the limit for this sub-agent.`,
        hint: 'What it found so far is its result.',
        change: 'used-up',
      }
    const has = await slots.take(rootOf(run), run.id, live.gone, () => {
      clocks.get(run.id)?.pause()
      runWriter.change(run.id, { state: 'queued' })
    })
    if (has) clocks.get(run.id)?.go()
    return null
  }

  return {
    rest,
    beforeStep,
    goOn: (id) => clocks.get(id)?.go(),
    opened(run, over) {
      if (!isChild(run)) return
      const { seconds } = run.parent.delegation
      clocks.set(
        run.id,
        openTimeLimit(
          seconds * 1_000,
          () => performance.now(),
          () => over(seconds),
        ),
      )
    },
    closed(id) {
      clocks.get(id)?.pause()
      clocks.delete(id)
      const run = runs.get(id)
      if (run !== null && isChild(run)) slots.give(rootOf(run), id)
    },
  }
}
