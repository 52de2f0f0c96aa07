// A screen that is one column and scrolls as a whole.
import type { ReactNode } from 'react'
import css from './scroll-page.module.css'

type Props = {
  /** Its name for a screen reader. */
  readonly label: string
  /** How wide a line may become. */
  readonly width?: 'text' | 'table' | 'editor'
  readonly children: ReactNode
}

export function ScrollPage({ label, width = 'text', children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
      <div className={css.page} data-width={width}>
        {children}
      </div>
    </div>
  )
}
