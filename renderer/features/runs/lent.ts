import type { ReactNode } from 'react'
import type { Approval } from '../../../contract/approval.ts'
import type { CallId } from '../../../contract/ids.ts'

/** What the frame lends to transcripts from other features. */
export type Lent = {
  approval(approval: Approval): ReactNode
  undo(callId: CallId): ReactNode
}
