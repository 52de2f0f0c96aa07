// What is behind the protocol: who offers tools, resources and prompts to one client, whatever it
// speaks.
import type { SessionId } from '../../../contract/ids.ts'
import type { Json } from '../../../contract/json.ts'
import type { Fields, LogLevel } from './protocol/protocol.ts'
import type { Identity, Reply } from './protocol/reply.ts'

export type Listed = 'tools' | 'prompts' | 'resources' | 'resourceTemplates'
export type Change =
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  | { readonly kind: 'updated'; readonly uri: string }

/** @param session of the connection, as it is at the moment of a call. */
export type ProviderFor = (client: string, session?: () => SessionId) => Provider

export type Provider = {
  readonly info: Identity
  readonly instructions: string | null
  /**
   * As `initialize` and `server/discover` say them; a method of what is not in it does not exist.
   */
  readonly capabilities: {
    readonly tools?: { readonly listChanged: true }
    readonly prompts?: { readonly listChanged: true }
    readonly resources?: { readonly listChanged: true; readonly subscribe?: true }
    readonly completions?: Readonly<Record<never, never>>
    readonly logging?: Readonly<Record<never, never>>
  }
  /** The whole list as a JSON array. The same text for as long as nothing in it changed. */
  list(what: Listed): string
  callTool(name: string, args: unknown, context: Context): Promise<Reply>
  readResource(uri: string, context: Context): Promise<Reply>
  getPrompt(name: string, args: Fields | undefined, context: Context): Promise<Reply>
  complete(params: Fields, context: Context): Promise<Reply>
  /**
   * From now on `onChange` tells when this resource is another; the function returned ends that.
   * Null: there is no such resource.
   */
  watch(uri: string): (() => void) | null
  /** Returns the way to stop listening. */
  onChange(listener: (change: Change) => void): () => void
}

/** One request, as far as its transport and its era matter to who answers it. */
export type Context = {
  readonly era: 'legacy' | 'modern'
  /**
   * What the client calls itself; null where it does not say. Never believed, only used to be of
   * help.
   */
  readonly clientInfo: { readonly name: string; readonly version: string } | null
  readonly capabilities: Fields
  /** The client does not wait for the answer any more; the reason is a `GivenUp`. */
  readonly signal: AbortSignal
  /** Whether progress can reach the client: it gave a token. */
  readonly wantsProgress: boolean
  progress(done: number, total: number | null, text: string): void
  log(level: LogLevel, data: Json): void
  /** From which level on lines are wanted; null: none are. */
  readonly logLevel: LogLevel | null
  /** Asks the client, in the era of sessions. Null: it cannot be asked, or did not answer. */
  ask(method: string, params: Json): Promise<Fields | null>
  /** Resolves once the client has read what was written to it; null where it is not behind. */
  unread(): Promise<void> | null
  /** What the client's person said to an earlier `input-required`. */
  readonly input: { readonly responses: unknown; readonly state: string | null }
}
