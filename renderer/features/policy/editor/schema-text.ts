// What the schema of the file has to say at a place: which keys and values can be there, and what
// they mean. Pure.
import type { Json, JsonObject } from '../../../../contract/json.ts'
import type { Position } from './yaml-position.ts'

export type Proposal = { readonly label: string; readonly detail: string; readonly insert: string }

export type Help = {
  readonly path: string
  readonly text: string
  readonly type: string
  readonly values: readonly string[]
  readonly usual: string | null
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every form that a value can have. */
const formsOf = (schema: unknown): readonly JsonObject[] => {
  if (!isObject(schema)) return []
  const forms = schema['anyOf'] ?? schema['oneOf']
  const text = schema['description']
  if (!Array.isArray(forms)) return [schema]
  return forms
    .flatMap(formsOf)
    .map((form) =>
      text === undefined || 'description' in form ? form : { ...form, description: text },
    )
}

/** What can be at a path, in all its forms. */
export function formsAt(schema: JsonObject, path: readonly string[]): readonly JsonObject[] {
  return path.reduce<readonly JsonObject[]>(
    (forms, step) =>
      forms.flatMap(({ properties, additionalProperties, items }) => {
        if (step === '[]') return formsOf(items)
        const named = isObject(properties) ? properties[step] : undefined
        return formsOf(named ?? additionalProperties)
      }),
    formsOf(schema),
  )
}

const typeWord = (form: JsonObject): string => {
  if (Array.isArray(form['enum'])) return 'one of'
  if ('const' in form) return 'always'
  const type = form['type']
  if (type === 'array') return 'a list'
  if (type === 'object') return 'a section'
  if (type === 'boolean') return 'true or false'
  if (type === 'integer' || type === 'number') return 'a number'
  if (type === 'null') return 'null'
  return 'a text'
}

const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const valuesOf = (form: JsonObject): readonly string[] => {
  const list = form['enum']
  if (Array.isArray(list)) return list.map(written)
  if ('const' in form) return [written(form['const'] as Json)]
  return form['type'] === 'boolean' ? ['true', 'false'] : form['type'] === 'null' ? ['null'] : []
}

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)]
const textOf = (forms: readonly JsonObject[]): string =>
  forms.map((form) => form['description']).find((text) => typeof text === 'string') ?? ''

/**
 * What is behind a new key: an open list or section on a line of its own, or room for a value.
 */
const behind = (forms: readonly JsonObject[], indent: string, flow: boolean): string => {
  const [form] = forms
  if (form === undefined || flow) return ': '
  if (form['type'] === 'array') return `:\n${indent}  - `
  if (form['type'] === 'object') return `:\n${indent}  `
  return ': '
}

/**
 * @param names known names that can be at a path, such as those of tools. @param indent of the
 * line.
 */
export function proposalsAt(
  schema: JsonObject,
  position: Position,
  names: (path: readonly string[]) => readonly string[],
  indent: string,
): readonly Proposal[] {
  const typed = position.typed.toLowerCase()
  const fits = ({ label }: Proposal): boolean =>
    label.toLowerCase().includes(typed) && label !== position.typed
  const rank = ({ label }: Proposal): number => (label.toLowerCase().startsWith(typed) ? 0 : 1)
  const forms = formsAt(schema, position.path)
  const keys = unique(
    forms.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
  )
    .filter((key) => !position.beside.includes(key))
    .map((key): Proposal => {
      const inner = formsAt(schema, [...position.path, key])
      return {
        label: key,
        detail: textOf(inner),
        insert: `${key}${behind(inner, indent, position.flow)}`,
      }
    })
  const open = forms.some(({ additionalProperties }) => isObject(additionalProperties))
  const named = open
    ? names(position.path)
        .filter((name) => !position.beside.includes(name))
        .map((name): Proposal => ({
          label: name,
          detail: '',
          insert: `${name}${behind([{ type: 'object' }], indent, position.flow)}`,
        }))
    : []
  const members = [...forms.flatMap(valuesOf), ...(open ? [] : names(position.path))]
  const given = unique(members).map((value): Proposal => ({
    label: value,
    detail: '',
    insert: value,
  }))
  return [
    ...(position.kind === 'key' ? [...keys, ...named] : []),
    ...(position.kind === 'value' || position.path.at(-1) === '[]' ? given : []),
  ]
    .filter(fits)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 60)
}

/** What there is to say of the key at the cursor; null at the top and where nothing is known. */
export function helpAt(schema: JsonObject, position: Position): Help | null {
  // While a key is being written, what it would mean where it is one already.
  const own =
    position.kind === 'key' && position.typed !== ''
      ? [...position.path, position.typed]
      : position.path
  const path = formsAt(schema, own).length > 0 ? own : position.path
  const forms = formsAt(schema, path)
  // A member of a list is spoken of by its list.
  const text =
    textOf(forms) || (path.at(-1) === '[]' ? textOf(formsAt(schema, path.slice(0, -1))) : '')
  if (path.length === 0 || forms.length === 0) return null
  const usual = forms.map((form) => form['default']).find((value) => value !== undefined)
  return {
    path: path.map((step, at) => (step === '[]' ? '[]' : at === 0 ? step : `.${step}`)).join(''),
    text,
    type: unique(forms.map(typeWord)).join(' or '),
    values: unique(forms.flatMap(valuesOf)),
    usual:
      usual === undefined || isObject(usual) || (Array.isArray(usual) && usual.length === 0)
        ? null
        : written(usual as Json),
  }
}
