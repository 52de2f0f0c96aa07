// A language model behind a server, as a stream of our events. Handles retries, silence and the
// honest end of a stream. Never executes a tool: calls come out as events, the gate is elsewhere.
import type { ModelConfig } from '../../contract/policy/config/config.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { Model, ModelEvent, ModelRequest } from '../../contract/agent/model.ts'
import { askWindow } from './context-window.ts'
import { manualModel } from './manual-driver.ts'
import { type Asked, cancelled, type Fall, garbage, readFault, silent } from './model-failure.ts'
import { baseUrlOf, type Fetch, openProvider, sdkOptions } from './provider.ts'
import { sleep } from './sleep.ts'
import { readStream, type StreamEvent } from './read-stream.ts'

export type ModelPorts = {
  readonly fetch: Fetch
  /**
   * Asked before every step, so that a key set while Gatehouse runs is used at once. Null: none is
   * set.
   */
  readonly key: () => string | null
}

export type ClientTimeouts = {
  /**
   * Pauses before the second, third … try. Tries are made only while the server has said nothing
   * yet.
   */
  readonly retryMs: readonly number[]
  /**
   * How long a server may say nothing at all. Local servers load a model for minutes at the first
   * request.
   */
  readonly silenceMs: number
  /** Left out: by the clock of this machine. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}
const TIMEOUT: ClientTimeouts = { retryMs: [1_000, 2_000, 4_000], silenceMs: 300_000 }

/**
 * The model of a configuration. Nothing is imported or dialled before the first step. Failures are
 * `failed` events: `model.unreachable`, `model.key`, `model.unknown`, `model.busy` (429),
 * `model.server` (5xx), `model.refused` (other 4xx), `model.garbage`, `model.cut-off`,
 * `model.silent`, `model.cancelled`, `model.unset`, `model.fault` (ours).
 */
export function createModel(
  config: ModelConfig,
  ports: ModelPorts,
  timeout: ClientTimeouts = TIMEOUT,
): Model {
  if (config.provider === 'manual') return manualModel()
  const baseUrl = baseUrlOf(config)
  const server = baseUrl === null ? 'no address' : new URL(baseUrl).host
  let known: Promise<number | null> | null = null
  return {
    // Asked once: what a server runs a model with changes with its settings, and those are seen at
    // the next start.
    window: (signal) => {
      if (baseUrl === null) return Promise.resolve(null)
      known ??= askWindow(config, baseUrl, ports, signal).finally(() => {
        // Let go of before it was told.
        if (signal.aborted) known = null
      })
      return known
    },
    name: config.name,
    label: `${config.name === '' ? 'no model' : config.name} at ${server}`,
    async *step(request, signal) {
      const key = ports.key()
      const unset = whatIsUnset(config, baseUrl, key)
      if (unset !== null || baseUrl === null) {
        yield { kind: 'failed', error: unset ?? noAddress }
        return
      }
      const asked = { server, model: config.name, key }
      const { silenceMs } = timeout
      yield* ask(
        { config, baseUrl, fetch: ports.fetch, asked, silenceMs, request, signal },
        timeout,
      )
    },
  }
}

type PromptRequest = {
  readonly config: ModelConfig
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly asked: Asked
  readonly silenceMs: number
  readonly request: ModelRequest
  readonly signal: AbortSignal
}

/** Asks until the server says something, or until asking again would not help. */
async function* ask(
  request: PromptRequest,
  { retryMs, wait = sleep }: Pick<ClientTimeouts, 'retryMs' | 'wait'>,
): AsyncGenerator<ModelEvent> {
  for (let attempt = 0; ; attempt++) {
    let said = false
    let fall: Fall | null = null
    for await (const event of askOnce(request)) {
      if (event.kind === 'failed') {
        fall = event
        continue
      }
      said = true
      yield event
    }
    if (fall === null) return
    const pause = retryMs[attempt]
    if (said || fall.retryMs === null || pause === undefined) {
      yield { kind: 'failed', error: fall.error }
      return
    }
    await wait(Math.max(pause, fall.retryMs), request.signal)
  }
}

/** One request and its answer. Ends with one `end` or `failed`. */
async function* askOnce({
  config,
  baseUrl,
  fetch,
  asked,
  silenceMs,
  request,
  signal,
}: PromptRequest): AsyncGenerator<StreamEvent> {
  const quiet = watchSilence(silenceMs)
  const either = AbortSignal.any([signal, quiet.signal])
  const failed = (fall: Fall): StreamEvent => {
    // Whatever broke after we let go, broke because of that.
    if (signal.aborted) return { kind: 'failed', error: cancelled, retryMs: null }
    if (quiet.signal.aborted)
      return { kind: 'failed', error: silent(asked, silenceMs), retryMs: null }
    return { kind: 'failed', ...fall }
  }
  let answered = false
  const watched: Fetch = async (...asking) => {
    const response = await fetch(...asking)
    answered = response.ok
    return response
  }
  try {
    either.throwIfAborted()
    const model = await openProvider(config, baseUrl, asked.key, watched)
    const { stream } = await model.doStream(sdkOptions(config, request, either))
    for await (const event of readStream(stream, either, quiet.received, asked)) {
      yield event.kind === 'failed' ? failed({ error: event.error, retryMs: event.retryMs }) : event
    }
  } catch (thrown) {
    const fall = readFault(thrown, asked)
    // The SDK also breaks on answers that it cannot make sense of.
    yield failed(
      answered && fall.error.code === 'model.fault'
        ? { error: garbage(asked), retryMs: null }
        : fall,
    )
  } finally {
    quiet.end()
  }
}

export const noAddress = failure(
  'model.unset',
  'No address of a model server is set.',
  'Give the address under Settings, Model, for example http://localhost:11434/v1.',
)

function whatIsUnset(
  config: ModelConfig,
  baseUrl: string | null,
  key: string | null,
): Failure | null {
  if (baseUrl === null) return noAddress
  if (config.name === '')
    return failure(
      'model.unset',
      'No model is chosen.',
      'Give the name of the model under Settings, Model.',
    )
  // Only the provider's own address is known to need one; a local stand-in may not.
  if (config.provider === 'anthropic' && config.baseUrl === null && key === null) {
    return failure(
      'model.key',
      'No key for Anthropic is set.',
      'Set it under Settings, Model, or name the environment variable that holds it.',
    )
  }
  return null
}

/** Aborts when `received` was not called for `ms`. */
function watchSilence(ms: number): {
  readonly signal: AbortSignal
  readonly received: () => void
  readonly end: () => void
} {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return {
    signal: controller.signal,
    received: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  }
}
