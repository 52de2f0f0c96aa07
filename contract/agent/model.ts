// What an agent's loop and a language model say to each other, whatever the provider.
import type { Failure } from '../failure.ts'

export type ModelTool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export type ModelMessage =
  | {
      readonly role: 'user'
      readonly text: string
      readonly attached?: readonly { readonly path: string; readonly text: string }[]
    }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly calls: readonly {
        readonly id: string
        readonly name: string
        readonly args: unknown
      }[]
    }
  | {
      readonly role: 'tool'
      readonly callId: string
      readonly name: string
      readonly text: string
      readonly ok: boolean
      /** Pictures and PDFs of the answer, in base64; left out where there are none. */
      readonly pictures?: readonly { readonly mimeType: string; readonly data: string }[]
    }

export type ModelRequest = {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  /** Left out: as the server does it. */
  readonly temperature?: number
  /** Of the answer, at most; left out: as much as the server gives. */
  readonly maxTokens?: number
}

/**
 * One step of a model, as it streams. Ends with exactly one `end` or `failed`; a server that stops
 * in the middle is `failed`, and what was said before it is kept. `args` is what the model wrote,
 * parsed as JSON, not validated yet; text that is not JSON comes as that string, so that dispatch
 * can refuse it and say why.
 */
export type ModelEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args: unknown }
  | {
      readonly kind: 'end'
      readonly reason: 'said' | 'calls' | 'length'
      readonly tokensIn: number
      readonly tokensOut: number
      /** Of those sent, what the server had cached; left out: it did not say. */
      readonly tokensCached?: number
    }
  | { readonly kind: 'failed'; readonly error: Failure }

export type Model = {
  /** For people: `claude-sonnet-4-5 at api.anthropic.com`, `you (manual)`. */
  readonly label: string
  /** As its server calls it; left out: nobody is paid for it. */
  readonly name?: string
  /**
   * How many tokens it takes at once, as its server tells; null where it does not. Must not throw.
   * Left out: nobody to ask.
   */
  window?(signal: AbortSignal): Promise<number | null>
  /** Must not throw: failures are events. */
  step(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}
