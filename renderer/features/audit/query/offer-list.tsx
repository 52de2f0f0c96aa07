// The list of completions below the query line.
import type { Suggestion } from './complete.ts'
import css from './query-bar.module.css'
import { strings } from '../strings.ts'

type Props = {
  /** What the ids of the list and of its options begin with. */
  readonly id: string
  readonly offers: readonly Suggestion[]
  /** The option that the keys are at. */
  readonly at: number
  onTake(offer: Suggestion): void
}

export function OfferList({ id, offers, at, onTake }: Props) {
  return (
    <div
      id={`${id}-offers`}
      role="listbox"
      aria-label={strings.query.offers}
      className={css.offers}
      hidden={offers.length === 0}
    >
      {offers.map((offer, index) => (
        <div
          key={offer.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={css.offer}
          // Before the field loses the focus to it.
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(offer)
          }}
        >
          <code>{offer.label}</code>
          <span className={css.detail}>{offer.detail}</span>
        </div>
      ))}
    </div>
  )
}
