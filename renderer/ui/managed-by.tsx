// Says that somebody else holds a setting: the person can go further and not back.
import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './managed-by.module.css'
import { strings } from './strings.ts'

type Props = {
  readonly name: string
  /** What is held, where the place does not say it. */
  readonly children?: ReactNode
}

export function ManagedBy({ name, children }: Props) {
  return (
    <span className={css.managed}>
      <Building2 size={14} aria-hidden="true" />
      <span>
        <b>{strings.managedBy(name)}</b>
        {children === undefined ? null : <> {children}</>}
      </span>
    </span>
  )
}
