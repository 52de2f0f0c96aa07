// The fields of the form: one line, several lines, and rows that grow.
import { Field } from '@base-ui/react/field'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { FolderRow, SettingRow } from '../server-draft.ts'
import css from '../servers-screen.module.css'
import fields from './fields.module.css'
import { strings } from '../strings.ts'

const words = strings.form

type TextProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly error: string | undefined
  readonly lines?: boolean
  onChange(text: string): void
}

export function TextField({ label, hint, value, error, lines = false, onChange }: TextProps) {
  return (
    <Field.Root className={fields.field} invalid={error !== undefined}>
      <Field.Label className={fields.label}>{label}</Field.Label>
      <Field.Control
        {...(lines
          ? { render: <textarea rows={Math.min(10, Math.max(3, value.split('\n').length))} /> }
          : {})}
        className={fields.input}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onValueChange={onChange}
      />
      <FieldError text={error} />
      <Field.Description className={css.hint}>{hint}</Field.Description>
    </Field.Root>
  )
}

function FieldError({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <Field.Error match className={fields.error}>
      {text}
    </Field.Error>
  )
}

type GroupProps = {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly addLabel: string
  add(): void
  readonly children: ReactNode
}

/** Rows under one name. A new row has the focus in its first field. */
function Group({ label, hint, error, addLabel, add, children }: GroupProps) {
  const rows = useRef<HTMLDivElement>(null)
  const fresh = useRef(false)
  // Before the next key can come: who types on at once must not write into the field before.
  useLayoutEffect(() => {
    if (!fresh.current) return
    fresh.current = false
    rows.current?.lastElementChild?.querySelector('input')?.focus()
  })
  const more = (): void => {
    fresh.current = true
    add()
  }
  return (
    <fieldset className={fields.field}>
      <legend className={fields.label}>{label}</legend>
      <div ref={rows} className={fields.rows}>
        {children}
      </div>
      {error === undefined ? null : (
        <p role="alert" className={fields.error}>
          {error}
        </p>
      )}
      <Button tone="quiet" size="small" icon={<Plus size={14} aria-hidden="true" />} onClick={more}>
        {addLabel}
      </Button>
      <p className={css.hint}>{hint}</p>
    </fieldset>
  )
}

const nextId = (rows: readonly { readonly id: number }[]): number =>
  Math.max(-1, ...rows.map(({ id }) => id)) + 1

type SettingsProps = {
  readonly kind: 'env' | 'headers'
  readonly rows: readonly SettingRow[]
  readonly error: string | undefined
  onChange(rows: readonly SettingRow[]): void
}

export function SettingRows({ kind, rows, error, onChange }: SettingsProps) {
  const change = (id: number, part: Partial<SettingRow>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const secret = rows.some((row) => row.secret)
  return (
    <Group
      label={words[kind]}
      hint={`${kind === 'env' ? words.envHint : words.headersHint}${secret ? ` ${words.secretHint}` : ''}`}
      error={error}
      addLabel={words.addRow[kind]}
      add={() => onChange([...rows, { id: nextId(rows), name: '', value: '', secret: false }])}
    >
      {rows.map((row) => (
        <div
          key={row.id}
          className={fields.row}
          role="group"
          aria-label={row.name === '' ? words[kind] : row.name}
        >
          <input
            className={fields.input}
            aria-label={words.rowName}
            placeholder={words.rowName}
            spellCheck={false}
            autoComplete="off"
            value={row.name}
            onChange={(event) => change(row.id, { name: event.target.value })}
          />
          <input
            className={fields.input}
            aria-label={words.rowValue}
            placeholder={storedWords(row)}
            type={row.secret ? 'password' : 'text'}
            spellCheck={false}
            autoComplete="off"
            value={row.value}
            onChange={(event) => change(row.id, { value: event.target.value })}
          />
          <label className={fields.check}>
            <input
              type="checkbox"
              checked={row.secret}
              onChange={(event) =>
                change(row.id, {
                  secret: event.target.checked,
                  ...(event.target.checked ? {} : { stored: undefined }),
                })
              }
            />
            {words.secret}
          </label>
          <IconButton
            label={words.removeRow(row.name)}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
    </Group>
  )
}

/** What an empty field of a secret means. */
const storedWords = ({ stored }: SettingRow): string =>
  stored === undefined
    ? words.rowValue
    : stored.kind === 'stored'
      ? strings.edit.storedStored(stored.as)
      : strings.edit.storedInFile

type FoldersProps = {
  readonly rows: readonly FolderRow[]
  readonly error: string | undefined
  onChange(rows: readonly FolderRow[]): void
}

export function FolderRows({ rows, error, onChange }: FoldersProps) {
  const change = (id: number, part: Partial<FolderRow>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <Group
      label={words.folders}
      hint={words.foldersHint}
      error={error}
      addLabel={words.addFolder}
      add={() => onChange([...rows, { id: nextId(rows), path: '', write: false }])}
    >
      {rows.map((row) => (
        <div
          key={row.id}
          className={fields.row}
          data-folder="true"
          role="group"
          aria-label={row.path === '' ? words.folder : row.path}
        >
          <input
            className={fields.input}
            aria-label={words.folder}
            placeholder="/home/…"
            spellCheck={false}
            autoComplete="off"
            value={row.path}
            onChange={(event) => change(row.id, { path: event.target.value })}
          />
          <label className={fields.check}>
            <input
              type="checkbox"
              checked={row.write}
              onChange={(event) => change(row.id, { write: event.target.checked })}
            />
            {words.mayWrite}
          </label>
          <IconButton
            label={words.removeRow(row.path)}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
    </Group>
  )
}
