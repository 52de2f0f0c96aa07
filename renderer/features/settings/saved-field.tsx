// A text field whose value belongs to the configuration: saved by Enter, by leaving it, or by its
// button; a failure is below it.
import { Field } from '@base-ui/react/field'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { withHint } from '../../../contract/failure.ts'
import type { ConfigPatch } from '../../../contract/policy/config/config-patch.ts'
import { Button } from '../../ui/button.tsx'
import css from './settings-screen.module.css'
import { strings } from './strings.ts'
import { useSave } from './use-save.ts'

type Props = {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly placeholder?: string
  /** What it is where nothing is set; a button goes back to it. */
  readonly usual?: string
  readonly mono?: boolean
  readonly inputMode?: 'numeric' | 'url' | 'text'
  /** Wrong already here, in one sentence; null when main may judge. */
  check?(text: string): string | null
  patch(text: string): ConfigPatch
}

export function SavedField({
  label,
  hint,
  value,
  placeholder,
  usual,
  mono = false,
  inputMode = 'text',
  check,
  patch,
}: Props) {
  const { state, save, reset } = useSave()
  const [text, setText] = useState(value)
  const typed = useRef(false)
  const problem = text === value ? null : (check?.(text) ?? null)
  const error = state.kind === 'failed' ? withHint(state.error) : problem

  // Another window or the file itself may change it; what is being typed here stays.
  useEffect(() => {
    if (!typed.current) setText(value)
  }, [value])

  const commit = async (): Promise<void> => {
    if (text === value || problem !== null || state.kind === 'busy') return
    if (await save(patch(text))) typed.current = false
  }

  return (
    <Field.Root className={css.field} invalid={error !== null}>
      <Field.Label className={css.label}>{label}</Field.Label>
      <div className={css.fieldRow}>
        <Field.Control
          className={css.input}
          data-mono={mono}
          value={text}
          placeholder={placeholder}
          inputMode={inputMode}
          spellCheck={false}
          autoComplete="off"
          onValueChange={(next) => {
            typed.current = true
            setText(next)
            reset()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void commit()
            if (event.key === 'Escape') {
              typed.current = false
              setText(value)
              reset()
            }
          }}
          // Not what was refused: that is tried again when the person says so.
          onBlur={() => state.kind !== 'failed' && void commit()}
        />
        {text === value ? (
          <span className={css.saved} role="status">
            {state.kind === 'saved' ? strings.saved : ''}
          </span>
        ) : (
          <Button size="small" disabled={problem !== null} onClick={() => void commit()}>
            {strings.save}
          </Button>
        )}
      </div>
      {usual === undefined || value === usual ? null : (
        <Button
          size="small"
          tone="quiet"
          onClick={() => {
            typed.current = false
            void save(patch(usual))
          }}
        >
          {strings.resetTo(usual)}
        </Button>
      )}
      {error === null ? null : (
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
