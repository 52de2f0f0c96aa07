// Interrupts work that a regular expression can hold up without end.
import { runInThisContext } from 'node:vm'

/** Of one text. The engine is interrupted then, wherever it is. */
const FAST_MS = 200

/** Null: it took too long, and was interrupted. */
export function inTime<T>(work: () => T): T | null {
  const given = globalThis as { gatehouseWork?: () => T }
  given.gatehouseWork = work
  try {
    return runInThisContext('globalThis.gatehouseWork()', { timeout: FAST_MS }) as T
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return null
    throw error
  } finally {
    delete given.gatehouseWork
  }
}
