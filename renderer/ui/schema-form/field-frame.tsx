// Name, hint, control and what is wrong, one below the other. The control gets what ties them
// together.
import { type ReactNode, useState } from 'react'
import css from './schema-form.module.css'
import { useForm } from './form-context.ts'

export type FieldProps<V> = {
  readonly at: string
  readonly label: string
  readonly hint?: string | undefined
  readonly required: boolean
  readonly usual?: string | undefined
  readonly value: V
}

type Control = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
  onBlur(): void
}

type Props = Omit<FieldProps<unknown>, 'value'> & { children(control: Control): ReactNode }

export function FieldFrame({ at, label, hint = '', required, usual, children }: Props) {
  const { id: form, words, problems, showAll } = useForm()
  const [visited, setVisited] = useState(false)
  const problem = problems.get(at)
  const shown = problem !== undefined && (visited || showAll) ? words.problem(problem) : null
  const id = `${form}${at}`
  const notes = [
    ...(hint === '' ? [] : [hint]),
    ...(usual === undefined ? [] : [words.usual(usual)]),
  ].join(' ')
  const described = [
    ...(notes === '' ? [] : [`${id}-hint`]),
    ...(shown === null ? [] : [`${id}-problem`]),
  ].join(' ')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {required ? null : <span className={css.optional}> {words.optional}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': shown !== null,
        'aria-required': required,
        onBlur: () => setVisited(true),
      })}
      {notes === '' ? null : (
        <p className={css.hint} id={`${id}-hint`}>
          {notes}
        </p>
      )}
      {shown === null ? null : (
        <p className={css.problem} id={`${id}-problem`} role="alert">
          {shown}
        </p>
      )}
    </div>
  )
}
