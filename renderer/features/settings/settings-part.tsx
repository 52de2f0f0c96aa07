import { type ReactNode, useId } from 'react'
import css from './settings-screen.module.css'

/** One topic: its name and what it is for on the left, its controls on the right. */
export function SettingsPart({ title, text, children }: { readonly title: string; readonly text?: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.about}>
        <h2 id={id}>{title}</h2>
        {text === undefined ? null : <p>{text}</p>}
      </div>
      <div className={css.controls}>{children}</div>
    </section>
  )
}
