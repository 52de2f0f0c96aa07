// What runs commands and programs needs, and what it can be asked.
import type { Failure } from '../../contract/failure.ts'
import type { RunPower } from '../../contract/call/powers/run-power.ts'
import type { Protection } from '../../contract/protection.ts'
import type { Result } from '../../contract/result.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { Stream } from './processes/child.ts'
import type { Elsewhere } from './processes/confine.ts'
import type { Program } from './processes/program.ts'
import type { Running } from './processes/running.ts'
import type { OwnStop } from './files/own-stop.ts'
import type { ContainerConfig } from '../../contract/policy/config/runner-config.ts'
import type { RunnerReport } from '../../contract/runner-table.ts'
import type { EngineOptions } from './container/engine.ts'
import type { SandboxStatusOptions } from './sandbox-status.ts'

export type RunnerOptions = SandboxStatusOptions & {
  /** As for `resolvePath`: Gatehouse's own folders, and the person's home. */
  readonly stop: readonly string[]
  readonly home: string
  /**
   * The workspace in force; as root, protections then say whether commands there have to be root.
   */
  readonly workspace?: () => string
  /** The person's own STOP list; left out: nothing is on it. */
  readonly ownStop?: OwnStop
  /**
   * How commands in the workspace itself run in containers; null or left out: in the sandbox of this
   * machine. Asked again when the configuration has changed: see `follow`.
   */
  readonly container?: () => ContainerConfig | null
  /** Where Docker and Podman are looked for. For tests. */
  readonly containerPrograms?: EngineOptions
  /** Told when a later trial saw something else than the first. */
  readonly changed?: () => void
}

export type RunLimits = CpuLimits & {
  readonly runTimeMs: number
  readonly stdoutBytes: number
  readonly stderrBytes: number
}

export type CpuLimits = {
  /** Processor time of one process of it; left out, five minutes. */
  readonly cpuSeconds?: number
  /** Of all of them together, where a control group counts it; left out, no bound. */
  readonly treeCpuSeconds?: number
}

export type Enforced =
  | { readonly ok: true; readonly text: string }
  /** `trying`: nobody knows yet, so nothing runs yet. */
  | { readonly ok: false; readonly trying: boolean; readonly text: string; readonly how: string }

export type Runner = {
  /** Settled when the sandbox has been tried; never rejects. */
  readonly ready: Promise<void>
  /** What was seen to apply to commands in the workspace. All `missing` until `ready`. */
  protections(): readonly Protection[]
  /**
   * What the trial of this machine's sandbox saw, no matter who owns the workspace: a rehearsal has
   * a copy of its own. Rehearsals, staged commands, servers and plugins never run in containers.
   */
  tried(): readonly Protection[]
  /**
   * The folder of our own small files for the inside; null where there is no sandbox. For
   * rehearsals.
   */
  helperFiles(): string | null
  /**
   * Whether commands run at all, and with these protections beside the indispensable ones, in one
   * sentence; if not, what to do.
   */
  enforced(requires?: readonly string[]): Enforced
  /**
   * The power of one call: runs exactly the permitted `proc.run` touches, in `/bin/sh` (bash where
   * there is no sh), in a folder of `workspace`. The shorter of the request's and the limits' time
   * holds. Waits for `ready`. With Landlock alone a call with a `proxy` or a `view` is refused as
   * `sandbox.missing`. Failures: `sandbox.missing`, `sandbox.workspace`, `sandbox.spawn`,
   * `sandbox.helper`, `sandbox.killed`, `sandbox.unreachable`, `command.outside-permit`, `command.nul`,
   * `command.too-long`, `path.outside`, `path.changed`, `path.not-folder`, and those of
   * `resolvePath`.
   */
  power(options: {
    readonly permitted: readonly CanonicalTouch[]
    readonly workspace: string
    readonly limits: RunLimits
    readonly signal: AbortSignal
    onOutput(stream: Stream, text: string): void
    /**
     * A rehearsal, or with `staged` a layer of which all is looked at afterwards: `viewPath` is
     * where the throw-away workspace can be seen from here.
     */
    view?: Elsewhere & { readonly viewPath: string }
    /**
     * The unix socket of a filtering proxy that this call may use; left out or null: no network.
     */
    proxy?: null | { readonly socket: string }
    /** What must be enforced beside the indispensable; with less it is refused. */
    requires?: readonly string[]
  }): RunPower
  /**
   * Has a process wait for the one command that is to run in this view of `workspace` (real path),
   * which `enter` leads to, with the same `proxy`. `dismiss` ends it if no command came. Does nothing
   * where no process can wait.
   */
  prepare(
    workspace: string,
    view: Elsewhere & { readonly viewPath: string },
    proxy: null | { readonly socket: string },
  ): Promise<{ dismiss(): void }>
  /**
   * Starts a program that runs for long (an MCP server, a plugin) in the same sandbox as commands:
   * see `Program` for what it is given and `Running` for how to talk to it. It ends when its
   * `signal` says so, and with `dispose`. Waits for `ready`. A program that is not there ends by
   * itself with code 127. With Landlock alone every program is refused as `sandbox.missing`.
   * Failures: `sandbox.missing`, `sandbox.path`, `sandbox.unreachable`, `program.environment`,
   * `command.nul`, `command.too-long`.
   */
  start(program: Program): Promise<Result<Running, Failure>>
  /** What commands run in, and what was found of containers. */
  found(): Promise<RunnerReport>
  /** The configuration may be another: containers are tried, or let go. */
  follow(): void
  /** Stops what runs and removes the private folder. Safe to call twice. */
  dispose(): Promise<void>
}
