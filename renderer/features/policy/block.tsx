// One topic of a part: what it is on the left, what it says on the right.
import type { ReactNode } from 'react'
import css from './policy.module.css'

export function Block({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}) {
  return (
    <section className={css.section} aria-label={title}>
      <div className={css.about}>
        <h2>{title}</h2>
        {text === undefined ? null : <p>{text}</p>}
      </div>
      <div className={css.body}>{children}</div>
    </section>
  )
}
