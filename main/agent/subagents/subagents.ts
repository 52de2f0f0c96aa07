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
import { newRun } from '../new-run.ts'
import type { AgentPorts } from '../ports.ts'
import { principalOf } from '../principal-of.ts'
import { storeFault, unknownRun } from '../refusals.ts'
import type { RunWriter } from '../run-writer.ts'
import { subagentResult } from './subagent-result.ts'
import { openSlots } from './slots.ts'
import { noRun, tooMany, unknownAgent } from './refusals.ts'
import { childRun, taskText } from './start-child.ts'
import { agentIdOf, isAlive, isChild, rootOf, stateOf, type ChildRun } from './tree.ts'
import { openTimeLimit, type TimeLimit } from './time-limit.ts'
import { SessionId, type CallId, type RunId } from '../../../contract/ids.ts'

export type SubagentsDeps = {
  readonly ports: AgentPorts
  readonly runWriter: RunWriter
  readonly live: (id: RunId) => LiveRun | undefined
  /** Writes the run and its task, and begins it. */
  readonly startRun: (run: Run, channel: Channel, task: string) => Promise<Result<Run, Failure>>
  /** Ends a run and all below it. Resolves when they rest. */
  readonly stop: (id: RunId) => Promise<unknown>
  readonly resume: (id: RunId, channel: Channel) => Promise<unknown>
}

/** Who asks for something with sub-agents. */
export type SubagentCaller = {
  readonly runId: RunId | null
  readonly callId: CallId
  readonly channel: Channel
}

/** Why a run may not take another step; the journal and the person are told. */
export type StepRefusal = {
  readonly text: string
  readonly hint: string
  readonly change: 'used-up' | 'expired' | 'finished'
}

export type Subagents = ReturnType<typeof openSubagents>

export function openSubagents(deps: SubagentsDeps) {
  const { ports, runWriter } = deps
  const { runs } = ports
  const limits = ports.subagentLimits
  const slots = openSlots(() => limits().running)
  const clocks = new Map<RunId, TimeLimit>()
  /** Waits for the end of any sub-agent of a run. */
  const waiting = new Map<RunId, Set<() => void>>()
  /** Starts between their check and their row, by tree: two at once must not both be the last. */
  const starting = new Map<RunId, number>()

  const tree = (run: Run): readonly Run[] => runs.tree(rootOf(run))
  const children = (id: RunId): readonly ChildRun[] => runs.children(id).filter(isChild)

  async function start(
    { runId, callId, channel }: SubagentCaller,
    draft: SubagentDraft,
  ): Promise<Result<SubagentListing, Failure>> {
    const parent = runId === null ? null : runs.get(runId)
    if (parent === null) return err(noRun)
    // A run that is ending starts nothing more, whatever its last call said.
    const gone = deps.live(parent.id)?.gone
    if (gone === undefined || gone.aborted) return err(noRun)
    const root = rootOf(parent)
    const startedBefore = starting.get(root) ?? 0
    const alive = tree(parent).filter(isChild).filter(isAlive).length + startedBefore
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
      return started.ok ? ok(listing({ ...started.value, parent: created.value.parent })) : started
    } catch (thrown) {
      return err(storeFault(thrown, 'written', 'Check whether the disk is full, then try again.'))
    } finally {
      starting.set(root, (starting.get(root) ?? 1) - 1)
    }
  }

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

  /** Resolves when one of its sub-agents has ended, the time is up, or it is told to end. */
  const nextEnd = (id: RunId, signal: AbortSignal, waitMs: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = waitMs === null ? null : setTimeout(() => done(), waitMs)
      const own = waiting.get(id) ?? new Set<() => void>()
      waiting.set(id, own)
      const done = (): void => {
        if (timer !== null) clearTimeout(timer)
        signal.removeEventListener('abort', done)
        own.delete(done)
        if (own.size === 0) waiting.delete(id)
        resolve()
      }
      own.add(done)
      if (signal.aborted) done()
      else signal.addEventListener('abort', done, { once: true })
    })

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
      await nextEnd(run.parent.run, signal, left)
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
      await nextEnd(live.id, live.gone, null)
      live.clock.waits(live.held.size > 0)
    }
  }

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
    const ended = whyEnded(delegation, ports.now())
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
    start,
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
    goOn: (id: RunId): void => clocks.get(id)?.go(),
    /** A run begins to be worked on. */
    opened(run: Run, over: (seconds: number) => void): void {
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
    /** A run rests. Wakes the run that waits for it. */
    closed(id: RunId): void {
      clocks.get(id)?.pause()
      clocks.delete(id)
      const run = runs.get(id)
      if (run === null || !isChild(run)) return
      slots.give(rootOf(run), id)
      for (const wake of waiting.get(run.parent.run) ?? []) wake()
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
