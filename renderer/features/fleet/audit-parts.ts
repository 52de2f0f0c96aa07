// What the frame lends from Audit, so that rows and calls of other machines look as they do there.
import type { ComponentType, ReactNode } from 'react'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallTitle } from '../../../contract/approval/call-title.ts'
import type { Tier } from '../../../contract/call/tier.ts'
import type { CallSummary } from '../../../contract/journal/call-summary.ts'
import type { JournalEntry, JournalKind } from '../../../contract/journal/journal.ts'
import type { QueryFault } from '../../../contract/journal/journal-query.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'plain'

export type AuditParts = {
  readonly QueryBar: ComponentType<{
    readonly value: string
    readonly fault: QueryFault | null
    /** Keys of this line beside those of the journal. */
    readonly own?: readonly {
      readonly key: string
      readonly detail: string
      readonly values: readonly string[]
    }[]
    onChange(value: string): void
  }>
  readonly kinds: Readonly<Record<JournalKind, string>>
  rowSummary(
    entry: JournalEntry,
    workspace: string,
  ): {
    readonly tool: string
    readonly what: string
    readonly how: string
    readonly tone: Tone
    readonly tier: Tier | null
  }
  titleOfCall(call: CallSummary, workspace: string): CallTitle
  decidedBy(call: CallSummary): { readonly text: string; readonly tone: Tone }
  cardOfCall(call: CallSummary): Approval | null
  /** The card of a call, as in Approvals, to be read only. */
  renderCard(approval: Approval, ended: ReactNode): ReactNode
}
