// A call as its caller sends it, before step 1.
import type { CallId, PromptHash, RunId } from '../../contract/ids.ts'
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
  /** Of what the model was asked when it made this call; left out: no model of ours did. */
  readonly promptHash?: PromptHash
  /** What it brings back is text that anyone may have written, whatever it reads. */
  readonly untrusted?: true
}
