// The table [args] of a manifest as the JSON Schema of its arguments: the short words of the older
// plugins and those of JSON Schema, mixed as the author likes. Unknown words are refused, so that no
// limit is lost by a slip of the pen. Pure.
import { dottedPath } from '../../../contract/issue-text.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { nearest } from '../../../contract/nearest.ts'
import type { Words } from './file-problems.ts'
import { hiddenIn, quoted } from '../../../contract/plugin/visible-text.ts'
import { keywordFault, KEYWORDS, SHORT } from './keywords.ts'
import { escaped, referenceFaults } from './references.ts'
import type { Reference } from './references.ts'
import { senseFaults } from './sense.ts'

export type JsonSchema = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

/** `key`: it is about a key of the table at `path`, not about a value. */
export type ArgsFault = Words & { readonly path: Path; readonly key?: string }

export type ArgsSchema = { readonly schema: JsonSchema; readonly faults: readonly ArgsFault[] }

/** Schemas by name, one below each. */
const BY_NAME = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const SINGLE = new Set([
  ...['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'],
])

/** What is gathered on the way through. */
type Found = {
  readonly faults: ArgsFault[]
  /** By their place below `[args]`, as a JSON Pointer. */
  readonly schemas: Map<string, JsonSchema>
  readonly references: Reference[]
}

export function argsSchema(args: JsonSchema): ArgsSchema {
  const found: Found = { faults: [], schemas: new Map(), references: [] }
  const { faults } = found
  const root = converted(args, ['args'], found)
  for (const { path, what } of faults.length > 0
    ? []
    : referenceFaults(found.schemas, found.references))
    faults.push({
      path,
      text: `${dottedPath(path)} ${what}.`,
      hint: 'Let it lead to a schema of this manifest that ends, such as #/$defs/name for [args."$defs".name].',
    })
  if ((args['type'] ?? 'object') !== 'object')
    faults.push({
      path: ['args', 'type'],
      text: `args.type must be "object", but it is ${JSON.stringify(args['type'])}.`,
      hint: 'Arguments are always an object. Describe each under [args.properties.NAME].',
    })
  if (args['additionalProperties'] !== undefined && args['additionalProperties'] !== false)
    faults.push({
      path: ['args', 'additionalProperties'],
      text: 'args.additionalProperties can only be false: unknown arguments are always refused.',
      hint: 'Remove it, and name each argument under [args.properties.NAME].',
    })
  return {
    schema: {
      ...root,
      type: 'object',
      properties: root['properties'] ?? {},
      additionalProperties: false,
    },
    faults,
  }
}

const isTable = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

function converted(node: JsonSchema, path: Path, found: Found): Record<string, unknown> {
  const { faults, schemas, references } = found
  const result: Record<string, unknown> = {}
  const wrong = new Set<string>()
  schemas.set(
    path
      .slice(1)
      .map((step) => `/${escaped(step)}`)
      .join(''),
    node,
  )
  for (const [written, value] of Object.entries(node)) {
    const at = [...path, written]
    const short = SHORT.get(written)
    const key = short ?? written
    if (!KEYWORDS.has(key)) {
      faults.push({ path, key: written, ...unknownWords(path, written) })
      continue
    }
    if (short !== undefined && node[key] !== undefined) {
      faults.push({
        path,
        key: written,
        text: `${dottedPath(path)} has both ${written} and ${key}, which mean the same.`,
        hint: 'Remove one of them.',
      })
      continue
    }
    const fault = keywordFault(key, value)
    if (fault !== null) wrong.add(written)
    if (fault !== null)
      faults.push({ path: at, text: `${dottedPath(at)} ${fault}.`, hint: hintFor(key, value) })
    else result[key] = below(key, value, at, found)
    if (key === '$ref' && typeof value === 'string') references.push({ path: at, to: value })
  }
  const typed = path.length === 1 ? { ...node, type: 'object' } : node
  for (const { key, of, what } of senseFaults(typed).filter((one) => !wrong.has(one.key)))
    faults.push({
      ...(of === 'key' ? { path, key } : { path: [...path, key] }),
      text: `${dottedPath([...path, key])} ${what}.`,
      hint: of === 'key' ? 'Remove it, or change the type.' : 'Change one of the two.',
    })
  // As of arguments: what nobody named is refused, unless the author says otherwise.
  if (
    isTable(result['properties']) &&
    result['additionalProperties'] === undefined &&
    path.length > 1
  )
    result['additionalProperties'] = false
  faults.push(...requiredFaults(node, path), ...nameFaults(node, path), ...choiceFaults(node, path))
  return result
}

function below(key: string, value: unknown, path: Path, found: Found): unknown {
  if (BY_NAME.has(key) && isTable(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        subschema(member, [...path, name], found),
      ]),
    )
  if (LISTS.has(key) && Array.isArray(value))
    return value.map((member, index) => subschema(member, [...path, index], found))
  return SINGLE.has(key) ? subschema(value, path, found) : value
}

function subschema(value: unknown, path: Path, found: Found): unknown {
  if (typeof value === 'boolean') return value
  if (isTable(value)) return converted(value, path, found)
  found.faults.push({
    path,
    text: `${dottedPath(path)} must be a table that describes a value.`,
    hint: `Such as [${dottedPath(path)}] with type = "string" below it.`,
  })
  return true
}

function requiredFaults(node: JsonSchema, path: Path): readonly ArgsFault[] {
  const { required, properties } = node
  if (!Array.isArray(required) || (!isTable(properties) && path.length > 1)) return []
  const known = Object.keys(isTable(properties) ? properties : {})
  return required.flatMap((name, index): readonly ArgsFault[] => {
    if (typeof name !== 'string' || known.includes(name)) return []
    const meant = nearest(name, known)
    return [
      {
        path: [...path, 'required', index],
        text: `${dottedPath(path)}.required names "${name}", which is not among its properties.`,
        hint:
          meant === null
            ? `Describe it: [${dottedPath([...path, 'properties', name])}]`
            : `Did you mean "${meant}"?`,
      },
    ]
  })
}

/** JSON Schema wants each choice once: one that is there twice is mostly a slip for another. */
function choiceFaults({ enum: choices }: JsonSchema, path: Path): readonly ArgsFault[] {
  if (!Array.isArray(choices) || keywordFault('enum', choices) !== null) return []
  const texts = choices.map((choice) => canonicalJson(choice))
  return texts.flatMap((said, index): readonly ArgsFault[] =>
    texts.indexOf(said) === index
      ? []
      : [
          {
            path: [...path, 'enum', index],
            text: `${dottedPath([...path, 'enum'])} has ${said.slice(0, 60)} twice.`,
            hint: 'Remove one of them, or write what was meant.',
          },
        ],
  )
}

/** Names of arguments are read by people, and written by models. */
const nameFaults = (node: JsonSchema, path: Path): readonly ArgsFault[] =>
  Object.keys(isTable(node['properties']) ? node['properties'] : {})
    .filter((name) => name.trim() === '' || hiddenIn(name, false) !== null)
    .map((name) => ({
      path: [...path, 'properties'],
      key: name,
      text: `An argument cannot be named ${quoted(name)}.`,
      hint: 'Give it a name that can be read and written, such as max_lines.',
    }))

function unknownWords(path: Path, key: string): Words {
  // In the spelling that the author has chosen.
  const known = key.includes('_')
    ? [...SHORT.keys(), ...KEYWORDS.keys()]
    : [...KEYWORDS.keys(), ...SHORT.keys()]
  const meant = nearest(key, known)
  return {
    text: `${dottedPath(path)} has no key ${quoted(key.slice(0, 60))}.`,
    hint: meant === null ? `Possible keys: ${known.join(', ')}.` : `Did you mean "${meant}"?`,
  }
}

const hintFor = (key: string, value: unknown): string => {
  const choices = key === 'type' || key === 'format' ? KEYWORDS.get(key)?.choices : undefined
  if (choices === undefined) return 'Change the value.'
  const meant = typeof value === 'string' ? nearest(value, choices) : null
  const list = `Write one of: ${choices.join(', ')}.`
  return meant === null ? list : `Did you mean "${meant}"? ${list}`
}
