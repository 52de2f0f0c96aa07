// How a held call ended, in the place where it was answered. It stays there: a card that ended
// elsewhere does not disappear.
import type { ReactNode } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { useNow } from '../../../state/use-now.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { ago } from '../../../ui/text/time-text.ts'
import css from './approval-card.module.css'
import { answerWord, endedBy } from './ended-by.ts'
import { strings } from '../strings.ts'

type Props = {
  readonly approval: Approval
  /** Not by a press on this card: said aloud, for nobody here did it. */
  readonly elsewhere: boolean
  readonly after?: ReactNode
}

export function Outcome({ approval, elsewhere, after }: Props) {
  return (
    <footer className={css.foot} data-outcome="">
      <p
        className={css.outcome}
        data-state={approval.state}
        role={elsewhere ? 'status' : undefined}
      >
        <b>
          {strings.states[approval.state]}
          {answerWord(approval)}
        </b>
        {endedBy(approval)}
        {approval.answeredAt === null ? null : (
          <>
            , <Age at={approval.answeredAt} bare />
          </>
        )}
        {approval.edited === null ? null : `. ${strings.editedWas}`}
        {approval.word === null ? null : (
          <span className={css.word}>
            {strings.wordWas} <Exact text={approval.word} />
          </span>
        )}
      </p>
      {after === undefined || after === null ? null : (
        <div className={css.outcomeMore}>{after}</div>
      )}
    </footer>
  )
}

export function Age({ at, bare = false }: { readonly at: number; readonly bare?: boolean }) {
  const now = useNow()
  return <time>{bare ? ago(now - at) : `${strings.asked} ${ago(now - at)}`}</time>
}
