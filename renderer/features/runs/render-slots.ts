import type { ReactNode } from 'react'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'

/** What the frame lends to transcripts from other features. */
export type RenderSlots = {
  approval(approval: Approval): ReactNode
  undo(callId: CallId): ReactNode
  /** Opens all of a long result. */
  result(runId: RunId, callId: CallId, tool: string, chars: number): ReactNode
  /** Puts the host of a blocked request on the allowlist. */
  allowHost(touch: CanonicalTouchOf<'net.fetch'>): ReactNode
  /** What a newcomer is offered where a run begins. */
  welcome(): ReactNode
  /** Is above the composer of a run; null for most. */
  tour(run: Run, items: readonly RunItem[]): ReactNode
  /** Terminal sessions that it has open, above its composer. */
  terminals(run: Run): ReactNode
}
