// The loop: model, calls, model, until the model is done, a limit is met, something fails, or the
// person stops it. The stored transcript is its only memory. Must not reject: whatever goes wrong
// ends as a resting run with a notice.
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { assertNever } from '../../contract/never.ts'
import type { RunItem, RunState } from '../../contract/agent/run.ts'
import { readAttached } from './attached.ts'
import { unbackedIn } from './claims/unbacked.ts'
import { fitRequest, tokenLimit } from './compaction/fit-request.ts'
import { asks, EMPTY_TRIES, type Attempts, firstAttempts, waitAfter } from './limits/attempts.ts'
import {
  ends,
  NO_STREAK,
  isFirstWarning,
  type Streak,
  streaksOf,
  streakText,
  worstOf,
} from './limits/loop-detector.ts'
import type { RunWriter } from './run-writer.ts'
import { type LiveRun, untilEnded } from './live-run.ts'
import { modelStep, openCalls, type PendingCall, type StepEnd } from './model-step.ts'
import { runCalls, type CallTools } from './run-calls.ts'
import { readInstructions } from './prompt/instructions.ts'
import { isRefused, openBudget, overtime } from './limits/step-budget.ts'
import { keepItems } from './stored-items.ts'
import { heldCalls } from './transcript.ts'
import {
  askedAgain,
  brokeOff,
  cutAtLength,
  goingRound,
  type Notice,
  nudged,
  silence,
  tooLong,
  tooManySteps,
  warnedOf,
} from './prompt/turn-notices.ts'

type Change = Extract<JournalEntry, { kind: 'run' }>['change']
/**
 * How a turn came to rest, and what the journal says of it. `gone`: stopped or left; the one who
 * did so says it.
 */
export type TurnEnd =
  | {
      readonly state: Extract<RunState, 'idle' | 'failed'>
      readonly change: Change
      readonly text: string
    }
  | 'gone'

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
  const say = ({ tone, text, hint }: Notice): void => runWriter.notice(live.id, tone, text, hint)
  const rest = (notice: Notice, text: string, change: Change = 'finished'): TurnEnd => {
    say(notice)
    return { state: 'idle', change, text }
  }
  const itemsNow = keepItems(ports.runs, live.id)
  await readInstructions(live, runWriter, itemsNow(), tools)
  if (live.gone.aborted) return 'gone'
  await readAttached(live, runWriter, itemsNow(), tools)
  const run = ports.runs.get(live.id)
  // What sub-agents use is used by the run that a person talks to.
  const budget = openBudget(
    ports,
    {
      root: run?.parent?.root ?? live.id,
      run: () => ports.runs.get(live.id),
      own: () => ports.voice(agent)?.limits ?? null,
    },
    live.clock,
  )
  let attempts: Attempts = firstAttempts
  let wasNudged = false
  for (let step = 0; ; step++) {
    const refused = await tools.team.beforeStep(live)
    if (live.gone.aborted) return 'gone'
    if (refused !== null) {
      const { text, hint, change } = refused
      return rest({ tone: 'info', text, hint }, text, change)
    }
    const settings = ports.settings()
    const voice = ports.voice(agent)
    const maxSteps = Math.min(settings.maxSteps, voice?.limits.steps ?? settings.maxSteps)
    if (step >= maxSteps)
      return rest(tooManySteps(maxSteps), `Ended by the limit of ${maxSteps} steps.`)
    const model = ports.model(agent)
    const items = itemsNow()
    const limit = tokenLimit(
      settings.contextTokens,
      ports.runs.get(live.id)?.context?.window,
      voice?.maxTokens ?? null,
    )
    const fitted = fitRequest(
      items,
      {
        settings: { ...settings, maxSteps },
        voice,
        tools: ports.tools(principal),
        others: ports.others(agent),
        use: budget.current(),
        step,
        empty: attempts.empty > 0,
        worksFor: run?.parent?.names[0] ?? null,
        pageCall: ports.pageCall,
      },
      limit,
    )
    const { request, nudge, cut, tokensBefore, use } = fitted
    if (model.name !== undefined && fitted.tooLong)
      return rest(tooLong(use.tokensIn, limit), 'What the model would be told is too long for it.')
    if (cut !== null)
      runWriter.add(live.id, (stamp) => ({
        kind: 'compacted',
        ...stamp,
        ...cut,
        tokensBefore,
        tokensAfter: use.tokensIn,
      }))
    const budgeted = budget.begin(model, use)
    if (isRefused(budgeted)) return rest({ tone: 'info', ...budgeted }, budgeted.text)
    if (nudge !== null && !wasNudged) say(nudged(nudge))
    wasNudged ||= nudge !== null
    runWriter.change(live.id, {
      state: 'working',
      steps: (ports.runs.get(live.id)?.steps ?? 0) + 1,
      model: model.label,
    })
    const usedIds = idsIn(items)
    const end = await withinTime(budgeted.leftMs, tools, (late) =>
      modelStep({ ...ports, model: () => model }, runWriter, live, request, { usedIds, late }),
    )
    budgeted.used(end.used)
    const next = await afterStep(end, items, live, runWriter, tools)
    budgeted.worked()
    switch (next.kind) {
      case 'gone':
        return 'gone'
      case 'overtime':
        return rest({ tone: 'info', text: overtime.text, hint: overtime.hint ?? '' }, overtime.text)
      case 'failed': {
        const { error } = next
        const pause = waitAfter(error, attempts)
        if (pause !== null) {
          say(brokeOff(error.text, pause / 1_000))
          attempts = asks.afterBreak(attempts)
          await ports.wait(pause, live.gone)
          break
        }
        runWriter.notice(live.id, 'error', error.text, error.hint ?? '')
        return { state: 'failed', change: 'failed', text: `${error.code}: ${error.text}` }
      }
      case 'ended':
        return { state: 'idle', change: 'finished', text: 'The model ended its turn.' }
      case 'length':
        return rest(cutAtLength, 'The model met its length limit.')
      case 'silent':
        if (attempts.empty >= EMPTY_TRIES)
          return rest(silence, 'The model ended without a message.')
        attempts = asks.afterSilence(attempts)
        say(askedAgain)
        break
      case 'called': {
        attempts = firstAttempts
        const { streak } = next
        const text = streakText(streak)
        if (ends(streak)) return rest(goingRound(text), `Ended: ${text}.`)
        if (isFirstWarning(streak)) say(warnedOf(text))
        break
      }
      default:
        assertNever(next, 'steps')
    }
  }
}

type Next =
  | Exclude<StepEnd, { kind: 'said' }>
  | { readonly kind: 'ended' | 'length' | 'silent' }
  | { readonly kind: 'called'; readonly streak: Streak }

/** Runs the calls of an answer. */
async function afterStep(
  end: StepEnd,
  before: readonly RunItem[],
  live: LiveRun,
  runWriter: RunWriter,
  tools: CallTools,
): Promise<Next> {
  if (end.kind !== 'said') return end
  if (end.calls.length > 0) {
    const streak = await takeCalls(live, before, end.calls, tools)
    return live.gone.aborted ? { kind: 'gone', used: end.used } : { kind: 'called', streak }
  }
  // The model has nothing more to do: what its sub-agents have done comes before its turn ends.
  const ended = await tools.team.reports(live)
  if (live.gone.aborted) return { kind: 'gone', used: end.used }
  if (ended.length > 0) {
    await fetchResults(live, runWriter, ended, before, tools)
    return { kind: 'called', streak: NO_STREAK }
  }
  markUnbacked(live, runWriter, tools)
  if (end.reason === 'length') return { kind: 'length' }
  return { kind: end.silent ? 'silent' : 'ended' }
}

/** The answer says that something was done which no call of the run can have done. */
function markUnbacked(live: LiveRun, runWriter: RunWriter, { ports }: CallTools): void {
  const [answer] = ports.runs.page(live.id, undefined, 1)
  if (answer?.kind !== 'assistant') return
  const unbacked = unbackedIn(answer.text, () => ports.runs.items(live.id), ports.deedsOf)
  if (unbacked.length > 0) runWriter.put(live.id, { ...answer, unbacked: [...unbacked] })
}

/** What sub-agents have done comes by calls, as if the model had asked for it: the gate sees them. */
async function fetchResults(
  live: LiveRun,
  runWriter: RunWriter,
  ended: readonly string[],
  before: readonly RunItem[],
  tools: CallTools,
): Promise<void> {
  const calls = ended.map((id) => ({ id: `result_${id}`, ...tools.ports.resultCall(id) }))
  const pending = await openCalls(tools.ports, runWriter, live, calls, idsIn(before), 'loop')
  await runCalls(live, pending, new Map(), tools)
  if (live.fault !== null) throw live.fault.thrown
}

/** The names under which the model was given results before. */
const idsIn = (items: readonly RunItem[]): ReadonlySet<string> =>
  new Set(items.flatMap((item) => (item.kind === 'call' ? [item.modelCallId] : [])))

/** Its signal is aborted when the time is up. */
async function withinTime<T>(
  leftMs: number | null,
  { ports }: CallTools,
  work: (late: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const done = new AbortController()
  if (leftMs !== null)
    ports.wait(leftMs, done.signal).then(
      () => (done.signal.aborted ? undefined : late.abort()),
      () => late.abort(),
    )
  try {
    return await work(late.signal)
  } finally {
    done.abort()
  }
}

/** Runs them, and says which streak of equal calls is the worst. */
async function takeCalls(
  live: LiveRun,
  before: readonly RunItem[],
  calls: readonly PendingCall[],
  tools: CallTools,
): Promise<Streak> {
  const streaks = streaksOf([...before, ...calls.map((call) => call.item)])
  await runCalls(live, calls, streaks, tools)
  if (live.fault !== null) throw live.fault.thrown
  return worstOf(calls.flatMap((call) => streaks.get(call.item.id) ?? []))
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
