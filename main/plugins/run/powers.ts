// What running a plugin takes from other modules. `main/wiring` joins them.
import type { ProgramEnd } from '../../../contract/program-end.ts'
import type { Readable, Writable } from 'node:stream'
import type { Failure } from '../../../contract/failure.ts'
import type { PluginNews } from '../../../contract/plugin/request.ts'
import type { DiskBounds } from './disk-watch.ts'
import type { Result } from '../../../contract/result.ts'

/** What `start` of main/sandbox takes. */
export type Program = {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  readonly home: null
  readonly cwd: string
  readonly package: string
  readonly worksIn?: string
  readonly readOnly: readonly string[]
  readonly writable: readonly string[]
  readonly placed: readonly {
    readonly from: string
    readonly at: string
    readonly readOnly: boolean
  }[]
  readonly limits: {
    readonly memoryBytes: number
    readonly processes: number
    readonly reservedBytes?: number
    /** Processor time of one process of it. */
    readonly cpuSeconds: number
  }
  readonly proxy: null | { readonly socket: string }
  readonly requires: readonly string[]
  readonly short: true
  readonly signal: AbortSignal
  readonly onError: (bytes: Buffer) => void
}

export type Running = {
  readonly stdin: Writable
  readonly stdout: Readable
  stderrTail(): string
  readonly exited: Promise<ProgramEnd>
  kill(): Promise<ProgramEnd>
}

/** What `run` of main/sandbox/wasi takes and gives; `F` is a folder's powers there. */
export type ModuleRun<F> = {
  readonly module: Uint8Array
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  readonly folders: readonly {
    readonly guest: string
    readonly access: 'read-only' | 'read-write'
    readonly powers: F
  }[]
  readonly limits: {
    readonly timeMs: number
    /** Processor time. */
    readonly cpuMs: number
    readonly memoryPages: number
    readonly stdoutBytes: number
    readonly stderrBytes: number
    readonly openFiles: number
    readonly treeBytes: number
  }
  readonly signal: AbortSignal
  readonly onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void
}

export type ModuleEnd = {
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'trapped'; readonly reason: string }
    | { readonly kind: 'crashed'; readonly reason: string }
    | { readonly kind: 'flooded'; readonly stream: 'stdout' | 'stderr' }
    | { readonly kind: 'timed-out' }
    | { readonly kind: 'cancelled' }
  readonly stderr: Uint8Array
  readonly unsaved: readonly string[]
  readonly memoryPages: number
}

export type PluginPowers<F = unknown> = {
  readonly start: (program: Program) => Promise<Result<Running, Failure>>
  readonly runModule: (run: ModuleRun<F>) => Promise<Result<ModuleEnd, Failure>>
  /** A real folder for a module, with what is closed in it. */
  readonly folder: (path: string, access: 'read-only' | 'read-write') => F
  /** A filtering proxy for these hosts. Called only where there are any. */
  readonly proxy: (given: {
    readonly hosts: readonly string[]
    /** Who runs the program is the owner of this folder. */
    readonly owner: string
    readonly signal: AbortSignal
  }) => Promise<Result<{ readonly socketPath: string; dispose(): Promise<void> }, Failure>>
  /** The Node that runs a plugin that is a script for it, and what that needs to be shown. */
  readonly node: {
    readonly file: string
    readonly env: Readonly<Record<string, string>>
    readonly shown: readonly string[]
  }
  /** Copies of reviewed files by their hash: see `openReviewedFiles`. */
  readonly reviewed: (file: {
    readonly path: string
    readonly sha256: string
  }) => Promise<Result<ReviewedCopy, Failure>>
  readonly news: (news: PluginNews) => void
  /** How much room the disks of its folders may lose. */
  readonly disk: DiskBounds
  /** Cancels it: politely where its protocol knows how, and then for good. */
  readonly signal: AbortSignal
}

/** `folder` holds nothing but the file, under its own name. */
export type ReviewedCopy = {
  readonly folder: string
  readonly name: string
  bytes(): Promise<Uint8Array>
}
