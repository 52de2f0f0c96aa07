// The small window over other programs: the card of one held call, and nothing else. The card on it
// stays until it is answered; a riskier call that comes meanwhile waits for its turn.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApprovalId } from '../../contract/ids.ts'
import { ApprovalCard } from '../features/approvals/card/approval-card.tsx'
import type { CardKeys } from '../features/approvals/answer/card-keys.ts'
import { useQueueKeys } from '../features/approvals/queue/use-queue-keys.ts'
import { selectQueue, useLive } from '../state/live/live-store.ts'
import { EmptyState } from '../ui/panel.tsx'
import css from './approval-window.module.css'
import { RelaxDialog } from './dialogs/relax-dialog.tsx'
import { strings } from './strings.ts'

export function ApprovalWindow() {
  const open = useLive((live) => live.open)
  const queue = selectQueue(open)
  const [chosen, setChosen] = useState<ApprovalId | null>(null)
  const at = queue.findIndex(({ id }) => id === chosen)
  const approval = queue[Math.max(at, 0)]
  const id = approval?.id ?? null
  useEffect(() => setChosen(id), [id])
  useEffect(() => {
    document.title = strings.pendingApprovals(queue.length)
  }, [queue.length])

  const keys = useRef<CardKeys | null>(null)
  const onKeys = useCallback((next: CardKeys | null) => {
    keys.current = next
  }, [])
  useQueueKeys({
    keys,
    live: () => approval !== undefined,
    move: (by) => setChosen(queue[Math.min(Math.max(at + by, 0), queue.length - 1)]?.id ?? null),
    details: () => document.querySelector<HTMLElement>('[data-approval] summary')?.click(),
  })
  useEffect(() => {
    // Denies nothing: the call goes on waiting, in the tray and in the queue.
    const leave = (event: KeyboardEvent): void => {
      const inDialog =
        event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !inDialog) window.close()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])

  return (
    <main className={css.window}>
      {approval === undefined ? (
        <EmptyState title={strings.pendingApprovals(0)} />
      ) : (
        <ApprovalCard key={approval.id} approval={approval} location="queue" onKeys={onKeys} />
      )}
      <RelaxDialog />
    </main>
  )
}
