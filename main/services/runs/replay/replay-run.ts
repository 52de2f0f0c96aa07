// Plays a captured run: the loop of the agent goes its way again with the recorded answers of the
// model, the gate decides each call as it is set now, and the result comes out of the capsule. No
// tool runs, no server is asked, nothing is written: the loop is given no way to any of these.
import type { CapsulePicture, CapsuleScript } from '../../../../contract/agent/capsule.ts'
import { mintDelegation } from '../../../../contract/agent/delegation.ts'
import type { Run } from '../../../../contract/agent/run.ts'
import type { CallState } from '../../../../contract/call/call.ts'
import {
  RunId as RunIdSchema,
  SessionId as SessionIdSchema,
  type CallId,
  type RunId,
  type SessionId,
} from '../../../../contract/ids.ts'
import { ok } from '../../../../contract/result.ts'
import { liveRun, type LiveRun } from '../../../agent/live-run.ts'
import type { AgentPorts } from '../../../agent/ports.ts'
import { principalOf } from '../../../agent/principal-of.ts'
import { openRunWriter } from '../../../agent/run-writer.ts'
import { userItem } from '../../../agent/transcript.ts'
import { turn, type TurnEnd } from '../../../agent/turn.ts'
import type { EvaluateDeps } from '../../../pipeline/evaluate.ts'
import type { CallFacts } from '../call-facts.ts'
import { eventsOf } from '../capsule-events.ts'
import { openPlayedGate } from './evaluate-played.ts'
import { memoryRuns } from './memory-runs.ts'
import { playCall } from './play-call.ts'
import { playedModel } from './played-model.ts'
import { recordedRun, type RecordedRun } from './recorded-run.ts'

export type ReplayDeps = {
  /** Those of the agent; whatever of them reaches anything is left unused. */
  readonly ports: AgentPorts
  readonly evaluate: EvaluateDeps
  /** From now on this run counts as one that was started, for what was handed on to it. */
  readonly pretend: (run: Run) => void
  /** It is over. */
  readonly forget: (id: RunId) => void
}

/** The script as it went this time. */
export async function replayRun(script: CapsuleScript, deps: ReplayDeps): Promise<CapsuleScript> {
  const { ports } = deps
  const runs = memoryRuns()
  const facts = new Map<CallId, CallFacts>()
  const pictures = new Map<CallId, readonly CapsulePicture[]>()
  const startedBy = new Map<CallId, Run[]>()
  const sessions = new Map<SessionId, SessionId>()
  const gate = openPlayedGate(deps.evaluate, runs, (session) => sessions.get(session) ?? session)
  const played: RunId[] = []
  const silent = { runs, now: ports.now, emit: () => {} }
  const runWriter = openRunWriter(silent)

  /** The same run under ids of its own, so that it is taken for no run that there was. */
  const start = (recorded: Run, parent: Run | null, call: CallId | null): Run => {
    const session = SessionIdSchema.parse(ports.newId('ses'))
    sessions.set(session, recorded.session)
    const run: Run = {
      ...recorded,
      id: RunIdSchema.parse(ports.newId('run')),
      session,
      model: ports.model(recorded.agent).label,
      state: 'working',
      steps: 0,
      from: null,
      tokensIn: 0,
      tokensOut: 0,
      costs: [],
      ...(recorded.parent === undefined || parent === null || call === null
        ? {}
        : { parent: { ...recorded.parent, ...handedOn(recorded.parent, parent, call, ports) } }),
    }
    runWriter.create(run)
    deps.pretend(run)
    played.push(run.id)
    return run
  }

  async function play(recorded: RecordedRun, run: Run): Promise<void> {
    let live: LiveRun = liveRun(run.id, script.channel, ports.now)
    let isCut = false
    let end: TurnEnd = 'gone'
    const model = playedModel(ports.model(run.agent), recorded, () => {
      isCut = true
      live.stop.abort()
    })
    const changed = (callId: CallId, state: CallState): void => {
      const found = runs.findItemByCall(callId)
      if (found?.item.kind === 'call') runWriter.put(found.runId, { ...found.item, state })
      if (state.kind === 'ended') live.ends.get(callId)?.()
    }
    const tools: Parameters<typeof turn>[2] = {
      principal: principalOf(run),
      agent: run.agent,
      changed,
      graceMs: 0,
      ports: {
        ...ports,
        ...silent,
        model: () => model,
        dispatch: async (call) => {
          const done = await playCall(call, recorded, gate)
          facts.set(call.id, done.facts)
          pictures.set(call.id, done.pictures)
          for (const id of done.started) {
            const child = script.runs.find((one) => one.id === id)
            if (child === undefined) continue
            const started = start(child, run, call.id)
            startedBy.set(call.id, [...(startedBy.get(call.id) ?? []), started])
            await play(recordedRun(script, child), started)
          }
          return done.result
        },
        instructionsFile: () => recorded.instructions,
        redact: async (args) => JSON.parse(JSON.stringify(args ?? null)),
        journal: async () => ok(undefined),
        spending: noSpending,
        cancelHeld: () => {},
        // A pause before the model is asked again takes no time, and no limit of time ends.
        wait: (_ms, signal) => (signal === live.gone ? Promise.resolve() : untilAborted(signal)),
      },
      team: {
        beforeStep: async () =>
          recorded.played() < recorded.answersDue()
            ? null
            : { text: 'It went no further.', hint: '', change: 'finished' },
        reports: async () => recorded.fetched().flatMap(agentIn),
      },
    }
    for (let next = recorded.nextMessage(); ; next = recorded.nextMessage()) {
      if (next !== null) {
        const { text, attached, by } = next
        runWriter.add(run.id, (stamp) =>
          userItem(stamp, { text, attach: attached, by: by === 'agent' ? by : undefined }),
        )
      }
      const before = recorded.played()
      live = liveRun(run.id, script.channel, ports.now)
      end = await turn(live, runWriter, tools)
      const goesOn = recorded.played() > before || next !== null
      if (recorded.isOver() || !goesOn) break
    }
    const ended = end === 'gone' ? 'stopped' : end.state
    const was = recorded.run.state
    // What ended it from outside is not played.
    const isOutside = isCut || (was !== 'idle' && was !== 'failed')
    runWriter.change(run.id, { state: recorded.isOver() && isOutside ? was : ended })
  }

  const [first] = script.runs
  if (first === undefined) return script
  const root = start(first, null, null)
  try {
    await play(recordedRun(script, first), root)
  } finally {
    played.forEach(deps.forget)
  }
  const found = eventsOf(runs.get(root.id) ?? root, {
    items: runs.items,
    pictures: (id) => pictures.get(id) ?? [],
    facts: (id) => facts.get(id) ?? { decisions: [], endedAt: null, resultHash: null },
    startedBy: (id) => (startedBy.get(id) ?? []).map((run) => runs.get(run.id) ?? run),
  })
  return {
    runs: [...found.runs],
    channel: script.channel,
    events: found.events.map((event, index) => ({ ...event, index })),
  }
}

type Parent = NonNullable<Run['parent']>

/** What was handed on then is in force again for as long as it is played, as far as its parent has it. */
const handedOn = (
  { delegation: { parentHash, hash: _hash, revokedAt: _revoked, ...terms } }: Parent,
  parent: Run,
  call: CallId,
  { sha256 }: Pick<AgentPorts, 'sha256'>,
): Partial<Parent> => ({
  run: parent.id,
  root: parent.parent?.root ?? parent.id,
  rootSession: parent.parent?.rootSession ?? parent.session,
  call,
  delegation: mintDelegation({ ...terms, expiresAt: Number.MAX_SAFE_INTEGER }, parentHash, sha256),
})

const noSpending: AgentPorts['spending'] = {
  open: () => 0,
  correct: () => {},
  worked: () => {},
  ofRun: () => [],
  ofDay: () => [],
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** The id in a recorded call that fetched what a sub-agent has done. */
function agentIn(args: unknown): string[] {
  const id =
    typeof args === 'object' && args !== null && 'agent_id' in args ? args.agent_id : undefined
  return typeof id === 'string' ? [id] : []
}
