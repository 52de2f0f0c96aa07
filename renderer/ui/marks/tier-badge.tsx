// A tier by hue, shape and word at once, so that none of the three has to be seen.
import css from './tier-badge.module.css'

type TierName = 'R0' | 'R1' | 'R2' | 'R3' | 'R4'

const shapes: Readonly<Record<TierName, string>> = {
  R0: 'M6 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6zM6 3a3 3 0 1 1 0 6a3 3 0 1 1 0-6z',
  R1: 'M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z',
  R2: 'M6 1L11.6 11H.4z',
  R3: 'M6 .4L11.6 6L6 11.6L.4 6z',
  R4: 'M3.8.6h4.4L11.4 3.8v4.4L8.2 11.4H3.8L.6 8.2V3.8z',
}

export function TierBadge({
  tier,
  word,
}: {
  readonly tier: TierName
  readonly word?: string | undefined
}) {
  return (
    <span className={css.tier} data-tier={tier}>
      <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
        <path d={shapes[tier]} fill="currentColor" fillRule="evenodd" />
      </svg>
      {tier}
      {word === undefined ? null : <span className={css.word}>· {word}</span>}
    </span>
  )
}
