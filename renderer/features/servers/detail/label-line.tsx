// What the labels of a tool say, in one line of a review.
import type { LabelReview, ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { labelPhrases } from '../../../../contract/server/label-sentence.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import css from './labels.module.css'
import { strings } from '../strings.ts'

/** @param draft as the person has changed them; null: as they are. */
export function LabelLine({
  labels,
  draft,
}: {
  readonly labels: LabelReview
  readonly draft: ToolLabels | null
}) {
  return (
    <p className={css.line}>
      {draft === null ? <TierBadge tier={labels.tier} /> : null}
      <span>
        <Exact text={labelPhrases(draft ?? labels.proposed).join(' · ')} />
      </span>
      {draft === null ? null : <b className={css.changed}>{strings.labels.changed}</b>}
    </p>
  )
}
