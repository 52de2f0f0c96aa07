// The form that every tool has, and the powers that it works with.
import type { z } from 'zod'
import type { CallFacts } from '../approval/call-facts.ts'
import type { FilePreview } from '../approval/approval.ts'
import type { Content } from './content.ts'
import type { Failure } from '../failure.ts'
import type { Json } from '../json.ts'
import type { Manifest } from './manifest.ts'
import type { Powers } from './powers/powers.ts'
import type { Result } from '../result.ts'
import type { CanonicalTouch, Need, TouchOf } from './touch.ts'

export type ToolContext<N extends Need> = {
  readonly power: { readonly [K in N]: Powers[K] }
  /**
   * Aborted by the stop button, the time limit or shutdown. A tool passes it on or returns soon
   * after.
   */
  readonly signal: AbortSignal
}

/** What a tool gives back. `text` is what the model reads; `data` is for programs. */
export type ToolOutput = {
  readonly text: string
  readonly data?: Json
  readonly stdout?: string
  readonly stderr?: string
  readonly exitCode?: number
  /** What an external server gave besides text. */
  readonly content?: readonly Content[]
}

/** What a card may use besides the arguments. */
export type FactsContext = {
  readonly now: number
  /** As they were decided on. */
  readonly touches: readonly CanonicalTouch[]
}

/** Manifest, schema, reach and work together, in one file per tool. */
export type Tool<S extends z.ZodType, N extends Need> = {
  readonly manifest: Manifest
  readonly requiredPowers: readonly N[]
  /** A strict object schema. Unknown keys are refused. */
  readonly input: S
  /**
   * JSON Schema of the arguments as an external source gave it; left out, it is made from `input`.
   */
  readonly inputSchema?: Readonly<Record<string, unknown>>
  /** The action these arguments ask for; null for a single-purpose tool. */
  action(input: z.output<S>): string | null
  /** Pure. Names the concrete things this call would reach, before anything runs. */
  touches(input: z.output<S>): readonly TouchOf<NoInfer<N>>[]
  /**
   * What the call would leave in files, for a person to see before they answer. `read` gives the
   * present text of a file the call names, null where there is none or it is no text. Left out
   * where nothing can be shown beforehand.
   */
  preview?(
    input: z.output<S>,
    read: (path: string) => Promise<string | null>,
  ): Promise<readonly FilePreview[]>
  /**
   * What matters about the call, for the card of a person who decides it. Pure. Left out where the
   * arguments say it best.
   */
  facts?(input: z.output<S>, shown: FactsContext): CallFacts
  /**
   * Must not throw for what can be expected; a thrown error is journalled as a fault of the tool.
   */
  execute(
    input: z.output<S>,
    context: ToolContext<NoInfer<N>>,
  ): Promise<Result<ToolOutput, Failure>>
}

export const defineTool = <S extends z.ZodType, const N extends Need>(
  tool: Tool<S, N>,
): Tool<S, N> => tool

/**
 * A tool of any shape, as registries hold it. Arguments are `unknown` until its own schema has
 * parsed them.
 */
export type AnyTool = Tool<z.ZodType, Need>
