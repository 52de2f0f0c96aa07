// The card of a call that is over: as in Approvals where somebody was asked, else made of what the
// journal has of it.
import type { ReactNode } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { CallId, RunId } from '../../../../contract/ids.ts'
import type { CallSummary } from '../../../../contract/journal/call-summary.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { cardOfCall } from './card-of-call.ts'
import { decidedBy } from './call-text.ts'
import css from '../audit-screen.module.css'

type Slot = { renderCard(approval: Approval, ended: ReactNode): ReactNode }
type ResultSlot = { renderResult(runId: RunId, callId: CallId): ReactNode }

export function CallCard({
  id,
  renderCard,
  renderResult,
}: Slot & ResultSlot & { readonly id: CallId }) {
  const newest = useLive((live) => live.journalSeq)
  const { value } = useRead(useBridge(), 'audit.calls', { callIds: [id] }, newest)
  const call = value?.[0]
  if (call === undefined) return null
  return (
    <>
      {call.approvalId === null ? (
        <Unasked call={call} renderCard={renderCard} />
      ) : (
        <Asked approvalId={call.approvalId} call={call} renderCard={renderCard} />
      )}
      {call.runId === null || call.status === null || call.status === 'denied'
        ? null
        : renderResult(call.runId, call.callId)}
    </>
  )
}

function Asked({
  approvalId,
  call,
  renderCard,
}: Slot & { readonly approvalId: Approval['id']; readonly call: CallSummary }) {
  const { value, error } = useRead(useBridge(), 'approvals.get', { id: approvalId }, call.status)
  if (value !== null) return renderCard(value, null)
  // Older than what is kept of approvals.
  return error === null ? null : <Unasked call={call} renderCard={renderCard} />
}

function Unasked({ call, renderCard }: Slot & { readonly call: CallSummary }) {
  const approval = cardOfCall(call)
  const end = decidedBy(call)
  if (approval === null) return null
  return renderCard(
    approval,
    <p className={css.how} data-tone={end.tone}>
      {end.text}
      {call.error === null ? null : `: ${call.error.text}`}
    </p>,
  )
}
