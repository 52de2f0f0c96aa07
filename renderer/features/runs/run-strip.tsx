// A strip above the transcript that folds: a picture, a name, what is in it in a few words, and the list.
import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import css from './run-strip.module.css'

type Props = {
  readonly title: string
  /** Read beside the title, folded or not. */
  readonly summary: string
  readonly icon: ReactNode
  readonly opened: boolean
  readonly children: ReactNode
}

/** `opened`: how it begins. `children` are only drawn while it is open. */
export function RunStrip({ title, summary, icon, opened, children }: Props) {
  const [open, setOpen] = useState(opened)
  const listId = useId()
  return (
    <section className={css.strip} aria-label={title}>
      <button
        type="button"
        className={css.head}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={14} aria-hidden="true" className={css.chevron} />
        {icon}
        <b>{title}</b>
        <span className={css.summary}>{summary}</span>
      </button>
      <div id={listId} className={css.content}>
        {open ? children : null}
      </div>
    </section>
  )
}
