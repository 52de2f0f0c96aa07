// Everything that waits for a person, and what was answered before. Two panes: queue and card.
import { Inbox } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Approval } from '../../../contract/approval.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { selectQueue, useLive } from '../../state/live-store.ts'
import { useRead } from '../../state/use-read.ts'
import { EmptyState } from '../../ui/panel.tsx'
import { ApprovalCard, type CardKeys } from './approval-card.tsx'
import { singleKeysOn } from '../../state/look.ts'
import css from './approvals-screen.module.css'
import { History, QueueList } from './queue-list.tsx'
import { isLetter, keyIntent } from './queue-keys.ts'
import { strings } from './strings.ts'

type Props = { readonly selectedId: string | null; onSelect(id: string | null): void }

const answered = { states: ['approved', 'denied', 'expired', 'cancelled', 'consumed'] as Approval['state'][], limit: 50 }

export function ApprovalsScreen({ selectedId, onSelect }: Props) {
  const bridge = useBridge()
  const open = useLive((live) => live.open)
  const queue = useMemo(() => selectQueue(open), [open])
  const answers = useLive((live) => live.answers)
  const history = useRead(bridge, 'approvals.list', answered, answers)
  const past = history.value ?? []
  const chosen = queue.find(({ id }) => id === selectedId) ?? past.find(({ id }) => id === selectedId) ?? queue[0] ?? null
  const keys = useRef<CardKeys | null>(null)
  const onKeys = useCallback((next: CardKeys | null) => {
    keys.current = next
  }, [])

  // A card that was answered gives way to the next in the queue, but one opened from the history stays.
  const wasPending = useRef<string | null>(null)
  useEffect(() => {
    if (chosen?.state === 'pending') wasPending.current = chosen.id
    else if (chosen !== null && chosen.id === wasPending.current) {
      // Asked again: the new question of the same call, so that the person sees why.
      const again = queue.find(({ callId }) => callId === chosen.callId)
      onSelect((again ?? queue[0])?.id ?? null)
    }
  }, [chosen, onSelect, queue])

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const intent = isLetter(event) && !singleKeysOn() ? null : keyIntent(event)
      if (intent === null) return
      const at = queue.findIndex(({ id }) => id === chosen?.id)
      if (intent === 'next' || intent === 'previous') onSelect(queue[at + (intent === 'next' ? 1 : -1)]?.id ?? chosen?.id ?? null)
      else if (intent === 'details') document.querySelector<HTMLElement>('[data-approval] summary')?.click()
      else if (chosen?.state === 'pending') keys.current?.[intent]()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [chosen, onSelect, queue])

  return (
    <div className={css.screen} data-chosen={selectedId !== null}>
      <div className={css.list}>
        <div className={css.listHead}>
          <h1>{strings.waiting}</h1>
          <span>{queue.length > 1 ? strings.order : null}</span>
        </div>
        {queue.length === 0 ? (
          <p className={css.none}>{strings.nothing}.</p>
        ) : (
          <QueueList queue={queue} chosen={chosen?.id ?? null} onSelect={onSelect} />
        )}
        <History
          past={past}
          busy={history.busy && history.value === null}
          error={history.error}
          chosen={chosen?.id ?? null}
          onSelect={onSelect}
        />
      </div>
      <div className={css.pane}>
        {chosen === null ? (
          <EmptyState icon={<Inbox size={20} aria-hidden="true" />} title={strings.nothing}>
            {strings.nothingText}
          </EmptyState>
        ) : (
          <ApprovalCard key={chosen.id} approval={chosen} place="queue" onKeys={onKeys} />
        )}
      </div>
    </div>
  )
}
