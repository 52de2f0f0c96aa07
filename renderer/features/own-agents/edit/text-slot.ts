// What the editor of the text is given. It is part of the policy screen; the frame hands it over.
import type { RefObject } from 'react'
import type { AgentProblem } from '../../../../contract/agent/own-agent.ts'
import type { TextHandle } from '../../../ui/editing/use-next-problem.ts'

export type AgentTextProps = {
  readonly text: string
  readonly label: string
  /** Of which text these are; another one has not been checked yet. */
  readonly checked: {
    readonly of: string | null
    readonly problems: readonly AgentProblem[]
    readonly warnings: readonly AgentProblem[]
  }
  readonly describedBy: string
  readonly handle: RefObject<TextHandle | null>
  /** What can be written at a place of the text. */
  offerAt(
    text: string,
    offset: number,
  ): {
    readonly from: number
    readonly to: number
    readonly list: readonly {
      readonly label: string
      readonly detail: string
      readonly insert: string
    }[]
  }
  onText(text: string): void
  onSave(): void
  onNextProblem(): void
}
