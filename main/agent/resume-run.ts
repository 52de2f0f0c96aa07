// Resumes a run that rests or was stopped, with the sub-agents that were cut off with it.
import { whyEnded } from '../../contract/agent/delegation.ts'
import type { Channel } from '../../contract/call/principal.ts'
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
import { err, type Result } from '../../contract/result.ts'
import type { LiveRuns } from './live-runs.ts'
import type { AgentPorts } from './ports.ts'
import * as refused from './refusals.ts'
import type { RunWriter } from './run-writer.ts'
import type { StartRun } from './start-run.ts'
import type { openSubagents } from './subagents/subagents.ts'
import { heldCalls, messagesOf } from './transcript.ts'

/** Enough to see who spoke last. */
const LAST_ITEMS = 50

export type ResumeRunDeps = {
  readonly ports: Pick<AgentPorts, 'runs' | 'now'>
  readonly runWriter: RunWriter
  readonly lives: Pick<LiveRuns, 'claim' | 'release' | 'rested'>
  readonly subagents: Pick<ReturnType<typeof openSubagents>, 'resumeCutOff'>
  readonly start: StartRun['start']
}

export async function resumeRun(
  id: RunId,
  channel: Channel,
  { ports, runWriter, lives, subagents, start }: ResumeRunDeps,
): Promise<Result<Run, Failure>> {
  const { runs } = ports
  const { claim, release, rested } = lives
  await rested(id)
  const parent = runs.get(id)?.parent
  const over = parent === undefined ? null : whyEnded(parent.delegation, ports.now())
  if (over !== null) return err(over)
  const claimedRun = claim(id)
  if (!claimedRun.ok) return claimedRun
  const run = claimedRun.value
  const waits = heldCalls(runs.moving(id)).length > 0
  if (
    run.state === 'idle' &&
    messagesOf(runs.page(id, undefined, LAST_ITEMS)).at(-1)?.role === 'assistant'
  ) {
    release(id)
    return err(refused.nothingToDo)
  }
  // Before it goes on, so that none is told as ended that goes on, too.
  await subagents.resumeCutOff(id, channel)
  return start(
    run,
    channel,
    'resumed',
    'Resumed by the person.',
    () => void runWriter.change(id, { state: waits ? 'waiting' : 'working' }),
  )
}
