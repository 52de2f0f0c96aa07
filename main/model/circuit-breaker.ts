// Leaves a model server alone for a while after several failures in a row, then tries it with one
// request. Shared by all runs that speak with the same server.
import { failure } from '../../contract/failure.ts'
import type { Model, ModelEvent } from '../../contract/agent/model.ts'

const FAILURES = 5
const REST_MS = 60_000

/** The server itself failed; that a key is wrong or a request too long says nothing about it. */
const OF_SERVER: ReadonlySet<string> = new Set([
  'model.unreachable',
  'model.server',
  'model.busy',
  'model.silent',
  'model.cut-off',
  'model.garbage',
])

export type BreakerState =
  | { readonly kind: 'closed' }
  /** `until`: epoch milliseconds. */
  | { readonly kind: 'resting'; readonly until: number }
  /** One request finds out whether it is back. */
  | { readonly kind: 'trying' }

export type CircuitBreaker = {
  state(): BreakerState
  /** The same model, asked only when its server may be. */
  guard(model: Model): Model
}

/** @param changed called after every change of the state. */
export function openCircuitBreaker(now: () => number, changed: () => void): CircuitBreaker {
  let failures = 0
  let state: BreakerState = { kind: 'closed' }
  const become = (next: BreakerState): void => {
    const same = next.kind === state.kind
    state = next
    if (!same || next.kind === 'resting') changed()
  }
  const ended = (failed: boolean): void => {
    failures = failed ? failures + 1 : 0
    if (!failed) become({ kind: 'closed' })
    else if (failures >= FAILURES) become({ kind: 'resting', until: now() + REST_MS })
  }
  /** Null: it may be asked. */
  const rest = (): number | null => {
    if (state.kind === 'closed') return null
    if (state.kind === 'trying') return REST_MS
    return state.until > now() ? state.until - now() : null
  }
  return {
    state: () => state,
    guard: (model) => ({
      ...model,
      async *step(request, signal) {
        const restMs = rest()
        if (restMs !== null) {
          yield resting(model.label, restMs)
          return
        }
        const probe = state.kind === 'resting'
        if (probe) become({ kind: 'trying' })
        let failed: boolean | null = null
        try {
          for await (const event of model.step(request, signal)) {
            if (event.kind === 'failed') failed = OF_SERVER.has(event.error.code)
            else if (event.kind === 'end') failed = false
            yield event
          }
        } finally {
          // Stopped before it was known: the next one finds out.
          if (failed !== null) ended(failed)
          else if (probe) become({ kind: 'resting', until: now() })
        }
      },
    }),
  }
}

const resting = (label: string, restMs: number): ModelEvent => ({
  kind: 'failed',
  error: failure(
    'model.resting',
    `${label} failed ${FAILURES} times in a row, so Gatehouse leaves it alone for ${Math.ceil(restMs / 1_000)} s.`,
    'Press Retry after that. If it stays so, check the server, or the address under Settings, Model.',
  ),
})
