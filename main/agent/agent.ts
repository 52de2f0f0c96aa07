// The agent service: starts, stops, resumes and recovers runs. Knows which runs are live in this
// process. Never runs a tool itself and never decides: calls go to the pipeline it was given.
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import { whyEnded } from '../../contract/agent/delegation.ts'
import type { Channel } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Run } from '../../contract/agent/run.ts'
import { writingCallStates } from './call-states.ts'
import { openRunWriter } from './run-writer.ts'
import { type LiveRun, liveRun } from './live-run.ts'
import type { Agent, ItemPage, Message } from './prompt/model-tools.ts'
import type { AgentPorts } from './ports.ts'
import * as refused from './refusals.ts'
import { branchOf, firstRun } from './new-run.ts'
import { openRest } from './finish-run.ts'
import { openRemoval } from './remove-run.ts'
import { openStop } from './stop-run.ts'
import { letGo } from '../../contract/let-go.ts'
import { endUnseen, neverStarted } from './results.ts'
import { heldCalls, messagesOf, titleOf, userItem } from './transcript.ts'
import { principalOf } from './principal-of.ts'
import { openSubagents } from './subagents/subagents.ts'
import { openBranches } from './subagents/branches.ts'
import { isAlive } from './subagents/tree.ts'
import { turn } from './turn.ts'

const AGENT = 'main'
/** The pipeline gives a call five seconds to end after it was told to; this is a little longer. */
const GRACE_MS = 8_000
/** Enough to see who spoke last. */
const LAST_ITEMS = 50

/** @param graceMs for tests: how long a call may take to end after a stop. */
export function openAgent(ports: AgentPorts, graceMs: number = GRACE_MS): Agent {
  const { runs } = ports
  const runWriter = openRunWriter(ports)
  const { tidy, record, recordEnd, interrupt } = openRest(ports, runWriter)
  const lives = new Map<RunId, { readonly live: LiveRun; readonly done: Promise<void> }>()
  /** Runs between a request and their life: a second request must not come in between. */
  const claimed = new Set<RunId>()
  let closed = false
  const release = (id: RunId): unknown => claimed.delete(id)
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
      live: (id) => lives.get(id),
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

  async function work(live: LiveRun, run: Run): Promise<void> {
    const principal = principalOf(run)
    const reported = new Set<RunId>()
    const end = await turn(live, runWriter, {
      ports,
      principal,
      agent: run.agent,
      changed: callChanged,
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

  function launch(run: Run, channel: Channel): void {
    const live = liveRun(run.id, channel, ports.now)
    // Registered before it begins, so that the first word of the pipeline finds it.
    const { promise: done, resolve } = Promise.withResolvers<void>()
    lives.set(run.id, { live, done })
    subagents.opened(run, (seconds) => {
      live.why ??= `It worked for ${seconds} seconds, the limit for this sub-agent.`
      live.stop.abort()
    })
    void work(live, run)
      // Only the store can bring this about. Nothing can be kept then, but the screen must not show
      // a run at work.
      .catch(() =>
        ports.emit({ kind: 'run-changed', run: { ...(safeGet(run.id) ?? run), state: 'failed' } }),
      )
      .finally(() => {
        lives.delete(run.id)
        subagents.closed(run.id)
        if (run.parent !== undefined) letGo(ports.sessionEnded(run.session))
        resolve()
      })
  }

  function safeGet(id: RunId): Run | null {
    try {
      return runs.get(id)
    } catch {
      return null
    }
  }

  /**
   * The checks before a run may be worked on, and the claim on it. The caller must release
   * it.
   */
  function claim(id: RunId): Result<Run, Failure> {
    if (closed) return err(refused.closing)
    const run = runs.get(id)
    if (run === null) return err(refused.unknownRun)
    if (lives.has(id) || claimed.has(id)) return err(refused.busy)
    claimed.add(id)
    return ok(run)
  }

  /**
   * A run shows that it rests a moment before its last word is in the journal; who answers at once
   * waits for that moment.
   */
  async function rested(id: RunId): Promise<void> {
    const state = runs.get(id)?.state
    if (state === undefined || !isAlive({ state })) await lives.get(id)?.done
  }

  async function start(
    run: Run,
    channel: Channel,
    change: 'created' | 'resumed',
    why: string,
    prepare: () => void,
  ): Promise<Result<Run, Failure>> {
    try {
      const written = await record(run.id, change, why, run.parent?.run)
      if (!written.ok) return written
      if (closed) return err(refused.closing)
      prepare()
      launch(run, channel)
      return ok(runs.get(run.id) ?? run)
    } catch (thrown) {
      return err(
        refused.storeFault(thrown, 'written', 'Check whether the disk is full, then try again.'),
      )
    } finally {
      claimed.delete(run.id)
    }
  }

  const say = (id: RunId, message: Message): unknown =>
    runWriter.add(id, (stamp) => userItem(stamp, message))

  /** A new run with its first message. */
  const startNew = (
    run: Run,
    channel: Channel,
    message: Message & { readonly by?: 'agent' },
    why: string,
  ): Promise<Result<Run, Failure>> =>
    start(run, channel, 'created', why, () => {
      runWriter.create(run)
      say(run.id, message)
    })

  /** The claim on a run that takes a message now. */
  async function readyFor(id: RunId, message: Message): Promise<Result<Run, Failure>> {
    if (message.text.trim() === '') return err(refused.empty)
    if (runs.get(id)?.parent !== undefined) return err(refused.isSubagent)
    await rested(id)
    const claimedRun = claim(id)
    if (!claimedRun.ok || heldCalls(runs.moving(id)).length === 0) return claimedRun
    claimed.delete(id)
    return err(refused.stillHeld)
  }

  async function resume(id: RunId, channel: Channel): Promise<Result<Run, Failure>> {
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
      claimed.delete(id)
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

  const remove = openRemoval({ ports, record, claim, release, rested })

  function pageOf(id: RunId, before: number | undefined, limit: number): ItemPage {
    const items = runs.page(id, before, limit + 1)
    return { items: items.slice(-limit), older: items.length > limit }
  }

  return {
    async start(message, channel, agent = AGENT, scheduled) {
      if (closed) return err(refused.closing)
      if (message.text.trim() === '') return err(refused.empty)
      const run = firstRun(ports, titleOf(message.text), agent, scheduled)
      return startNew(run, channel, message, run.title)
    },

    async send(id, message, channel) {
      const ready = await readyFor(id, message)
      if (!ready.ok) return ready
      return start(ready.value, channel, 'resumed', titleOf(message.text), () => {
        say(id, message)
        runWriter.change(id, { state: 'working' })
      })
    },

    async branch(id, item, message, channel) {
      const ready = await readyFor(id, message)
      if (!ready.ok) return ready
      // Nothing happens to the old run, so it is free again at once.
      claimed.delete(id)
      const old = ready.value
      const [replaced] = runs.page(id, item + 1, 1)
      if (replaced?.id !== item || replaced.kind !== 'user') return err(refused.noMessage)
      const title = runs.page(id, item, 1).length === 0 ? titleOf(message.text) : old.title
      const run = branchOf(ports, old, title, item)
      return start(
        run,
        channel,
        'created',
        `${title} (goes on from ${id}, message ${item})`,
        () => {
          runWriter.create(run)
          runs.copyItems(id, run.id, item)
          say(run.id, message)
        },
      )
    },

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

    async dispose() {
      closed = true
      const all = [...lives.values()]
      for (const { live } of all) live.leave.abort()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}
