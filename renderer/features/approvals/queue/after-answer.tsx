// What can be done once a call was answered: put it back, go on to the next, see its rows.
import type { ReactNode } from 'react'
import { keepsSome } from '../../../../contract/call/undo.ts'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import type { CallId } from '../../../../contract/ids.ts'
import { isNo } from '../../../state/call-text.ts'
import { Button } from '../../../ui/button.tsx'
import css from '../approvals-screen.module.css'
import { JournalRows } from './journal-rows.tsx'
import { Headline } from './queue-row.tsx'
import { strings } from '../strings.ts'

type AfterProps = {
  readonly approval: Approval
  readonly next: string | null
  renderUndo(callId: CallId): ReactNode
  onSelect(id: string | null): void
}

export function After({ approval, next, renderUndo, onSelect }: AfterProps) {
  const undoable = approval.state === 'consumed' && keepsSome(approval.undo)
  return (
    <>
      {undoable ? renderUndo(approval.callId) : null}
      {next === null || next === approval.id ? null : (
        <Button size="small" onClick={() => onSelect(next)}>
          {strings.nextHeld}
        </Button>
      )}
      <JournalRows callId={approval.callId} />
    </>
  )
}

type RecentProps = {
  readonly recent: { readonly approval: Approval; readonly reply: Reply } | null
  renderUndo(callId: CallId): ReactNode
  onSelect(id: string): void
}

/**
 * The answer just given, where it is out of the way and can be gone back to. Its place is there
 * before it is needed.
 */
export function Recent({ recent, renderUndo, onSelect }: RecentProps) {
  return (
    <div className={css.recent} role="status">
      {recent === null ? null : (
        <>
          <span className={css.meta}>
            {isNo(recent.reply.answer) ? strings.states.denied : strings.states.approved}:
          </span>
          <button
            type="button"
            className={css.recentCall}
            onClick={() => onSelect(recent.approval.id)}
          >
            <Headline approval={recent.approval} />
          </button>
          {!isNo(recent.reply.answer) && keepsSome(recent.approval.undo)
            ? renderUndo(recent.approval.callId)
            : null}
        </>
      )}
    </div>
  )
}
