// The agent service: starts, stops, resumes and recovers runs. Knows which runs are live in this
// process. Never runs a tool itself and never decides: calls go to the pipeline it was given.
import type { CallState } from '../../contract/call/call.ts'
import type { Failure } from '../../contract/failure.ts'
import { type CallId, type RunId, SessionId } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Run } from '../../contract/agent/run.ts'
import { openRunWriter } from './run-writer.ts'
import { type LiveRun, liveRun } from './live-run.ts'
import type { Agent, ItemPage, Message } from './model-tools.ts'
import type { AgentPorts } from './ports.ts'
import {
  busy,
  closing,
  empty,
  heldNow,
  noCall,
  noMessage,
  nothingToDo,
  stillHeld,
  storeFault,
  unknownRun,
} from './refusals.ts'
import { newRun } from './new-run.ts'
import { openRest } from './finish-run.ts'
import { endUnseen, neverStarted } from './results.ts'
import { heldCalls, messagesOf, titleOf, userItem } from './transcript.ts'
import { turn } from './turn.ts'

const AGENT = 'main'
/** The road gives a call five seconds to end after it was told to; this is a little longer. */
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

  /** Must not throw: it is called in the middle of the road. */
  function callChanged(callId: CallId, state: CallState): void {
    const concerned = [...lives.values()]
      .map(({ live }) => live)
      .filter((live) => live.ends.has(callId))
    try {
      writeState(callId, state)
    } catch (thrown) {
      // The store is broken. The road goes on under its journal; the loop that waits for this call
      // fails in its own place.
      for (const live of concerned) live.fault ??= { thrown }
    }
    if (state.kind === 'ended') for (const live of concerned) live.ends.get(callId)?.()
  }

  function writeState(callId: CallId, state: CallState): void {
    const found = runs.findItemByCall(callId)
    if (found === null || found.item.kind !== 'call') return
    const { runId, item } = found
    // An end is final, but for a later end of the road, which knows more.
    const stale = item.state.kind === 'ended' && state.kind !== 'ended'
    if (!stale && canonicalJson(item.state) !== canonicalJson(state))
      runWriter.put(runId, { ...item, state })
    const live = lives.get(runId)?.live
    if (live === undefined) return
    if (state.kind === 'held') live.held.add(callId)
    else live.held.delete(callId)
    showWaiting(live)
  }

  function showWaiting(live: LiveRun): void {
    live.clock.waits(live.held.size > 0)
    const run = runs.get(live.id)
    const state = live.held.size > 0 ? 'waiting' : 'working'
    if (run !== null && run.state !== state && (run.state === 'working' || run.state === 'waiting'))
      runWriter.change(live.id, { state })
  }

  async function work(live: LiveRun, run: Run): Promise<void> {
    const principal: Principal = {
      kind: 'agent',
      name: run.agent,
      session: run.session,
      runId: run.id,
    }
    const end = await turn(live, runWriter, { ports, principal, changed: callChanged, graceMs })
    if (end === 'gone' && !live.stop.signal.aborted) return interrupt(live.id)
    tidy(live.id, endUnseen, neverStarted)
    if (end === 'gone') {
      runWriter.change(live.id, { state: 'stopped' })
      return recordEnd(live.id, 'stopped', 'Stopped by the person.')
    }
    runWriter.change(live.id, { state: end.state })
    await recordEnd(live.id, end.change, end.text)
  }

  function launch(run: Run, channel: Channel): void {
    const live = liveRun(run.id, channel, ports.now)
    // Registered before it begins, so that the first word of the road finds it.
    const { promise: done, resolve } = Promise.withResolvers<void>()
    lives.set(run.id, { live, done })
    void work(live, run)
      // Only the store can bring this about. Nothing can be kept then, but the screen must not show
      // a run at work.
      .catch(() =>
        ports.emit({ kind: 'run-changed', run: { ...(safeGet(run.id) ?? run), state: 'failed' } }),
      )
      .finally(() => {
        lives.delete(run.id)
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
    if (closed) return err(closing)
    const run = runs.get(id)
    if (run === null) return err(unknownRun)
    if (lives.has(id) || claimed.has(id)) return err(busy)
    claimed.add(id)
    return ok(run)
  }

  /**
   * A run shows that it rests a moment before its last word is in the journal; who answers at once
   * waits for that moment.
   */
  async function rested(id: RunId): Promise<void> {
    const state = runs.get(id)?.state
    if (state !== 'working' && state !== 'waiting') await lives.get(id)?.done
  }

  async function start(
    run: Run,
    channel: Channel,
    change: 'created' | 'resumed',
    why: string,
    prepare: () => void,
  ): Promise<Result<Run, Failure>> {
    try {
      const written = await record(run.id, change, why)
      if (!written.ok) return written
      if (closed) return err(closing)
      prepare()
      launch(run, channel)
      return ok(runs.get(run.id) ?? run)
    } catch (thrown) {
      return err(storeFault(thrown, 'written', 'Check whether the disk is full, then try again.'))
    } finally {
      claimed.delete(run.id)
    }
  }

  const say = (id: RunId, message: Message): unknown =>
    runWriter.add(id, (stamp) => userItem(stamp, message))

  /** The claim on a run that takes a message now. */
  async function readyFor(id: RunId, message: Message): Promise<Result<Run, Failure>> {
    if (message.text.trim() === '') return err(empty)
    await rested(id)
    const claimedRun = claim(id)
    if (!claimedRun.ok || heldCalls(runs.moving(id)).length === 0) return claimedRun
    claimed.delete(id)
    return err(stillHeld)
  }

  function pageOf(id: RunId, before: number | undefined, limit: number): ItemPage {
    const items = runs.page(id, before, limit + 1)
    return { items: items.slice(-limit), older: items.length > limit }
  }

  return {
    async start(message, channel, agent = AGENT) {
      if (closed) return err(closing)
      if (message.text.trim() === '') return err(empty)
      const run = newRun(ports, titleOf(message.text), SessionId.parse(ports.newId('ses')), agent)
      return start(run, channel, 'created', run.title, () => {
        runWriter.create(run)
        say(run.id, message)
      })
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
      if (replaced?.id !== item || replaced.kind !== 'user') return err(noMessage)
      const title = runs.page(id, item, 1).length === 0 ? titleOf(message.text) : old.title
      const run: Run = { ...newRun(ports, title, old.session, old.agent), from: { run: id, item } }
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
      if (run === null) return err(unknownRun)
      if (cancel === undefined) return err(noCall)
      cancel()
      return ok(run)
    },

    rename: (id, title) =>
      runs.get(id) === null ? err(unknownRun) : ok(runWriter.change(id, { title })),

    async remove(id) {
      await rested(id)
      const run = runs.get(id)
      if (run === null) return err(unknownRun)
      const ids = runs.ofSession(run.session).map((each) => each.id)
      const mine: RunId[] = []
      try {
        for (const each of ids) {
          const claimedRun = claim(each)
          if (!claimedRun.ok) return claimedRun
          mine.push(each)
          if (heldCalls(runs.moving(each)).length > 0) return err(heldNow)
        }
        for (const each of ids) {
          const written = await record(each, 'removed', 'Its transcript was removed by the person.')
          if (!written.ok) return written
        }
        runs.remove(run.session)
      } catch (thrown) {
        return err(
          storeFault(
            thrown,
            'removed',
            'It is still there. Check whether the disk is full, then try again.',
          ),
        )
      } finally {
        for (const each of mine) claimed.delete(each)
      }
      for (const each of ids) ports.emit({ kind: 'run-removed', runId: each })
      return ok(ids)
    },

    async resume(id, channel = 'window') {
      await rested(id)
      const claimedRun = claim(id)
      if (!claimedRun.ok) return claimedRun
      const run = claimedRun.value
      const waits = heldCalls(runs.moving(id)).length > 0
      if (
        run.state === 'idle' &&
        messagesOf(runs.page(id, undefined, LAST_ITEMS)).at(-1)?.role === 'assistant'
      ) {
        claimed.delete(id)
        return err(nothingToDo)
      }
      return start(
        run,
        channel,
        'resumed',
        'Resumed by the person.',
        () => void runWriter.change(id, { state: waits ? 'waiting' : 'working' }),
      )
    },

    async stop(id) {
      const entry = lives.get(id)
      if (entry !== undefined) {
        entry.live.stop.abort()
        await entry.done
      } else {
        const claimedRun = claim(id)
        if (!claimedRun.ok) return claimedRun
        try {
          const held = heldCalls(runs.moving(id))
          await Promise.all(held.map(async ({ callId }) => ports.cancelHeld(callId)))
          if (held.length > 0 || claimedRun.value.state === 'interrupted') {
            tidy(id, endUnseen, neverStarted)
            runWriter.change(id, { state: 'stopped' })
            await recordEnd(id, 'stopped', 'Stopped by the person.')
          }
        } finally {
          claimed.delete(id)
        }
      }
      const run = runs.get(id)
      return run === null ? err(unknownRun) : ok(run)
    },

    unfinished: () => runs.unfinished(),

    list: (before, limit) => runs.list(before, limit),

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
