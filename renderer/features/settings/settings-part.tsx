// One part of Settings under its heading, scrolled into sight when a link leads to it.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useSettingsLocation } from './settings-location.ts'
import type { TopicId } from './topics.ts'
import css from './settings-screen.module.css'

/**
 * Parts above it may still be read and grow; until the person does something, it stays in sight.
 */
const FINISH_MS = 3_000

function leadTo(head: HTMLElement): () => void {
  head.focus({ preventScroll: true })
  const show = (): void => head.scrollIntoView({ block: 'start' })
  show()
  const growing = new ResizeObserver(show)
  for (const part of head.closest('section')?.parentElement?.children ?? []) growing.observe(part)
  const done = (): void => growing.disconnect()
  const timer = setTimeout(done, FINISH_MS)
  const over = new AbortController()
  for (const kind of ['wheel', 'keydown', 'pointerdown'] as const)
    addEventListener(kind, done, { once: true, passive: true, signal: over.signal })
  return () => {
    clearTimeout(timer)
    over.abort()
    done()
  }
}

type Props = {
  /** Its address: /settings/ID. */
  readonly topic: TopicId
  readonly title: string
  readonly text?: string
  /** All of it is there, so that one can be led to it. */
  readonly ready?: boolean
  readonly children: ReactNode
}

/**
 * One topic: its name and what it is for on the left, its controls on the right. A link leads to
 * it, and a search may leave it out.
 */
export function SettingsPart({ topic, title, text, ready = true, children }: Props) {
  const id = useId()
  const { part, shown } = useSettingsLocation()
  const focus = ready && part === topic
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    return focus && head.current !== null ? leadTo(head.current) : undefined
  }, [focus])
  return (
    // Kept while it is left out: what is typed in it stays.
    <section
      className={css.part}
      data-topic={topic}
      aria-labelledby={id}
      hidden={!shown.has(topic)}
    >
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
