// A field for a passphrase or a code, hidden unless it may be shown.
import { Field } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import { TroubleText } from '../../ui/panel.tsx'
import css from './settings-screen.module.css'

type Props = {
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly error?: Failure | string | null
  /** Not hidden: a one-time code is worth nothing a minute later. */
  readonly plain?: boolean
  readonly children?: ReactNode
  onChange(text: string): void
  onEnter(): void
}

/** A field for what must not be seen or kept. */
export function SecretField({
  label,
  value,
  hint,
  error = null,
  plain = false,
  children,
  onChange,
  onEnter,
}: Props) {
  return (
    <Field.Root className={css.field} invalid={error !== null}>
      <Field.Label className={css.label}>{label}</Field.Label>
      <div className={css.fieldRow}>
        <Field.Control
          className={css.input}
          type={plain ? 'text' : 'password'}
          inputMode={plain ? 'numeric' : 'text'}
          autoComplete="off"
          value={value}
          onValueChange={onChange}
          onKeyDown={(event) => event.key === 'Enter' && onEnter()}
        />
        {children}
      </div>
      {error === null ? null : (
        <Field.Error match className={css.error}>
          {typeof error === 'string' ? error : <TroubleText {...error} />}
        </Field.Error>
      )}
      {hint === undefined ? null : (
        <Field.Description className={css.hint}>{hint}</Field.Description>
      )}
    </Field.Root>
  )
}
