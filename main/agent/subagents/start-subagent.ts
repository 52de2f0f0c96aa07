// Starts a sub-agent of a run, within what its tree may have at once.
import type { Channel } from '../../../contract/call/principal.ts'
import type { SubagentDraft } from '../../../contract/call/powers/subagent-power.ts'
import type { Failure } from '../../../contract/failure.ts'
import { SessionId, type CallId, type RunId } from '../../../contract/ids.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { LiveRun } from '../live-run.ts'
import { newRun } from '../new-run.ts'
import type { AgentPorts } from '../ports.ts'
import { principalOf } from '../principal-of.ts'
import { storeFault } from '../refusals.ts'
import { noRun, tooMany } from './refusals.ts'
import { childRun, taskText } from './start-child.ts'
import { isAlive, isChild, rootOf, type ChildRun } from './tree.ts'

/** Who asks for something with sub-agents. */
export type SubagentCaller = {
  readonly runId: RunId | null
  readonly callId: CallId
  readonly channel: Channel
}

export type StartSubagentDeps = {
  readonly ports: AgentPorts
  readonly live: (id: RunId) => LiveRun | undefined
  /** Writes the run and its task, and begins it. */
  readonly startRun: (run: Run, channel: Channel, task: string) => Promise<Result<Run, Failure>>
  /** Ends a run and all below it. Resolves when they rest. */
  readonly stop: (id: RunId) => Promise<unknown>
}

export function startingSubagents(deps: StartSubagentDeps) {
  const { ports } = deps
  const { runs, subagentLimits: limits } = ports
  /** Starts between their check and their row, by tree: two at once must not both be the last. */
  const starting = new Map<RunId, number>()
  return async (
    { runId, callId, channel }: SubagentCaller,
    draft: SubagentDraft,
  ): Promise<Result<ChildRun, Failure>> => {
    const parent = runId === null ? null : runs.get(runId)
    if (parent === null) return err(noRun)
    // A run that is ending starts nothing more, whatever its last call said.
    const gone = deps.live(parent.id)?.gone
    if (gone === undefined || gone.aborted) return err(noRun)
    const root = rootOf(parent)
    const startedBefore = starting.get(root) ?? 0
    const alive = runs.tree(rootOf(parent)).filter(isChild).filter(isAlive).length + startedBefore
    if (alive >= limits().alive) return err(tooMany(limits().alive))
    starting.set(root, startedBefore + 1)
    try {
      const created = childRun(
        parent,
        callId,
        draft,
        (agent, title) => newRun(ports, title, SessionId.parse(ports.newId('ses')), agent),
        {
          limits: limits(),
          now: ports.now(),
          sha256: ports.sha256,
          grantOf: (run) => ports.grantOf(principalOf(run)),
          grantAsked: ports.grantAsked,
        },
      )
      if (!created.ok) return created
      const task = await ports.redact(taskText(draft))
      const started = await deps.startRun(
        created.value,
        channel,
        typeof task === 'string' ? task : '',
      )
      // Its branch was told to end while this one was written.
      if (gone.aborted) await deps.stop(created.value.id)
      return started.ok ? ok({ ...started.value, parent: created.value.parent }) : started
    } catch (thrown) {
      return err(storeFault(thrown, 'written', 'Check whether the disk is full, then try again.'))
    } finally {
      starting.set(root, (starting.get(root) ?? 1) - 1)
    }
  }
}
