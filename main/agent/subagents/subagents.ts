// The sub-agents of runs: starts them within their limits, lets them work in turns, tells who started
// them when they end, and ends whole branches. Starts no tool and decides nothing: calls of a
// sub-agent go where those of every run go.
import type { Channel } from '../../../contract/call/principal.ts'
import type { Failure } from '../../../contract/failure.ts'
import { whyEnded } from '../../../contract/agent/delegation.ts'
import type {
  SubagentDraft,
  SubagentListing,
  SubagentResult,
} from '../../../contract/call/powers/subagent-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { LiveRun } from '../live-run.ts'
import { principalOf } from '../principal-of.ts'
import { unknownRun } from '../refusals.ts'
import type { RunWriter } from '../run-writer.ts'
import { subagentResult } from './subagent-result.ts'
import { noRun, unknownAgent } from './refusals.ts'
import { agentIdOf, isAlive, isChild, rootOf, stateOf, type ChildRun } from './tree.ts'
import { type RunId } from '../../../contract/ids.ts'
import { openEndWaiters } from './end-waiters.ts'
import { startingSubagents, type StartSubagentDeps, type SubagentCaller } from './start-subagent.ts'
import { openWorking } from './working.ts'

export type SubagentsDeps = StartSubagentDeps & {
  readonly runWriter: RunWriter
  readonly resume: (id: RunId, channel: Channel) => Promise<unknown>
}

export type Subagents = ReturnType<typeof openSubagents>

export function openSubagents(deps: SubagentsDeps) {
  const { ports, runWriter } = deps
  const { runs } = ports
  const working = openWorking(ports, runWriter)
  const { rest, beforeStep } = working
  const ends = openEndWaiters()
  const startOne = startingSubagents(deps)

  const tree = (run: Run): readonly Run[] => runs.tree(rootOf(run))
  const children = (id: RunId): readonly ChildRun[] => runs.children(id).filter(isChild)

  const listing = (run: ChildRun): SubagentListing => ({
    id: agentIdOf(run.id),
    label: run.title,
    agent: run.agent,
    state: stateOf(run.state),
    steps: run.steps,
    tools: ports.tools(principalOf(run)).map(({ name }) => name),
  })

  const find = (runId: RunId | null, id: string): Result<ChildRun, Failure> => {
    if (runId === null) return err(noRun)
    const run = children(runId).find((each) => agentIdOf(each.id) === id)
    return run === undefined ? err(unknownAgent(id)) : ok(run)
  }

  async function result(
    { runId }: SubagentCaller,
    id: string,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Result<SubagentResult, Failure>> {
    const until = ports.now() + waitMs
    for (;;) {
      const found = find(runId, id)
      if (!found.ok) return found
      const run = found.value
      if (!isAlive(run)) {
        if (!run.parent.reported)
          runWriter.change(run.id, { parent: { ...run.parent, reported: true } })
        return ok({ ...listing(run), text: subagentResult(run, runs.items(run.id)) })
      }
      const left = until - ports.now()
      if (left <= 0 || signal.aborted) return ok({ ...listing(run), text: null })
      await ends.next(run.parent.run, signal, left)
    }
  }

  /**
   * Sub-agents whose end the run has not heard of: waits until there is one, and gives none when all
   * were told or the run is to end. `reported`: those of this turn, so that none is told for ever.
   */
  async function reports(live: LiveRun, reported: Set<RunId>): Promise<readonly string[]> {
    for (;;) {
      const open = children(live.id).filter(
        ({ id, parent }) => !parent.reported && !reported.has(id),
      )
      const ended = open.filter((run) => !isAlive(run))
      if (ended.length > 0 || open.length === 0 || live.gone.aborted) {
        for (const { id } of ended) reported.add(id)
        return ended.map(({ id }) => agentIdOf(id))
      }
      rest(live.id)
      live.clock.waits(true)
      await ends.next(live.id, live.gone, null)
      live.clock.waits(live.held.size > 0)
    }
  }

  return {
    async start(
      caller: SubagentCaller,
      draft: SubagentDraft,
    ): Promise<Result<SubagentListing, Failure>> {
      const started = await startOne(caller, draft)
      return started.ok ? ok(listing(started.value)) : started
    },
    reports,
    beforeStep,
    result,
    list: ({ runId }: SubagentCaller): Result<readonly SubagentListing[], Failure> =>
      runId === null ? err(noRun) : ok(children(runId).map(listing)),
    async cancel({ runId }: SubagentCaller, id: string): Promise<Result<SubagentListing, Failure>> {
      const found = find(runId, id)
      if (!found.ok) return found
      // Told apart from one that this call ended.
      const { revokedAt } = found.value.parent.delegation
      const ended = revokedAt !== null && !isAlive(found.value)
      const over = ended ? whyEnded(found.value.parent.delegation, ports.now()) : null
      if (over !== null) return err(over)
      await deps.stop(found.value.id)
      const after = find(runId, id)
      return after.ok ? ok(listing(after.value)) : after
    },
    /** A call of it is held: it does not work. */
    rest,
    /** None of its calls is held any more. */
    goOn: working.goOn,
    opened: working.opened,
    /** A run rests. Wakes the run that waits for it. */
    closed(id: RunId): void {
      working.closed(id)
      const run = runs.get(id)
      if (run !== null && isChild(run)) ends.wake(run.parent.run)
    },
    /** What the end of the program cut off goes on with the run that started it. */
    async resumeCutOff(id: RunId, channel: Channel): Promise<void> {
      const cut = children(id).filter(
        (run) =>
          run.state === 'interrupted' &&
          !run.parent.reported &&
          whyEnded(run.parent.delegation, ports.now()) === null,
      )
      for (const run of cut) await deps.resume(run.id, channel)
    },
    /** The tree that a run belongs to, oldest first. */
    treeOf(id: RunId): Result<readonly Run[], Failure> {
      const run = runs.get(id)
      return run === null ? err(unknownRun) : ok(tree(run))
    },
  }
}
