// Whether everything is stopped. First in memory, so that no disk fault can prevent a stop; then
// stored, so that no restart lifts it. What cannot be read counts as stopped.
import { failure, type Failure } from '../../contract/failure.ts'
import { Stopped } from '../../contract/approval/emergency-stop.ts'
import type { Surface } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export type EmergencyStopDeps = {
  readonly table: { get(): unknown; put(body: unknown): void; remove(): void }
  readonly now: () => number
}

export type EmergencyStop = {
  /** Null while calls may run. */
  state(): Stopped | null
  /** Aborted while everything is stopped, and at the moment of a press. */
  signal(): AbortSignal
  /** Holds from the moment it returns, whether or not it could be kept: see `fault`. */
  press(surface: Surface): Stopped
  /** What else could not be recorded of the press that holds. */
  faulty(text: string): void
  /** `emergency-stop.store`: it could not be taken back for good, so it holds on. */
  lift(): Result<null, Failure>
}

export function openEmergencyStop({ table, now }: EmergencyStopDeps): EmergencyStop {
  let signal = new AbortController()
  let stopped = stored()
  if (stopped !== null) signal.abort()

  function stored(): Stopped | null {
    try {
      const body = table.get()
      return body === undefined ? null : Stopped.parse(body)
    } catch (thrown) {
      return {
        at: now(),
        surface: 'window',
        fault: `Whether everything was stopped cannot be read (${textOf(thrown)}), so Gatehouse treats it as stopped.`,
      }
    }
  }

  return {
    state: () => stopped,
    signal: () => signal.signal,
    press(surface) {
      stopped = { at: stopped?.at ?? now(), surface: stopped?.surface ?? surface, fault: null }
      signal.abort()
      try {
        table.put(stopped)
      } catch (thrown) {
        stopped = {
          ...stopped,
          fault: `It could not be saved (${textOf(thrown)}), so it lasts only until Gatehouse quits.`,
        }
      }
      return stopped
    },
    faulty(text) {
      if (stopped !== null)
        stopped = {
          ...stopped,
          fault: [stopped.fault, text].filter((part) => part !== null).join(' '),
        }
    },
    lift() {
      try {
        table.remove()
      } catch (thrown) {
        return err(
          failure(
            'emergency-stop.store',
            `It could not be resumed: ${textOf(thrown)}`,
            'Everything remains stopped. Check whether the disk is full, then try again.',
          ),
        )
      }
      stopped = null
      signal = new AbortController()
      return ok(null)
    },
  }
}

const textOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
