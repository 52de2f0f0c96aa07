// States of one part, one below or beside the other, each under its name.
import type { ReactNode } from 'react'
import css from './gallery.module.css'

export function Gallery({ children }: { readonly children: ReactNode }) {
  return <div className={css.gallery}>{children}</div>
}

type Props = {
  readonly name: string
  /** As where the window reads from right to left. */
  readonly rtl?: boolean
  /** The whole width, one thing below the other; else things are beside each other. */
  readonly block?: boolean
  /** On a surface, as in a section or a pane, and not on the bare page. */
  readonly surface?: boolean
  readonly inset?: boolean
  /** For what fills the height that it is given. */
  readonly tall?: boolean
  readonly children: ReactNode
}

export function State({
  name,
  rtl = false,
  block = false,
  surface = false,
  inset = false,
  tall = false,
  children,
}: Props) {
  return (
    <section className={css.state} aria-label={name}>
      <p className={css.name}>{name}</p>
      <div
        className={css.place}
        data-block={block}
        data-surface={surface}
        data-inset={inset}
        data-tall={tall}
        dir={rtl ? 'rtl' : 'ltr'}
      >
        {children}
      </div>
    </section>
  )
}
