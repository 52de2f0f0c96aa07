import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useSettingsPlace } from './settings-place.ts'
import type { TopicId } from './topics.ts'
import css from './settings-screen.module.css'

type Props = {
  /** Its address: /settings/ID. */
  readonly topic: TopicId
  readonly title: string
  readonly text?: string
  /** All of it stands, so that one can be led to it. */
  readonly ready?: boolean
  readonly children: ReactNode
}

/** One topic: its name and what it is for on the left, its controls on the right. A link leads to it, and a search may leave it out. */
export function SettingsPart({ topic, title, text, ready = true, children }: Props) {
  const id = useId()
  const { part, shown } = useSettingsPlace()
  const focus = ready && part === topic
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focus) return
    head.current?.focus({ preventScroll: true })
    head.current?.scrollIntoView({ block: 'start' })
  }, [focus])
  return (
    // Kept while it is left out: what is typed in it stays.
    <section className={css.part} aria-labelledby={id} hidden={!shown.has(topic)}>
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
