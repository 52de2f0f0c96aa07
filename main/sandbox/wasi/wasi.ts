// The way in: looks at the module, chooses the runtime, runs it once in a process of its own.
import type { Failure } from '../../../contract/failure.ts'
import { type Result } from '../../../contract/result.ts'
import { nodeProgram } from '../node-program.ts'
import { startPlain, type StartChild } from './child-process.ts'
import { inspectModule } from './module.ts'
import { childScript, runOwn } from './own-run.ts'
import { checkRequest, MAX_MODULE, type WasiEnd, type WasiRequest } from './request.ts'
import { findWasmtime, runWasmtime } from './wasmtime.ts'

export type WasiOptions = {
  /** Starts the process; the sandboxed way of this room where there is one. */
  readonly start?: StartChild
  /** A Node of version 24 or later. */
  readonly node?: string
  /** The script of the child, when it lies elsewhere than the sources or the bundle say. */
  readonly script?: string
  /**
   * Wasmtime to be used for modules without folders; null: never. Left out: looked for in the
   * system's folders.
   */
  readonly wasmtime?: string | null
}

export type Wasi = {
  /**
   * Runs a module to its end. Failures say that it did not run: `wasm.*` of `inspectModule`,
   * `wasm.request`, `wasm.start`. Everything that happens while it runs is a `WasiEnd`. Never
   * longer than `limits.timeMs` and the writing of one file.
   */
  run(request: WasiRequest): Promise<Result<WasiEnd, Failure>>
}

export function openWasi(options: WasiOptions = {}): Wasi {
  const { start = startPlain, node = nodeProgram().file, script = childScript() } = options
  const program = options.wasmtime === undefined ? findWasmtime() : options.wasmtime
  return {
    async run(request) {
      const stdin = checkRequest(request)
      if (!stdin.ok) return stdin
      const facts = inspectModule(request.module, {
        memoryPages: request.limits.memoryPages,
        moduleBytes: MAX_MODULE,
      })
      if (!facts.ok) return facts
      return program !== null && request.folders.length === 0
        ? runWasmtime({ start, program }, request, stdin.value)
        : runOwn({ start, node, script }, request, stdin.value)
    },
  }
}
