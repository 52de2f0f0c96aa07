// One call of a plugin as it is started, and what comes of it. How it is said on the
// plugin's streams is in `protocol.ts`.
import type { Failure } from '../failure.ts'
import type { Json, JsonObject } from '../json.ts'

/** A folder or file as it was granted, and where the plugin finds it: see `mountsOf`. */
export type GrantedMount = {
  /** Absolute real path. */
  readonly hostPath: string
  /** `/workspace`, or a name directly in `/write`. */
  readonly guestPath: string
  readonly readOnly: boolean
}

export type RunLimits = {
  /** Wall clock, from the start of its process. */
  readonly runTimeMs: number
  readonly stdoutBytes: number
  readonly stderrBytes: number
  /** Of a module's memory; of all processes of a program, where a control group counts it. */
  readonly memoryBytes: number
}

/** Where the plugin's own file is, and the SHA-256 (hex) of it that was reviewed: no other runs. */
export type ReviewedFile = { readonly path: string; readonly sha256: string }

export type PluginRequest = {
  readonly requestId: string
  /** Its name, as the plugin is told it. */
  readonly tool: string
  readonly protocol: 0 | 1
  /**
   * `native`: a program or a script with its `#!` line; one whose name ends in `.mjs` is run by the
   * Node of Gatehouse. `wasi`: a module.
   */
  readonly kind: 'native' | 'wasi'
  readonly file: ReviewedFile
  /** As the manifest's schema parsed them. */
  readonly args: JsonObject
  readonly mounts: readonly GrantedMount[]
  /** Granted hosts as patterns of the configuration (`api.example.com`, `*.example.com:8443`). */
  readonly hosts: readonly string[]
  readonly limits: RunLimits
}

/** What a plugin says about its work while it does it: protocol 1 only. */
export type PluginNews =
  | { readonly kind: 'progress'; readonly fraction: number | null; readonly text: string }
  | { readonly kind: 'output'; readonly text: string }

/**
 * A plugin that answered. `error`: it says itself that it could not do what it was asked for. Texts
 * are as the plugin wrote them, neither cleaned nor redacted.
 */
export type PluginAnswer = {
  readonly requestId: string
  readonly data: Json
  readonly error: Failure | null
  /** What it says that its work printed. */
  readonly stdout: string
  readonly stderr: string
  /** The end of what it wrote to its standard error. */
  readonly log: string
  readonly durationMs: number
}
