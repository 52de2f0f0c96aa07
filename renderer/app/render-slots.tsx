// Parts of one feature that the screens of others show: a card, an undo button, a result. No feature
// imports another; the frame passes them on.
import type { ReactNode } from 'react'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import { AllowHost } from '../features/approvals/card/allow-host.tsx'
import { ApprovalCard } from '../features/approvals/card/approval-card.tsx'
import { FoundResultButton, ResultButton } from '../features/results/result-button.tsx'
import { UndoButton } from '../features/undo/undo-button.tsx'

const renderApproval = (approval: Approval) => (
  <ApprovalCard key={approval.id} approval={approval} location="transcript" />
)

/** To be read only; `ended` where no approval says how it ended. */
export const renderPast = (approval: Approval, ended: ReactNode) => (
  <ApprovalCard
    key={approval.id}
    approval={approval}
    location="transcript"
    readOnly
    ended={ended}
  />
)

export const renderUndo = (callId: CallId, again: boolean) => (
  <UndoButton key={callId} callId={callId} again={again} />
)
export const renderCall = {
  approval: renderApproval,
  undo: (callId: CallId) => <UndoButton callId={callId} quiet />,
  result: (runId: RunId, callId: CallId, tool: string, chars: number) => (
    <ResultButton runId={runId} callId={callId} tool={tool} chars={chars} />
  ),
  allowHost: (touch: CanonicalTouchOf<'net.fetch'>) => <AllowHost touch={touch} />,
}

export const renderResult = (runId: RunId, callId: CallId) => (
  <FoundResultButton key={callId} runId={runId} callId={callId} />
)
