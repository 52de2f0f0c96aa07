// One field of the form, with what is wrong with it. What is typed stays as it is typed until the
// field is left: the text may write it another way.
import { Field } from '@base-ui/react/field'
import { useId, useState } from 'react'
import { TroubleText } from '../../../ui/panel.tsx'
import css from '../own-agents.module.css'
import agentForm from './agent-form.module.css'
import type { Remark } from './use-agent-check.ts'

type Props = {
  readonly label: string
  readonly hint?: string
  /** As the text has it. */
  readonly value: string
  readonly remarks: readonly Remark[]
  /** What holds while it is empty. */
  readonly placeholder?: string
  readonly kind?: 'text' | 'lines' | 'code'
  /** Values to choose from; any other can be typed as well. */
  readonly offered?: readonly string[]
  onChange(value: string): void
}

export function FormField({
  label,
  hint,
  value,
  remarks,
  placeholder,
  kind = 'text',
  offered,
  onChange,
}: Props) {
  // With a space at its end, or as 0.30, the text has less of it than was typed.
  const [typed, setTyped] = useState<string | null>(null)
  const listId = useId()
  return (
    <Field.Root className={agentForm.field} invalid={remarks.some(({ tone }) => tone === 'bad')}>
      <Field.Label className={agentForm.label}>{label}</Field.Label>
      <Field.Control
        {...(kind === 'lines' ? { render: <textarea rows={6} /> } : {})}
        className={agentForm.input}
        data-kind={kind}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(offered === undefined ? {} : { list: listId })}
        autoComplete="off"
        spellCheck={kind !== 'code'}
        value={typed ?? value}
        onValueChange={(next) => {
          setTyped(next)
          onChange(next)
        }}
        onBlur={() => setTyped(null)}
      />
      {offered === undefined ? null : (
        <datalist id={listId}>
          {offered.map((each) => (
            <option key={each} value={each} aria-label={each} />
          ))}
        </datalist>
      )}
      {remarks.map(({ line, column, text, hint: mend, tone }) =>
        // Read out with the field, either way.
        tone === 'bad' ? (
          <Field.Error
            key={`${line} ${column} ${text}`}
            match
            className={agentForm.remark}
            data-tone="bad"
          >
            <TroubleText text={text} hint={mend} />
          </Field.Error>
        ) : (
          <Field.Description
            key={`${line} ${column} ${text}`}
            className={agentForm.remark}
            data-tone="warn"
          >
            <TroubleText text={text} hint={mend} />
          </Field.Description>
        ),
      )}
      {hint === undefined ? null : (
        <Field.Description className={css.hint}>{hint}</Field.Description>
      )}
    </Field.Root>
  )
}
