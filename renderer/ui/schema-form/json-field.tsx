// A field of a form in which a value is written as JSON.
import { useEffect, useState } from 'react'
import type { Problem } from './check-value.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useForm } from './form-context.ts'
import css from './schema-form.module.css'
import type { JsonValue } from './schema-shape.ts'

type Props = FieldProps<JsonValue | undefined> & { onChange(value: JsonValue | undefined): void }

/**
 * A value written as JSON. What cannot be read stays in the field, and the last value that could be
 * stays in force.
 */
export function JsonField({ value, onChange, ...frame }: Props) {
  const { report } = useForm()
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const { at } = frame
  const broken = text.trim() !== '' && read(text) === undefined
  useEffect(() => {
    report(at, broken ? ({ at, kind: 'not-json' } satisfies Problem) : null)
    return () => report(at, null)
  }, [at, broken, report])
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <textarea
          {...control}
          className={css.input}
          data-mono="true"
          rows={3}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            const next = read(target.value)
            if (next !== undefined || target.value.trim() === '') onChange(next)
          }}
        />
      )}
    </FieldFrame>
  )
}

function read(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
