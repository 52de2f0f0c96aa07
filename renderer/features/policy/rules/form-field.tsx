// A field of the form of a rule, with what helps, or with what is wrong in its place.
import { type ReactNode, useId } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import { TroubleText } from '../../../ui/panel.tsx'
import css from '../policy.module.css'

type FieldProps = {
  readonly label: string
  readonly hint: string
  readonly fault: Failure | null
  children(ids: {
    readonly id: string
    readonly 'aria-describedby': string
    readonly 'aria-invalid': boolean
  }): ReactNode
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': fault !== null })}
      <p
        id={`${id}-hint`}
        className={fault === null ? css.hint : css.bad}
        role={fault === null ? undefined : 'alert'}
      >
        {fault === null ? hint : <TroubleText {...fault} />}
      </p>
    </div>
  )
}
