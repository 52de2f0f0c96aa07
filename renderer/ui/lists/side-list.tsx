// A screen of a list at the side and, beside it, what is chosen in it; in a narrow window one above
// the other.
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode, Ref } from 'react'
import css from './side-list.module.css'

type ScreenProps = {
  /** Narrower than usual, for rows of few words. */
  readonly small?: boolean
  /** What is chosen takes all of a narrow window. */
  readonly away?: boolean
  /** A narrow window has one of both at a time: with `away` what is chosen, else the list. */
  readonly pages?: boolean
  readonly children: ReactNode
}

/** The list first, then one thing beside it. */
export function SideScreen({ small = false, away = false, pages = false, children }: ScreenProps) {
  return (
    <div className={css.screen} data-small={small} data-away={away} data-pages={pages}>
      {children}
    </div>
  )
}

type ListProps = {
  readonly ref?: Ref<HTMLDivElement>
  /** Something in it scrolls, and not the whole of it. */
  readonly still?: boolean
  readonly children: ReactNode
}

export function SideList({ ref, still = false, children }: ListProps) {
  return (
    <div ref={ref} className={css.list} data-still={still}>
      {children}
    </div>
  )
}

/** Its name, and what can be done with the whole of it. */
export function SideHead({
  children,
  className,
}: {
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  return <div className={clsx(css.head, className)}>{children}</div>
}

type RowProps = Omit<ComponentProps<'button'>, 'type'>

/** One of the list; `aria-current` where it is the one beside it. */
export function SideRow({ className, ...rest }: RowProps) {
  return <button type="button" className={clsx(css.row, className)} {...rest} />
}

/** Two facts at both ends of a line; one below the other where there is no place for both. */
export function SideEnds({
  children,
  muted = false,
}: {
  readonly children: ReactNode
  readonly muted?: boolean
}) {
  return (
    <span className={css.ends} data-muted={muted}>
      {children}
    </span>
  )
}
