// The way in: looks at the module, and runs it once in a process of its own.
import type { Failure } from '../../../contract/failure.ts'
import { letGo } from '../../../contract/let-go.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { nodeProgram } from '../node-program.ts'
import type { StartChild } from './child-process.ts'
import { inspectModule } from './module.ts'
import { childScript, runOwn, startOwn } from './own-run.ts'
import { openSpares } from './spares.ts'
import { checkRequest, MAX_MODULE, type WasiEnd, type WasiRequest } from './request.ts'

export type WasiOptions = {
  /** Starts the process: see `sandboxedChild`. */
  readonly start: StartChild
  /** A Node of version 24 or later. */
  readonly node?: string
  /** The script of the child, when it lies elsewhere than the sources or the bundle say. */
  readonly script?: string
  /** How long a process waits for the next module after one; left out, a minute. */
  readonly idleMs?: number
}

export type Wasi = {
  /**
   * Runs a module to its end. Failures say that it did not run: `wasm.*` of `inspectModule`,
   * `wasm.request`, `wasm.start`, and those of `start`. Everything that happens while it runs is a
   * `WasiEnd`. Never longer than `limits.timeMs` and the writing of one file.
   */
  run(request: WasiRequest): Promise<Result<WasiEnd, Failure>>
  /** Has a process start, so that the next module need not wait. Settles when it is there. */
  prepare(): Promise<void>
  /** Ends what waits. */
  dispose(): void
}

const IDLE_MS = 60_000
/** A model that calls twice in one turn has called again by then. */
const REST_MS = 40
const MOST_TO_PREPARE_MS = 1000

export function openWasi({
  start,
  node = nodeProgram().file,
  script = childScript(),
  idleMs = IDLE_MS,
}: WasiOptions): Wasi {
  const spares = openSpares(() => startOwn({ start, node, script }), idleMs, REST_MS)
  /** What was found in bytes that are the very same object; they are not changed once they run. */
  const inspected = new WeakMap<
    Uint8Array,
    { readonly pages: number; readonly facts: ReturnType<typeof inspectModule> }
  >()
  const inspect = ({ module, limits: { memoryPages: pages } }: WasiRequest) => {
    const before = inspected.get(module)
    if (before?.pages === pages) return before.facts
    const facts = inspectModule(module, { memoryPages: pages, moduleBytes: MAX_MODULE })
    inspected.set(module, { pages, facts })
    return facts
  }
  return {
    async run(request) {
      const stdin = checkRequest(request)
      if (!stdin.ok) return stdin
      const facts = inspect(request)
      if (!facts.ok) return facts
      const { bounded } = facts.value
      const child = await spares.take(bounded)
      if (!child.ok) return child
      const end = await runOwn(child.value, { ...request, module: bounded }, stdin.value)
      // What ran in order does not hold up whatever comes next.
      const orderly = end.end.kind === 'exited' && end.durationMs < MOST_TO_PREPARE_MS
      letGo(spares.prepare(orderly ? bounded : null))
      return ok(end)
    },
    prepare: () => spares.prepare(null),
    dispose: spares.dispose,
  }
}
