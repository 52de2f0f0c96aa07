// One run from its start in this process to its end: its turns, and what is written of how they ended.
import { letGo } from '../../contract/let-go.ts'
import type { Channel } from '../../contract/call/principal.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { CallChanged } from './call-states.ts'
import type { Rest } from './finish-run.ts'
import { liveRun, type LiveRun } from './live-run.ts'
import type { LiveRuns } from './live-runs.ts'
import type { AgentPorts } from './ports.ts'
import { principalOf } from './principal-of.ts'
import { endUnseen, neverStarted } from './results.ts'
import type { RunWriter } from './run-writer.ts'
import type { openSubagents } from './subagents/subagents.ts'
import { turn } from './turn.ts'

export type RunAtWorkDeps = Pick<Rest, 'tidy' | 'recordEnd' | 'interrupt'> & {
  readonly ports: AgentPorts
  readonly runWriter: RunWriter
  readonly lives: Pick<LiveRuns, 'add'>
  readonly subagents: ReturnType<typeof openSubagents>
  readonly callChanged: CallChanged
  /** How long a call may take to end after a stop. */
  readonly graceMs: number
}

async function work(live: LiveRun, run: Run, deps: RunAtWorkDeps): Promise<void> {
  const { ports, runWriter, subagents, graceMs, tidy, recordEnd, interrupt } = deps
  const principal = principalOf(run)
  const reported = new Set<RunId>()
  const end = await turn(live, runWriter, {
    ports,
    principal,
    agent: run.agent,
    changed: deps.callChanged,
    graceMs,
    team: {
      beforeStep: subagents.beforeStep,
      reports: (one) => subagents.reports(one, reported),
    },
  })
  if (end === 'gone' && !live.stop.signal.aborted) return interrupt(live.id)
  tidy(live.id, endUnseen, neverStarted)
  if (end === 'gone') {
    if (live.why !== null)
      runWriter.notice(live.id, 'error', live.why, 'Start another for what is left.')
    runWriter.change(live.id, { state: 'stopped' })
    return recordEnd(live.id, 'stopped', live.why ?? 'Stopped by the person.')
  }
  runWriter.change(live.id, { state: end.state })
  await recordEnd(live.id, end.change, end.text)
}

/** Returns at once; the run goes on until it ends, rests or is stopped. */
export function launchRun(run: Run, channel: Channel, deps: RunAtWorkDeps): void {
  const { ports, lives, subagents } = deps
  const live = liveRun(run.id, channel, ports.now)
  // Registered before it begins, so that the first word of the pipeline finds it.
  const { remove, resolve } = lives.add(run.id, live)
  subagents.opened(run, (seconds) => {
    live.why ??= `It worked for ${seconds} seconds, the limit for this sub-agent.`
    live.stop.abort()
  })
  void work(live, run, deps)
    // Only the store can bring this about. Nothing can be kept then, but the screen must not show
    // a run at work.
    .catch(() =>
      ports.emit({
        kind: 'run-changed',
        run: { ...(safeGet(run.id, ports.runs) ?? run), state: 'failed' },
      }),
    )
    .finally(() => {
      remove()
      subagents.closed(run.id)
      if (run.parent !== undefined) letGo(ports.sessionEnded(run.session))
      resolve()
    })
}

function safeGet(id: RunId, runs: AgentPorts['runs']): Run | null {
  try {
    return runs.get(id)
  } catch {
    return null
  }
}
