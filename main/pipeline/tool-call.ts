import type { CallId, RunId } from '../../contract/ids.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'

/** A call as somebody wants it, nothing checked yet. */
export type ToolCall = {
  readonly id: CallId
  readonly principal: Principal
  readonly channel: Channel
  readonly runId: RunId | null
  readonly tool: string
  /** What the model or the command line wrote, parsed as JSON at most. */
  readonly args: unknown
  /** What it brings back is text that anyone may have written, whatever it reads. */
  readonly untrusted?: true
}
