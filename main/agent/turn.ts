// The loop: model, calls, model, until the model is done, a limit is met, something fails, or the
// person stops it. The stored transcript is its only memory. Must not reject: whatever goes wrong
// ends as a resting run with a notice.
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { ModelRequest } from '../../contract/agent/model.ts'
import { assertNever } from '../../contract/never.ts'
import type { RunItem, RunState } from '../../contract/agent/run.ts'
import { readAttached } from './attached.ts'
import type { RunWriter } from './run-writer.ts'
import { type LiveRun, untilEnded } from './live-run.ts'
import { modelStep, type PendingCall } from './model-step.ts'
import { runCalls, type CallTools } from './run-calls.ts'
import { systemPrompt } from './system-prompt.ts'
import { keepItems } from './stored-items.ts'
import { heldCalls, messagesOf, STOP_AT, streaksOf, WARN_AT } from './transcript.ts'

type Change = Extract<JournalEntry, { kind: 'run' }>['change']
/**
 * How a turn came to rest, and what the journal says of it. `gone`: stopped or left; whoever did so
 * says it.
 */
export type TurnEnd =
  | {
      readonly state: Extract<RunState, 'idle' | 'failed'>
      readonly change: Change
      readonly text: string
    }
  | 'gone'

type Notice = { readonly tone: 'info' | 'error'; readonly text: string; readonly hint: string }

export async function turn(
  live: LiveRun,
  runWriter: RunWriter,
  tools: CallTools,
): Promise<TurnEnd> {
  try {
    await answersOfHeld(live, tools)
    return await steps(live, runWriter, tools)
  } catch (thrown) {
    const text = `Something in Gatehouse broke while it worked on this run: ${thrown instanceof Error ? thrown.message : String(thrown)}`
    runWriter.notice(
      live.id,
      'error',
      text,
      'Nothing said before is lost. Press Retry; if it happens again, please report it.',
    )
    return { state: 'failed', change: 'failed', text }
  }
}

async function steps(live: LiveRun, runWriter: RunWriter, tools: CallTools): Promise<TurnEnd> {
  const { ports, principal, agent } = tools
  const rest = (notice: Notice, text: string): TurnEnd => {
    runWriter.notice(live.id, notice.tone, notice.text, notice.hint)
    return { state: 'idle', change: 'finished', text }
  }
  const itemsNow = keepItems(ports.runs, live.id)
  await readAttached(live, runWriter, itemsNow(), tools)
  for (let step = 0; ; step++) {
    if (live.gone.aborted) return 'gone'
    const settings = ports.settings()
    if (step >= settings.maxSteps)
      return rest(
        tooManySteps(settings.maxSteps),
        `Ended by the limit of ${settings.maxSteps} steps.`,
      )
    runWriter.change(live.id, {
      state: 'working',
      steps: (ports.runs.get(live.id)?.steps ?? 0) + 1,
      model: ports.model(agent).label,
    })
    const items = itemsNow()
    const messages = messagesOf(items)
    const usedIds = new Set(
      items.flatMap((item) => (item.kind === 'call' ? [item.modelCallId] : [])),
    )
    const request: ModelRequest = {
      system: systemPrompt(settings),
      // A conversation that ends with the model's own words would have it complete its sentence, or
      // be refused.
      messages:
        messages.at(-1)?.role === 'assistant'
          ? [...messages, { role: 'user', text: 'Go on.' }]
          : messages,
      tools: ports.tools(principal),
    }
    const end = await modelStep(
      { ...ports, model: () => ports.model(agent) },
      runWriter,
      live,
      request,
      usedIds,
    )
    switch (end.kind) {
      case 'gone':
        return 'gone'
      case 'failed':
        runWriter.notice(live.id, 'error', end.error.text, end.error.hint ?? '')
        return { state: 'failed', change: 'failed', text: `${end.error.code}: ${end.error.text}` }
      case 'said': {
        if (end.calls.length === 0) {
          if (end.reason === 'length') return rest(cutAtLength, 'The model met its length limit.')
          if (end.silent) return rest(silence, 'The model ended without a message.')
          return { state: 'idle', change: 'finished', text: 'The model ended its turn.' }
        }
        const streak = await takeCalls(live, items, end.calls, tools)
        if (live.gone.aborted) return 'gone'
        if (streak >= STOP_AT)
          return rest(goingRound(streak), `Ended: the same call ${streak} times in a row.`)
        if (streak === WARN_AT)
          runWriter.notice(
            live.id,
            'info',
            `The model made the same call ${streak} times in a row, despite a warning.`,
            '',
          )
        break
      }
      default:
        assertNever(end, 'steps')
    }
  }
}

/** Runs them, and says how often in a row the same call was made at worst. */
async function takeCalls(
  live: LiveRun,
  before: readonly RunItem[],
  calls: readonly PendingCall[],
  tools: CallTools,
): Promise<number> {
  const streaks = streaksOf([...before, ...calls.map((call) => call.item)])
  await runCalls(live, calls, streaks, tools)
  if (live.fault !== null) throw live.fault.thrown
  return Math.max(...calls.map((call) => streaks.get(call.item.id) ?? 1))
}

/**
 * After a restart, calls of the last step may still be questions: go on only from their answers.
 */
async function answersOfHeld(live: LiveRun, { ports, graceMs }: CallTools): Promise<void> {
  const held = heldCalls(ports.runs.moving(live.id))
  for (const { callId } of held) live.held.add(callId)
  await Promise.all(
    held.map(({ callId }) =>
      untilEnded(live, callId, () => void ports.cancelHeld(callId), graceMs),
    ),
  )
}

const tooManySteps = (steps: number): Notice => ({
  tone: 'info',
  text: `Paused after ${steps} steps, the limit for one message.`,
  hint: 'Send a message such as “go on”, or raise agent.maxSteps in the configuration.',
})
const goingRound = (streak: number): Notice => ({
  tone: 'error',
  text: `Ended: the model made the same call ${streak} times in a row.`,
  hint: 'Tell it what to do differently, or give it what it needs.',
})
const cutAtLength: Notice = {
  tone: 'info',
  text: 'The answer was cut at the model’s length limit.',
  hint: 'Send “go on” to have the rest.',
}
const silence: Notice = {
  tone: 'info',
  text: 'The model ended its turn without a message.',
  hint: 'Send a message, or press Retry.',
}
