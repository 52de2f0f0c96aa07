// What other modules do for a connection, as it is handed in. The host joins them.
import type { SignInCallback } from '../../../contract/server/sign-in-callback.ts'
import type { ProgramEnd } from '../../../contract/program-end.ts'
import type { Readable, Writable } from 'node:stream'
import type { Failure } from '../../../contract/failure.ts'
import type { CallListener, ServerAsk } from '../../../contract/call/powers/server-power.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { Result } from '../../../contract/result.ts'
import type { StdioServer } from '../../../contract/server/server.ts'
import type { Limits } from './limits.ts'
import type { TrimLater } from './transport/trim-list.ts'

/** The part of a fetch that is used. */
export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/** A program to be run in the sandbox: what `start` of main/sandbox takes. */
export type Program = {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  readonly home: string
  readonly cwd: string | null
  /** A folder of ours with the package that it is started from. */
  readonly package?: string
  /** It may open Unix sockets of its own. */
  readonly sockets?: boolean
  readonly readOnly: readonly string[]
  readonly writable: readonly string[]
  readonly limits: { readonly memoryBytes: number; readonly processes: number }
  readonly proxy: null | { readonly socket: string }
  /** Hosts of its own loopback, which it is told to reach without the proxy. */
  readonly direct?: readonly string[]
  /** It tells the proxy what it dials past it, as far as it can be brought to. */
  readonly reports?: boolean
  readonly requires: readonly []
  readonly signal: AbortSignal
}

export type Running = {
  readonly stdin: Writable
  readonly stdout: Readable
  stderrTail(): string
  /** The first process of its tree; null until it runs, and where that is not known. */
  pid(): number | null
  readonly exited: Promise<ProgramEnd>
  kill(): Promise<ProgramEnd>
}

/** What a program runs and has open, as somebody outside of it can tell. */
export type Inside = {
  /** It has something to do from now on; the function returned ends that. */
  start(): () => void
  /** Whether it could be looked at; null before that was tried. */
  seen(): boolean | null
  dispose(): void
}
export type InsideFound = {
  readonly programs: readonly string[]
  readonly files: readonly string[]
  readonly written: readonly string[]
}

/** `port` null: the host was looked up, and nobody knows for which. */
export type Attempt = {
  readonly host: string
  readonly port: number | null
  readonly allowed: boolean
}
export type Proxy = { readonly socketPath: string; dispose(): Promise<void> }

export type Asked = ServerAsk
export type AskedAbout = {
  /** The tool, prompt or resource that was called. */
  readonly tool: string
  readonly listener: CallListener | undefined
}

/**
 * `answer`: the protocol's own result. Anything else is told to the server as the protocol's own
 * refusal.
 */
export type AskedAnswer =
  | { readonly kind: 'answer'; readonly result: JsonObject }
  | { readonly kind: 'refused' }
  | { readonly kind: 'dismissed' }

/** How a package of main/mcp/packages is started. */
export type PackageLaunch = {
  /** As the sandbox sees it. */
  readonly program: string
  readonly args: readonly string[]
  /** Comes before the usual folders of programs. */
  readonly path: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Our copy, outside. */
  readonly folder: string
  readonly readOnly: readonly string[]
  /** Of `readOnly`: what its arguments name, and a review covers. */
  readonly pinned: readonly string[]
}

export type SignInDeps = {
  /**
   * Reaches the authorization server, and nothing that is not public but what the person's own
   * address leads to.
   */
  readonly fetch: (serverUrl: string) => Fetch
  /** The token is good for more than the person was shown. */
  readonly grew?: (scopes: readonly string[]) => void
  /** Opens the person's browser. */
  readonly browse: (url: string) => Promise<void>
  /**
   * Listens on loopback for one answer. `redirectUrl` is fixed until `dispose`; `answered` settles
   * with the query of the first answer whose `state` belongs to this sign-in. Any other is refused
   * and ends nothing.
   */
  readonly listen: (
    signal: AbortSignal,
    belongs: (state: string) => boolean,
  ) => Promise<Result<SignInCallback, Failure>>
  /** JSON of what belongs to one resource and is secret; null: nothing is kept. */
  readonly load: (resource: string) => Promise<string | null>
  readonly save: (resource: string, secret: string | null) => Promise<void>
  /**
   * Where our own description as a client can be read, for servers that take that instead of a
   * registration.
   */
  readonly clientMetadataUrl?: string
  /** As which client a person has registered us there. Left out: we register ourselves. */
  readonly registered?: () => Promise<{
    readonly client_id: string
    readonly client_secret?: string
  }>
}

export type ClientDeps = {
  readonly version: string
  readonly start: (program: Program) => Promise<Result<Running, Failure>>
  /** An existing folder of the server's own, kept from start to start. */
  readonly home: (server: string) => Promise<string>
  /**
   * A filtering proxy for a program that is granted these hosts, as they are written in the
   * configuration.
   */
  readonly proxy: (given: {
    readonly hosts: readonly string[]
    readonly home: string
    readonly signal: AbortSignal
    onAttempt(attempt: Attempt): void
  }) => Promise<Result<Proxy, Failure>>
  /**
   * A fetch that reaches the scheme, host and port of this address and nothing else. Redirects come
   * back as they are.
   */
  readonly fetchFor: (url: string) => Fetch
  /** Left out: long lists are read where everything else is. */
  readonly trimLater?: TrimLater
  readonly secret: (name: string) => Promise<Result<string, Failure>>
  /**
   * What a server is started with whose command would fetch a package; null: with its command. Left
   * out: every one with its command.
   */
  readonly packaged?: (config: StdioServer) => Promise<Result<PackageLaunch | null, Failure>>
  /** Left out: what a program does inside is not watched. */
  readonly inside?: (given: {
    readonly pid: number
    readonly folders: readonly string[]
    readonly writable: readonly string[]
    found(found: InsideFound): void
  }) => Inside
  /** SHA-256 in hex; null: no regular file that can be read. */
  readonly hashFile: (path: string) => Promise<string | null>
  /**
   * By their keys. Left out or refused: the server is told so. Never answered by anything but a
   * person, or what they pass it on to.
   */
  readonly asked?: (
    requests: Readonly<Record<string, Asked>>,
    about: AskedAbout,
    signal: AbortSignal,
  ) => Promise<Readonly<Record<string, AskedAnswer>>>
  /**
   * Where `asked` is left out: that it asked all the same and was refused, once for each kind in a
   * session. `words`: its own, cleaned.
   */
  readonly refusedAsk?: (kind: Asked['kind'], words: string) => void
  /**
   * Whether a program may be started that is this: command, arguments and hashes, as in
   * `Offer.launch`. Null: it may. Left out: any may.
   */
  readonly cleared?: (launch: readonly string[]) => Failure | null
  /**
   * It did what no server in good faith does, in words that go after its name: for the journal. At
   * most a few in a session.
   */
  readonly misbehaved?: (text: string) => void
  /** Left out: no sign-in can be done here, and a server that wants one is `needs-sign-in`. */
  readonly signIn?: SignInDeps
  /** A resource that it was subscribed to is other than before. */
  readonly updated?: (uri: string) => void
  readonly now: () => number
  /** State, offer, log or what was observed is other than before. Called often; must not throw. */
  readonly changed: () => void
  readonly limits?: Partial<Limits>
}
