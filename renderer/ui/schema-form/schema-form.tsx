// A form made from a JSON Schema: schema and value in, value and problems out. Knows nothing of
// what the value is for. Beside the form the same value can be written as JSON, whole.
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { check, type Problem } from './check-value.ts'
import { FormContext, type FormWords } from './form-context.ts'
import { JsonField } from './json-field.tsx'
import { FieldList } from './schema-field.tsx'
import css from './schema-form.module.css'
import { isRecord, type JsonValue, shapeOf } from './schema-shape.ts'

export type JsonObjectValue = { readonly [key: string]: JsonValue }

type Props = {
  readonly schema: unknown
  /** The beginning. What is typed stays in the form; to begin again, give another `key`. */
  readonly start: JsonObjectValue
  readonly words: FormWords
  /** Show what is missing also where nobody was yet. */
  readonly showAll: boolean
  /** `problems`: in the order of the form; empty when the value can be used. */
  onChange(value: JsonObjectValue, problems: readonly Problem[]): void
}

export function SchemaForm({ schema, start, words, showAll, onChange }: Props) {
  const shape = useMemo(() => shapeOf(schema), [schema])
  const [value, setValue] = useState(start)
  const [broken, setBroken] = useState<ReadonlyMap<string, Problem>>(new Map())
  const [whole, setWhole] = useState(shape.kind !== 'object')
  const problems = useMemo(
    () => [...check(shape, value), ...broken.values()],
    [shape, value, broken],
  )
  const id = useId()

  // Stays the same function: fields tell of themselves again whenever it is another.
  const report = useCallback((at: string, problem: Problem | null): void => {
    setBroken((before) => {
      if (before.get(at)?.kind === problem?.kind) return before
      const next = new Map(before)
      if (problem === null) next.delete(at)
      else next.set(at, problem)
      return next
    })
  }, [])

  useEffect(() => onChange(value, problems), [onChange, value, problems])
  const context = useMemo(
    () => ({
      id,
      words,
      showAll,
      problems: new Map(problems.toReversed().map((problem) => [problem.at, problem])),
      report,
    }),
    [id, words, showAll, problems, report],
  )
  const put = (next: JsonValue | undefined): void =>
    setValue(isRecord(next) ? (next as JsonObjectValue) : {})

  return (
    <FormContext value={context}>
      <div className={css.form}>
        {whole || shape.kind !== 'object' ? (
          <JsonField at="" label={words.whole} value={value} required={false} onChange={put} />
        ) : shape.fields.length === 0 ? (
          <p className={css.hint}>{words.nothing}</p>
        ) : (
          <FieldList at="" fields={shape.fields} value={value} onChange={put} />
        )}
        {shape.kind === 'object' && shape.fields.length > 0 ? (
          <div>
            <Button
              tone="quiet"
              size="small"
              aria-pressed={whole}
              onClick={() => setWhole(!whole)}
              disabled={broken.size > 0}
            >
              {words.asJson}
            </Button>
          </div>
        ) : null}
      </div>
    </FormContext>
  )
}
