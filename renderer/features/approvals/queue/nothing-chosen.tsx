import { Inbox } from 'lucide-react'
import { EmptyState } from '../../../ui/panel.tsx'
import css from '../approvals-screen.module.css'
import { strings } from '../strings.ts'
import type { QueueSide } from './queue-head.tsx'

/** In place of a card, while none is chosen in the list. */
export function NothingChosen({
  side,
  waiting,
}: {
  readonly side: QueueSide
  readonly waiting: number
}) {
  const title =
    side === 'answered' ? strings.pickAnswer : waiting === 0 ? strings.nothing : strings.pick
  return (
    <EmptyState icon={<Inbox size={20} aria-hidden="true" />} title={title}>
      {waiting === 0 && side === 'waiting' ? (
        <>
          <p>{strings.nothingText}</p>
          <p>
            {strings.tryIt}{' '}
            <a href="#/runs" className={css.link}>
              {strings.toRuns}
            </a>
          </p>
        </>
      ) : null}
    </EmptyState>
  )
}
