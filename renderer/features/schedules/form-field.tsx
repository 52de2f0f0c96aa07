// One field of the form of a job, with what is wrong with it.
import { Field } from '@base-ui/react/field'
import css from './schedules.module.css'
import jobForm from './job-form.module.css'

type Props = {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly error: string | undefined
  readonly kind?: 'text' | 'lines' | 'moment' | 'number' | 'code'
  onChange(text: string): void
}

export function FormField({ label, hint, value, error, kind = 'text', onChange }: Props) {
  return (
    <Field.Root className={jobForm.field} invalid={error !== undefined}>
      <Field.Label className={jobForm.label}>{label}</Field.Label>
      <Field.Control
        {...(kind === 'lines' ? { render: <textarea rows={4} /> } : {})}
        {...(kind === 'moment' ? { type: 'datetime-local' } : {})}
        {...(kind === 'number' ? { inputMode: 'numeric' as const } : {})}
        className={jobForm.input}
        data-kind={kind}
        autoComplete="off"
        spellCheck={kind === 'lines'}
        value={value}
        onValueChange={onChange}
      />
      {error === undefined ? null : (
        <Field.Error match className={css.error}>
          {error}
        </Field.Error>
      )}
      {hint === undefined ? null : (
        <Field.Description className={css.hint}>{hint}</Field.Description>
      )}
    </Field.Root>
  )
}
