// What a tool can ask of an external server, and who hears of it meanwhile.
import type { Failure } from '../../failure.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Result } from '../../result.ts'
import type { AskKind } from '../../server/server-question.ts'
import type { Content } from '../content.ts'

export type ServerCall = {
  readonly server: string
  readonly tool: string
  readonly args: JsonObject
  readonly timeoutMs: number
}

export type ServerAnswer = {
  readonly content: readonly Content[]
  /** As the declared output schema has it; null where there is none. */
  readonly structured: Json | null
  /** The server says that the call failed; the text says how. */
  readonly failed: boolean
}

/** How far a call of a server has come, as the server says it; `total` where it says so. */
export type CallProgress = {
  readonly done: number
  readonly total: number | null
  readonly text: string
}

/** A line that a server logs while it works on a call. */
export type CallLog = { readonly level: string; readonly data: Json }

/** Who wants to hear of a call while it runs. */
export type CallListener = {
  progress(reported: CallProgress): void
  log(line: CallLog): void
  /** From which level on lines are wanted; null: none are. */
  readonly logLevel: string | null
  /** As it calls itself. */
  readonly client: string
  /** Whether its person or its model could answer what a server asks. */
  can(kind: AskKind): boolean
  /**
   * Puts what a server asks to the client, in the protocol's own words. What it does not answer is
   * left out.
   */
  ask(requests: Readonly<Record<string, ServerAsk>>): Promise<Readonly<Record<string, JsonObject>>>
}

export type ServerAsk = { readonly kind: AskKind; readonly request: JsonObject }

export type ServerRead = {
  readonly server: string
  readonly uri: string
  readonly timeoutMs: number
}

export type ServerPrompt = {
  readonly server: string
  readonly name: string
  readonly args: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** What a person's client may fill in for an argument of a prompt, or in the address of a template. */
export type ServerCompletion = {
  readonly server: string
  readonly what: 'resource' | 'prompt'
  /** Of the prompt, or the address of the template. */
  readonly name: string
  readonly argument: { readonly name: string; readonly value: string }
  /** Arguments that are known already. */
  readonly known: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/**
 * Calls what was permitted by name of an external server: a tool, a resource by its address, a
 * prompt.
 */
export type ServerPower = {
  call(request: ServerCall): Promise<Result<ServerAnswer, Failure>>
  read(request: ServerRead): Promise<Result<ServerAnswer, Failure>>
  /** `structured` holds "roles": who says each part of the content. */
  prompt(request: ServerPrompt): Promise<Result<ServerAnswer, Failure>>
  /** `structured` holds "values", "total" and "hasMore". */
  complete(request: ServerCompletion): Promise<Result<ServerAnswer, Failure>>
}
