// A model that says what a script tells it, step by step. The last step is repeated for good.
import type { Model, ModelEvent, ModelRequest } from '../../contract/agent/model.ts'

/**
 * A pause hangs until the step is stopped; with `until`, until that promise. A thrown text is a bug
 * in a provider.
 */
export type Line =
  | ModelEvent
  | { readonly kind: 'pause'; readonly until?: Promise<unknown> }
  | { readonly kind: 'throw'; readonly text: string }
export type ScriptedModel = Model & { readonly requests: readonly ModelRequest[] }

export const end = (reason: 'said' | 'calls' | 'length' = 'said'): ModelEvent => ({
  kind: 'end',
  reason,
  tokensIn: 10,
  tokensOut: 2,
})
export const say = (text: string): Line[] => [{ kind: 'text', delta: text }, end()]
export const ask = (
  ...calls: readonly (readonly [id: string, name: string, args?: unknown])[]
): Line[] => [
  ...calls.map(([id, name, args]): Line => ({ kind: 'call', id, name, args: args ?? {} })),
  end('calls'),
]

export function scriptedModel(...steps: readonly (readonly Line[])[]): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    label: 'scripted',
    requests,
    async *step(request, signal) {
      const lines = steps[requests.length] ?? steps.at(-1) ?? []
      requests.push(structuredClone(request))
      for (const line of lines) {
        if (line.kind === 'throw') throw new Error(line.text)
        if (line.kind !== 'pause') yield line
        else if (line.until !== undefined) await line.until
        else
          await new Promise<void>((resolve) =>
            signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
          )
      }
    },
  }
}
