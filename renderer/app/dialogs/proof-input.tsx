// Where a person proves to be there, in a dialog of the frame.
import type { Ref } from 'react'
import css from './frame-dialog.module.css'

type Props = {
  readonly label: string
  readonly value: string
  readonly ref?: Ref<HTMLInputElement>
  onChange(value: string): void
}

export function ProofInput({ label, value, ref, onChange }: Props) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input
        ref={ref}
        type="password"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
