// Interrupts work that a regular expression can hold up without end.
import { Script } from 'node:vm'

/** Of one text. The engine is interrupted then, wherever it is. */
const FAST_MS = 200
/** On a busy machine that time goes by while the engine waits: then the work is tried again. */
const TRIES = 5

/** Null: it took too long, and was interrupted. `work` may be begun several times. */
export function inTime<T>(work: () => T): T | null {
  const before = process.cpuUsage()
  for (let tries = 0; tries < TRIES; tries += 1) {
    const done = once(work)
    if (done !== INTERRUPTED) return done
    const { user, system } = process.cpuUsage(before)
    if (user + system > (FAST_MS * 1_000) / 2) return null
  }
  return null
}

const INTERRUPTED = Symbol('interrupted')
/** Compiled once: it is run for each text. */
let script: Script | null = null

function once<T>(work: () => T): T | typeof INTERRUPTED {
  const given = globalThis as { gatehouseWork?: () => T }
  given.gatehouseWork = work
  try {
    script ??= new Script('globalThis.gatehouseWork()')
    return script.runInThisContext({ timeout: FAST_MS }) as T
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return INTERRUPTED
    throw error
  } finally {
    delete given.gatehouseWork
  }
}
