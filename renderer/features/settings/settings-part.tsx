import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './settings-screen.module.css'

type Props = {
  readonly title: string
  readonly text?: string
  /** A link led here: scrolled to, and focused. */
  readonly focus?: boolean
  readonly children: ReactNode
}

/** One topic: its name and what it is for on the left, its controls on the right. */
export function SettingsPart({ title, text, focus = false, children }: Props) {
  const id = useId()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focus) return
    head.current?.focus({ preventScroll: true })
    head.current?.scrollIntoView({ block: 'start' })
  }, [focus])
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.about}>
        <h2 id={id} ref={head} tabIndex={-1}>
          {title}
        </h2>
        {text === undefined ? null : <p>{text}</p>}
      </div>
      <div className={css.controls}>{children}</div>
    </section>
  )
}
