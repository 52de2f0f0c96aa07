// Everything that waits for a person, and what was answered before. Two panes: queue and card.
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Approval, Reply } from '../../../contract/approval/approval.ts'
import type { CallId } from '../../../contract/ids.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useWhileHere } from '../../state/use-while-here.ts'
import { SideList, SideScreen } from '../../ui/lists/side-list.tsx'
import { Button } from '../../ui/button.tsx'
import { ApprovalCard } from './card/approval-card.tsx'
import css from './approvals-screen.module.css'
import type { CardKeys } from './answer/card-keys.ts'
import { GroupPanel } from './queue/group-panel.tsx'
import { HistoryList } from './queue/history-list.tsx'
import { After, Recent } from './queue/after-answer.tsx'
import { NothingChosen } from './queue/nothing-chosen.tsx'
import { QueueHead, type QueueSide } from './queue/queue-head.tsx'
import { toggled } from './queue/toggled.ts'
import { ServerQuestions } from './questions/server-questions.tsx'
import { strings } from './strings.ts'
import { useChosen } from './queue/use-chosen.ts'
import { usePages } from './queue/use-pages.ts'
import { usePicked } from './queue/use-picked.ts'
import { useQueue } from './queue/use-queue.ts'
import { useQueueKeys } from './queue/use-queue-keys.ts'
import { WaitingList } from './queue/waiting-list.tsx'

type Props = {
  readonly selectedId: string | null
  onSelect(id: string | null): void
  /** The button that puts back what a call changed, lent by the frame. */
  renderUndo(callId: CallId): ReactNode
}

export function ApprovalsScreen({ selectedId, onSelect: goTo, renderUndo }: Props) {
  const onSelect = useWhileHere(goTo)
  const answers = useLive((live) => live.answers)
  const [side, setSide] = useState<QueueSide>('waiting')
  const queue = useQueue()
  const { rows } = queue
  const chosen = useChosen(queue, selectedId, side === 'answered', onSelect)
  const { approval, group, at, select } = chosen
  const open = approval !== null || group !== null
  const { away, list, pane, setAway, turn } = usePages(selectedId !== null, open)
  const picked = usePicked()
  // Of the group that is open, what is left out of its answer.
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const [recent, setRecent] = useState<{
    readonly approval: Approval
    readonly reply: Reply
  } | null>(null)
  const keys = useRef<CardKeys | null>(null)
  const onKeys = useCallback((next: CardKeys | null) => {
    keys.current = next
  }, [])

  const onAnswered = useCallback(
    (reply: Reply) => {
      if (approval === null) return
      setRecent({ approval, reply })
      const left = rows.filter(({ id }) => id !== approval.id)
      if (left.length === 0) setAway(false)
      select(left[Math.min(Math.max(at, 0), left.length - 1)]?.id ?? null)
    },
    [approval, at, rows, select, setAway],
  )
  const turnTo = (id: string | null): void => {
    select(id)
    turn(true)
  }
  const rowAt = (by: number) => rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
  useQueueKeys({
    keys,
    move: (by) => turnTo(rowAt(by)?.id ?? null),
    select: (by) => {
      const next = rowAt(by)
      picked.add(rows[at], next)
      turnTo(next?.id ?? null)
    },
    details: () =>
      group === null
        ? document.querySelector<HTMLElement>('[data-approval] summary')?.click()
        : queue.fold(group.key),
    live: () =>
      approval?.state === 'pending' && group === null && pane.current?.checkVisibility() === true,
  })

  return (
    <SideScreen pages away={away}>
      <SideList ref={list} still>
        <QueueHead side={side} waiting={queue.all.length} change={setSide} />
        {side === 'answered' ? (
          <HistoryList chosen={approval?.id ?? null} onSelect={({ id }) => turnTo(id)} />
        ) : (
          <>
            <WaitingList
              queue={queue}
              picked={picked}
              chosen={chosen.row}
              answers={answers}
              onSelect={turnTo}
            />
            <Recent recent={recent} renderUndo={renderUndo} onSelect={turnTo} />
          </>
        )}
      </SideList>
      <div ref={pane} className={css.pane}>
        <Button
          tone="quiet"
          size="small"
          className={css.back}
          icon={<ChevronLeft size={15} aria-hidden="true" />}
          onClick={() => turn(false)}
        >
          {strings.back(queue.all.length)}
        </Button>
        <ServerQuestions />
        {group !== null ? (
          <GroupPanel
            key={group.key}
            group={group}
            out={out}
            leaveOut={(id) => setOut((before) => toggled(before, id))}
            open={select}
          />
        ) : approval === null ? (
          <NothingChosen side={side} waiting={queue.all.length} />
        ) : (
          <ApprovalCard
            key={approval.id}
            approval={approval}
            location="queue"
            onKeys={onKeys}
            onAnswered={onAnswered}
            after={
              <After
                approval={approval}
                renderUndo={renderUndo}
                next={rows[0]?.id ?? null}
                onSelect={select}
              />
            }
          />
        )}
      </div>
    </SideScreen>
  )
}
