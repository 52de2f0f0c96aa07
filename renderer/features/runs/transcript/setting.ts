// What the items of a transcript know about their run. One object, so that items are drawn again only
// when it changes.
import type { RunId } from '../../../../contract/ids.ts'
import type { Run } from '../../../../contract/agent/run.ts'
import type { RenderSlots } from '../render-slots.ts'

export type Setting = {
  readonly runId: RunId
  /** Whether the run takes a message now. */
  readonly takes: boolean
  readonly manual: boolean
  /** The message of the last answer when that answer can be had again; null otherwise. */
  readonly again: {
    readonly answer: number
    readonly message: number
    readonly text: string
    readonly attached: readonly string[]
  } | null
  readonly from: Run['from']
  readonly branches: readonly Run[]
  readonly slots: RenderSlots
  /** To a run, and there to an item. */
  onGo(id: RunId, item?: number): void
}
