// One step of the model: its text streams into an item, its calls become items that wait for their
// turn. A step that fails or is stopped keeps what was said, and makes no call.
import { failure, type Failure } from '../../contract/failure.ts'
import { CallId, PromptHash } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { Model, ModelEvent, ModelRequest } from '../../contract/agent/model.ts'
import { assertNever } from '../../contract/never.ts'
import type { AnswerEnd, Asked, Cost } from '../../contract/agent/run.ts'
import type { RunWriter } from './run-writer.ts'
import type { LiveRun } from './live-run.ts'
import { expected, tokensOf } from './limits/allowance.ts'
import { costOf, type ModelPrice, type Tokens } from '../../contract/policy/config/model-price.ts'
import type { AgentPorts } from './ports.ts'
import type { CallItem } from './transcript.ts'

/**
 * A call before its turn. `args` is as the model wrote them; the item holds them with secrets
 * replaced.
 */
export type PendingCall = {
  readonly item: CallItem
  readonly args: unknown
  /** Of what the model was asked; left out: no model made it. */
  readonly promptHash?: PromptHash
}

export type StepEnd =
  | {
      readonly kind: 'said'
      readonly reason: 'said' | 'calls' | 'length'
      readonly silent: boolean
      readonly used: Tokens
      readonly calls: readonly PendingCall[]
    }
  | { readonly kind: 'failed'; readonly error: Failure; readonly used: Tokens }
  /** Stopped or left. `overtime`: its time was up. */
  | { readonly kind: 'gone' | 'overtime'; readonly used: Tokens }

/** The model is that of the run's agent. */
type OtherPorts = Omit<AgentPorts, 'model'>
export type StepPorts = OtherPorts & { readonly model: () => Model }

type ModelCall = Extract<ModelEvent, { kind: 'call' }>

/** How much of a text a crash may cost. */
const KEEP_EVERY_MS = 500

export type StepLimits = {
  /** The names under which the model was given results before. */
  readonly usedIds: ReadonlySet<string>
  /** Aborted when the time is up. */
  readonly late: AbortSignal
}

/** A model that throws has failed. Rejects only when the store or the redaction breaks. */
export async function modelStep(
  ports: StepPorts,
  runWriter: RunWriter,
  live: LiveRun,
  request: ModelRequest,
  { usedIds, late }: StepLimits,
): Promise<StepEnd> {
  const model = ports.model()
  const gone = AbortSignal.any([live.gone, late])
  const asked = askedOf(request, model, ports.sha256)
  const answer = runWriter.add(live.id, (stamp) => ({
    kind: 'assistant' as const,
    ...stamp,
    text: '',
    streaming: true,
    asked,
  }))
  const calls: ModelCall[] = []
  let text = ''
  let stored = ports.now()
  let end: Exclude<ModelEvent, { kind: 'text' | 'call' }> = { kind: 'failed', error: noEnd }
  try {
    for await (const event of untilGone(model.step(request, gone), gone)) {
      if (event.kind === 'text') {
        if (event.delta === '') continue
        text += event.delta
        ports.emit({ kind: 'text-added', runId: live.id, itemId: answer.id, delta: event.delta })
        if (ports.now() - stored >= KEEP_EVERY_MS) {
          stored = ports.now()
          runWriter.keep(live.id, { ...answer, text })
        }
      } else if (event.kind === 'call') {
        calls.push(event)
      } else if (event.kind === 'end' || event.kind === 'failed') {
        end = event
        break
      } else assertNever(event, 'modelStep')
    }
  } catch (thrown) {
    end = {
      kind: 'failed',
      error: failure(
        'model.fault',
        `The model’s connection broke down: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        'Press Retry.',
      ),
    }
  }
  const ended = endOf(end, live.gone, late)
  runWriter.put(live.id, {
    ...answer,
    text,
    streaming: false,
    ...(ended === null ? {} : { end: ended }),
  })
  const used = usedTokens(model, request, text, end)
  if (live.gone.aborted) return { kind: 'gone', used }
  if (late.aborted) return { kind: 'overtime', used }
  if (end.kind === 'failed') return { kind: 'failed', error: end.error, used }
  // Asked after the answer, so that a server that was asleep is awake.
  const window = end.tokensIn === 0 ? null : ((await model.window?.(live.gone)) ?? null)
  addTokens(ports, runWriter, live, end, model.name ?? '', window)
  const opened = await openCalls(ports, runWriter, live, calls, usedIds)
  const { promptHash } = asked
  const pending = opened.map((call) => ({ ...call, promptHash }))
  return {
    kind: 'said',
    reason: end.reason,
    silent: text.trim() === '' && calls.length === 0,
    used,
    calls: pending,
  }
}

/** As the loop asks it, whatever the server's protocol makes of that. */
function askedOf(request: ModelRequest, { label }: Model, sha256: AgentPorts['sha256']): Asked {
  const { system, tools, messages } = request
  return {
    model: label,
    promptHash: PromptHash.parse(sha256(canonicalJson(request))),
    system: sha256(system),
    toolsHash: sha256(canonicalJson(tools)),
    messages: messages.length,
    tools: tools.length,
  }
}

/** Null: by itself. */
function endOf(
  end: Exclude<ModelEvent, { kind: 'text' | 'call' }>,
  gone: AbortSignal,
  late: AbortSignal,
): AnswerEnd | null {
  if (gone.aborted) return 'gone'
  if (late.aborted) return 'overtime'
  if (end.kind === 'failed') return end.error
  return end.reason === 'length' ? 'length' : null
}

const noEnd = failure(
  'model.cut-off',
  'The model stopped in the middle of its answer.',
  'Its answer so far is kept. Press Retry to try again.',
)

function addTokens(
  ports: OtherPorts,
  runWriter: RunWriter,
  live: LiveRun,
  end: Extract<ModelEvent, { kind: 'end' }>,
  name: string,
  window: number | null,
): void {
  const run = ports.runs.get(live.id)
  if (run === null || end.tokensIn + end.tokensOut === 0) return
  const costs = addCost(run.costs, end, ports.settings().price(name))
  runWriter.change(live.id, {
    tokensIn: run.tokensIn + end.tokensIn,
    tokensOut: run.tokensOut + end.tokensOut,
    costs,
    // Of another model nothing stays.
    ...(window === null
      ? run.context === undefined
        ? {}
        : { context: null }
      : { context: { used: end.tokensIn + end.tokensOut, window } }),
  })
}

/** The server got nothing, or did nothing with it. */
const UNASKED: ReadonlySet<string> = new Set([
  'model.unreachable',
  'model.resting',
  'model.key',
  'model.unknown',
  'model.busy',
  'model.refused',
  'model.unset',
])

/** As the server counted; where it did not, at least what was sent and what came back. */
function usedTokens(
  { name = '' }: Model,
  request: ModelRequest,
  text: string,
  end: Exclude<ModelEvent, { kind: 'text' | 'call' }>,
): Tokens {
  const none = { tokensIn: 0, tokensOut: 0 }
  if (end.kind === 'end' && end.tokensIn + end.tokensOut > 0) return end
  if (name === '' || (end.kind === 'failed' && UNASKED.has(end.error.code))) return none
  return { tokensIn: expected(request).tokensIn, tokensOut: tokensOf(text) }
}

/** What was spent before keeps its price; another currency gets a sum of its own. */
function addCost(costs: readonly Cost[], tokens: Tokens, price: ModelPrice | null): Cost[] {
  if (price === null) return [...costs]
  const { currency } = price
  const amount =
    (costs.find((cost) => cost.currency === currency)?.amount ?? 0) + costOf(tokens, price)
  return [...costs.filter((cost) => cost.currency !== currency), { currency, amount }]
}

/** All items of a step are before the first of its calls runs, in the order of the model. */
export async function openCalls(
  ports: OtherPorts,
  runWriter: RunWriter,
  live: LiveRun,
  calls: readonly Omit<ModelCall, 'kind'>[],
  usedIds: ReadonlySet<string>,
  by: 'model' | 'person' | 'loop' | 'instructions' = 'model',
): Promise<readonly PendingCall[]> {
  const redacted = await Promise.all(calls.map((call) => ports.redact(call.args)))
  const taken = new Set(usedIds)
  return calls.map((call, at) => {
    const modelCallId = unusedId(call.id, taken)
    taken.add(modelCallId)
    const item = runWriter.add(live.id, (stamp) => ({
      kind: 'call' as const,
      ...stamp,
      callId: CallId.parse(ports.newId('call')),
      modelCallId,
      tool: call.name,
      ...(by === 'model' ? {} : { by }),
      args: redacted[at] ?? null,
      state: { kind: 'deciding' as const },
    }))
    return { item, args: call.args }
  })
}

/**
 * Some servers count their calls again in every step; in one conversation an id must mean one
 * call.
 */
function unusedId(given: string, taken: ReadonlySet<string>): string {
  const id = given === '' ? 'call' : given
  if (!taken.has(id)) return id
  for (let n = 2; ; n++) if (!taken.has(`${id}_${n}`)) return `${id}_${n}`
}

/** The events until the signal; a model that does not listen to it is left behind. */
async function* untilGone(
  events: AsyncIterable<ModelEvent>,
  gone: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const iterator = events[Symbol.asyncIterator]()
  const { promise: left, resolve: leave } = Promise.withResolvers<null>()
  const onGone = (): void => leave(null)
  if (gone.aborted) return
  gone.addEventListener('abort', onGone, { once: true })
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), left])
      if (next === null || next.done === true) return
      yield next.value
    }
  } finally {
    gone.removeEventListener('abort', onGone)
    // Not awaited: it may be the one that hangs. It has nothing more to tell us.
    iterator.return?.().catch(() => undefined)
  }
}
