// A search field with a button that clears it.
import { Search } from 'lucide-react'
import css from './search-field.module.css'

type Props = {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  onChange(value: string): void
}

export function SearchField({ label, placeholder, value, onChange }: Props) {
  return (
    <label className={css.field}>
      <Search size={14} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
