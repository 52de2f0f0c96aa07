// One field of a form, by its shape.
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Pick } from '../picks/pick.tsx'
import { below, type Problem } from './check-value.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useForm } from './form-context.ts'
import { JsonField } from './json-field.tsx'
import css from './schema-form.module.css'
import { type Field, isRecord, type JsonValue, type Shape } from './schema-shape.ts'

type Put = { onChange(value: JsonValue | undefined): void }
type OfShape<K extends Shape['kind']> = FieldProps<JsonValue | undefined> &
  Put & { readonly shape: Extract<Shape, { kind: K }> }

type ListProps = {
  readonly at: string
  readonly fields: readonly Field[]
  readonly value: JsonValue | undefined
}

export function FieldList({ at, fields, value, onChange }: ListProps & Put) {
  const members = isRecord(value) ? (value as Readonly<Record<string, JsonValue>>) : {}
  return fields.map(({ name, hint, required, usual, shape }) => (
    <SchemaField
      key={name}
      at={below(at, name)}
      label={name}
      hint={hint}
      required={required}
      usual={
        usual === undefined ? undefined : typeof usual === 'string' ? usual : JSON.stringify(usual)
      }
      shape={shape}
      value={members[name]}
      onChange={(next) => {
        const { [name]: _before, ...others } = members
        // Kept in the order of the schema, so that the JSON reads as the form does.
        const all = next === undefined ? others : { ...others, [name]: next }
        const known = fields.flatMap((field) =>
          field.name in all ? [[field.name, all[field.name]] as const] : [],
        )
        onChange({ ...Object.fromEntries(known), ...all } as JsonValue)
      }}
    />
  ))
}

type SchemaFieldProps = FieldProps<JsonValue | undefined> & Put & { readonly shape: Shape }

function SchemaField({ shape, ...rest }: SchemaFieldProps) {
  switch (shape.kind) {
    case 'text':
      return <TextField shape={shape} {...rest} />
    case 'number':
      return <NumberField shape={shape} {...rest} />
    case 'flag':
      return <ChoiceField shape={{ kind: 'choice', options: [true, false] }} {...rest} />
    case 'choice':
      return <ChoiceField shape={shape} {...rest} />
    case 'list':
      return <ItemsField shape={shape} {...rest} />
    case 'object':
      return (
        <fieldset className={css.group}>
          <legend className={css.label}>{rest.label}</legend>
          {rest.hint === undefined || rest.hint === '' ? null : (
            <p className={css.hint}>{rest.hint}</p>
          )}
          <FieldList
            at={rest.at}
            fields={shape.fields}
            value={rest.value}
            // One that nobody asked for is there as soon as something of it is.
            onChange={(next) =>
              rest.onChange(
                !rest.required && isRecord(next) && Object.keys(next).length === 0
                  ? undefined
                  : next,
              )
            }
          />
        </fieldset>
      )
    case 'json':
      return <JsonField {...rest} />
  }
}

function TextField({ shape, value, onChange, ...frame }: OfShape<'text'>) {
  const text = typeof value === 'string' ? value : ''
  const put = (next: string): void => onChange(next === '' && !frame.required ? undefined : next)
  return (
    <FieldFrame {...frame}>
      {(control) =>
        shape.long ? (
          <textarea
            {...control}
            className={css.input}
            rows={3}
            value={text}
            onChange={({ target }) => put(target.value)}
          />
        ) : (
          <input
            {...control}
            className={css.input}
            data-mono="true"
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => put(target.value)}
          />
        )
      }
    </FieldFrame>
  )
}

function NumberField({ value, onChange, shape: _shape, ...frame }: OfShape<'number'>) {
  const { report } = useForm()
  const [text, setText] = useState(typeof value === 'number' ? String(value) : '')
  const { at } = frame
  const broken = text.trim() !== '' && !Number.isFinite(Number(text))
  useEffect(() => {
    report(at, broken ? ({ at, kind: 'not-number' } satisfies Problem) : null)
    return () => report(at, null)
  }, [at, broken, report])
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input
          {...control}
          className={css.input}
          data-short="true"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            const next = Number(target.value)
            onChange(target.value.trim() === '' || !Number.isFinite(next) ? undefined : next)
          }}
        />
      )}
    </FieldFrame>
  )
}

const none = ''

function ChoiceField({ shape, value, onChange, ...frame }: OfShape<'choice'>) {
  const { words } = useForm()
  const word = (option: JsonValue): string =>
    option === true
      ? words.yes
      : option === false
        ? words.no
        : typeof option === 'string'
          ? option
          : JSON.stringify(option)
  const options = shape.options.map((option) => ({
    value: JSON.stringify(option),
    label: word(option),
  }))
  const now = value === undefined ? none : JSON.stringify(value)
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <Pick
          id={control.id}
          describedBy={control['aria-describedby']}
          invalid={control['aria-invalid']}
          onBlur={control.onBlur}
          label={frame.label}
          value={now}
          wide
          choices={
            frame.required && now !== none
              ? options
              : [{ value: none, label: words.notGiven }, ...options]
          }
          onChange={(next) => onChange(next === none ? undefined : (JSON.parse(next) as JsonValue))}
        />
      )}
    </FieldFrame>
  )
}

function ItemsField({ shape, value, onChange, at, label, hint, required }: OfShape<'list'>) {
  const { words, problems, showAll } = useForm()
  const items: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : []
  // What is half typed in an item stays with it when one before it goes.
  const keys = useRef<number[]>([])
  const next = useRef(0)
  while (keys.current.length < items.length) keys.current.push((next.current += 1))
  const put = (list: readonly JsonValue[]): void =>
    onChange(list.length === 0 && !required ? undefined : list)
  const problem = problems.get(at)
  return (
    <fieldset className={css.group}>
      <legend className={css.label}>
        {label}
        {required ? null : <span className={css.optional}> {words.optional}</span>}
      </legend>
      {hint === undefined || hint === '' ? null : <p className={css.hint}>{hint}</p>}
      {items.map((item, index) => (
        <div className={css.item} key={keys.current[index]}>
          <SchemaField
            at={`${at}/${index}`}
            label={words.item(label, index + 1)}
            hint={index === 0 ? shape.hint : ''}
            required
            shape={shape.of}
            value={item}
            onChange={(changed) => put(items.with(index, changed ?? null))}
          />
          <IconButton
            label={words.remove(words.item(label, index + 1))}
            onClick={() => {
              keys.current.splice(index, 1)
              put(items.toSpliced(index, 1))
            }}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={13} aria-hidden="true" />}
          onClick={() => put([...items, emptyOf(shape.of)])}
        >
          {words.add(label)}
        </Button>
      </div>
      {problem !== undefined && showAll ? (
        <p className={css.problem} role="alert">
          {words.problem(problem)}
        </p>
      ) : null}
    </fieldset>
  )
}

function emptyOf(shape: Shape): JsonValue {
  switch (shape.kind) {
    case 'text':
      return ''
    case 'number':
      return shape.min ?? 0
    case 'flag':
      return false
    case 'choice':
      return shape.options[0] ?? null
    case 'list':
      return []
    case 'object':
    case 'json':
      return {}
  }
}
