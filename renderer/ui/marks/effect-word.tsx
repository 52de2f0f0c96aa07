// What was decided, as a word of its colour.
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './effect-word.module.css'

type Props = {
  readonly effect: 'allow' | 'confirm' | 'deny'
  readonly className?: string | undefined
  /** The word itself, from anyone who shows it; a picture may be before it. */
  readonly children: ReactNode
}

export function EffectWord({ effect, className, children }: Props) {
  return (
    <b className={clsx(css.effect, className)} data-effect={effect}>
      {children}
    </b>
  )
}
