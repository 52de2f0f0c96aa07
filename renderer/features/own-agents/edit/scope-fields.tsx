// How far one capability reaches: a few lines for each kind of limit.
import { useId, useState } from 'react'
import type { ScopeName } from '../../../../contract/agent/scope.ts'
import css from './agent-form.module.css'
import { strings } from '../strings.ts'
import type { WrittenScope } from './agent-yaml.ts'

const words = strings.capabilities

type Props = {
  /** Of the capability. */
  readonly name: string
  readonly scopes: readonly ScopeName[]
  readonly value: WrittenScope | null
  onChange(scope: WrittenScope): void
}

export function ScopeFields({ name, scopes, value, onChange }: Props) {
  return (
    <div className={css.scopes}>
      {scopes.map((scope) => (
        <Lines
          key={scope}
          label={words.scopes[scope]}
          about={name}
          value={value?.[scope] ?? []}
          onChange={(values) => onChange({ ...value, [scope]: values })}
        />
      ))}
    </div>
  )
}

function Lines({
  label,
  about,
  value,
  onChange,
}: {
  readonly label: string
  readonly about: string
  readonly value: readonly string[]
  onChange(values: readonly string[]): void
}) {
  const id = useId()
  // An empty line that is being written is no value yet.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value.join('\n')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label} <span className={css.unseen}>{about}</span>
      </label>
      <textarea
        id={id}
        className={css.input}
        data-kind="code"
        rows={Math.min(6, Math.max(1, shown.split('\n').length))}
        spellCheck={false}
        placeholder={words.perLine}
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(
            target.value
              .split('\n')
              .map((line) => line.trim())
              .filter((line) => line !== ''),
          )
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  )
}
