// A screen that is one column and scrolls as a whole.
import type { ReactNode, RefObject } from 'react'
import css from './scroll-page.module.css'

type Props = {
  /** Its name for a screen reader. */
  readonly label: string
  /** How wide a line may become. */
  readonly width?: 'text' | 'table' | 'editor'
  /** What scrolls, for a list that draws only the rows in sight. */
  readonly scroller?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

export function ScrollPage({ label, width = 'text', scroller, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div ref={scroller} className={css.scroll} tabIndex={0} role="region" aria-label={label}>
      <div className={css.page} data-width={width}>
        {children}
      </div>
    </div>
  )
}
