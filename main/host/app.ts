// What main/wiring/app.ts gives to a host, and all that a host may know: one entry for calls, one
// stream of events.
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Caller } from '../../contract/ipc/ipc.ts'
import type { Result } from '../../contract/result.ts'

export type App = {
  /**
   * The router. Checks that the channel exists and may be called from this surface, parses the input,
   * runs the handler. Never rejects: what goes wrong is a failure with a code.
   */
  call(channel: string, input: unknown, caller: Caller): Promise<Result<unknown, Failure>>
  /** Every event from now on. Returns the way to stop listening. Listeners must not throw. */
  subscribe(listener: (event: PanelEvent) => void): () => void
  /** Ends what runs, writes the last journal row, closes the store. Safe to call twice. */
  dispose(): Promise<void>
}
