// The first lines of a screen that is one column: its name, what it is for, and the one thing to do.
import type { ReactNode } from 'react'
import css from './page-head.module.css'

type Props = {
  /** Left out where the frame around it has the name already. */
  readonly title?: string
  readonly text: string
  readonly children?: ReactNode
}

export function PageHead({ title, text, children }: Props) {
  return (
    <div className={css.head}>
      <div className={css.about}>
        {title === undefined ? null : <h1>{title}</h1>}
        <p className={css.text}>{text}</p>
      </div>
      {children}
    </div>
  )
}
