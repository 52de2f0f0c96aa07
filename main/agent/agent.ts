// The agent service: starts, stops, resumes and recovers runs. Knows which runs are live in this
// process. Never runs a tool itself and never decides: calls go to the pipeline it was given.
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Channel } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Run } from '../../contract/agent/run.ts'
import { writingCallStates } from './call-states.ts'
import { openRunWriter } from './run-writer.ts'
import type { Agent, ItemPage } from './prompt/agent-port.ts'
import type { AgentPorts } from './ports.ts'
import * as refused from './refusals.ts'
import { firstRun } from './new-run.ts'
import { openRest } from './finish-run.ts'
import { openRemoval } from './remove-run.ts'
import { openStop } from './stop-run.ts'
import { titleOf } from './transcript.ts'
import { openSubagents } from './subagents/subagents.ts'
import { openBranches } from './subagents/branches.ts'
import { openLiveRuns } from './live-runs.ts'
import { launchRun } from './run-at-work.ts'
import { resumeRun } from './resume-run.ts'
import { openStartRun } from './start-run.ts'
import { messageRun } from './message-run.ts'

const AGENT = 'main'
/** The pipeline gives a call five seconds to end after it was told to; this is a little longer. */
const GRACE_MS = 8_000
/** @param graceMs for tests: how long a call may take to end after a stop. */
export function openAgent(ports: AgentPorts, graceMs: number = GRACE_MS): Agent {
  const { runs } = ports
  const runWriter = openRunWriter(ports)
  const { tidy, record, recordEnd, interrupt } = openRest(ports, runWriter)
  const lives = openLiveRuns(runs)
  const { claim, release, rested } = lives
  const subagents = openSubagents({
    ports,
    runWriter,
    live: (id) => lives.get(id)?.live,
    startRun: (run, channel, task) =>
      startNew(run, channel, { text: task, by: 'agent' }, run.title),
    stop: (id) => branches.stop(id),
    resume: (id, channel) => resume(id, channel),
  })
  const branches = openBranches({
    runs,
    runWriter,
    now: ports.now,
    revokeLeases: ports.revokeLeases,
    stopOne: openStop({
      ports,
      rest: { tidy, recordEnd },
      runWriter,
      claim,
      release,
      live: lives.get,
    }),
    wakeParent: subagents.closed,
    record,
  })
  const callChanged = writingCallStates({
    runs,
    runWriter,
    lives,
    rest: subagents.rest,
    goOn: subagents.goOn,
  })

  const { start, startNew, say } = openStartRun({
    runs,
    runWriter,
    record,
    lives,
    launch: (run, channel) =>
      launchRun(run, channel, {
        ports,
        runWriter,
        lives,
        subagents,
        callChanged,
        graceMs,
        tidy,
        recordEnd,
        interrupt,
      }),
  })
  const resume = (id: RunId, channel: Channel): Promise<Result<Run, Failure>> =>
    resumeRun(id, channel, { ports, runWriter, lives, subagents, start })

  const remove = openRemoval({ ports, record, claim, release, rested })

  function pageOf(id: RunId, before: number | undefined, limit: number): ItemPage {
    const items = runs.page(id, before, limit + 1)
    return { items: items.slice(-limit), older: items.length > limit }
  }

  return {
    async start(message, channel, agent = AGENT, scheduled) {
      if (lives.isClosed()) return err(refused.closing)
      if (message.text.trim() === '') return err(refused.empty)
      const run = firstRun(ports, titleOf(message.text), agent, scheduled)
      return startNew(run, channel, message, run.title)
    },

    ...messageRun({ ports, runWriter, lives, start, say }),

    stopCall(id, callId) {
      const cancel = lives.get(id)?.live.cancels.get(callId)
      const run = runs.get(id)
      if (run === null) return err(refused.unknownRun)
      if (cancel === undefined) return err(refused.noCall)
      cancel()
      return ok(run)
    },

    rename: (id, title) =>
      runs.get(id) === null ? err(refused.unknownRun) : ok(runWriter.change(id, { title })),

    remove,

    resume: (id, channel = 'window') => resume(id, channel),

    stop: (id) => branches.stop(id),
    revoke: (id) => branches.revoke(id),
    tree: subagents.treeOf,
    subagents,

    unfinished: () => runs.unfinished(),

    list: (before, limit, agent) => runs.list(before, limit, agent),

    get(id, limit) {
      const run = runs.get(id)
      return run === null
        ? null
        : { run, ...pageOf(id, undefined, limit), branches: runs.branches(id) }
    },

    items: pageOf,

    callChanged,

    async recover() {
      for (const run of runs.unfinished()) if (!lives.has(run.id)) await interrupt(run.id)
    },

    dispose: lives.dispose,
  }
}
