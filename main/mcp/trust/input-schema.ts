// The JSON Schema of a server, made into a check of arguments that cannot be turned against us: no
// pattern of the server's is run (one can take for ever), nothing is fetched, loops and bombs are
// refused before the first argument is looked at. What the schema does not say here, the server
// still says itself: this check only ever has to be as strict as it can be safely.
import { Validator, type Schema } from '@cfworker/json-schema'
import type { z } from 'zod'
import { isObject } from '../../../contract/is-object.ts'
import { JsonObject } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { jsonFault } from './json-fault.ts'
import { schemaCost } from './schema-cost.ts'

/** Places of the schema that one value can lead to, all references followed. */
const MOST_STEPS = 20_000
const MOST_ISSUES = 20

type Node = Readonly<Record<string, unknown>>

/** Gives null where the work took too long. */
export type InTime = <T>(work: () => T) => T | null

/**
 * Err: why the schema cannot be used, in words that end a sentence.
 * @param inTime where it is given, all of the schema is checked, patterns too, within its time. Left
 *   out, no pattern is run.
 */
export function inputOf(schema: Node, inTime?: InTime): Result<z.ZodType, string> {
  if (schema['type'] !== undefined && schema['type'] !== 'object')
    return err('its arguments are not an object')
  const cost = schemaCost(schema, MOST_STEPS)
  if (!cost.ok) return cost
  // The validator writes into what it is given.
  const patterns = inTime === undefined && JSON.stringify(schema).includes('attern')
  const copy = relaxed(structuredClone(schema), patterns) as Schema
  const check = openCheck(copy, draftOf(schema), inTime)
  const tried = check({})
  if (tried.kind === 'unusable') return err(tried.why)
  const optional = leavesOutNull(schema)
  return ok(
    JsonObject.transform((args) => withoutNulls(args, optional)).superRefine((args, context) => {
      const fault = jsonFault(args)
      const checked =
        fault === null
          ? check(args)
          : ({ kind: 'checked', faults: [{ path: [], message: fault }] } as const)
      const faults =
        checked.kind === 'unusable'
          ? [{ path: [], message: `cannot be checked: ${checked.why}` }]
          : checked.faults
      for (const { path, message } of faults.slice(0, MOST_ISSUES))
        context.addIssue({ code: 'custom', path: [...path], message })
    }),
  )
}

/**
 * Of what may be left out, the names that may not be null: models write null there and mean that they
 * leave it out. A server that declares no such value gets none.
 */
function leavesOutNull({ properties, required }: Node): ReadonlySet<string> {
  const needed = new Set(Array.isArray(required) ? required : [])
  return new Set(
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, node]) => {
      if (needed.has(name) || !isObject(node) || node['nullable'] === true) return []
      const types = [node['type']].flat()
      return types.every((type) => typeof type === 'string' && type !== 'null') ? [name] : []
    }),
  )
}

const withoutNulls = (args: JsonObject, optional: ReadonlySet<string>): JsonObject =>
  Object.values(args).includes(null)
    ? Object.fromEntries(
        Object.entries(args).filter(([name, value]) => value !== null || !optional.has(name)),
      )
    : args

type Fault = { readonly path: readonly string[]; readonly message: string }
type Checked =
  | { readonly kind: 'checked'; readonly faults: readonly Fault[] }
  | { readonly kind: 'unusable'; readonly why: string }

function openCheck(
  schema: Schema,
  draft: '4' | '7' | '2019-09' | '2020-12',
  inTime: InTime = (work) => work(),
): (value: unknown) => Checked {
  let validator: Validator | null = null
  return (value) => {
    try {
      validator ??= new Validator(schema, draft, false)
      const open = validator
      const checked = inTime(() => open.validate(value))
      if (checked === null) return { kind: 'unusable', why: 'a pattern takes too long for them' }
      const { valid, errors } = checked
      return { kind: 'checked', faults: valid ? [] : faultsOf(errors) }
    } catch (error) {
      return {
        kind: 'unusable',
        why: `its schema cannot be read (${error instanceof Error ? error.message.slice(0, 200) : 'unknown'})`,
      }
    }
  }
}

/**
 * The deepest faults first: an error of the whole only repeats that one of its parts does not fit.
 */
function faultsOf(
  errors: readonly {
    readonly keyword: string
    readonly instanceLocation: string
    readonly error: string
  }[],
): readonly Fault[] {
  const own = errors.filter(
    ({ keyword }) =>
      ![
        'properties',
        'items',
        'prefixItems',
        '$ref',
        'allOf',
        'additionalProperties',
        'unevaluatedProperties',
        'dependentSchemas',
      ].includes(keyword),
  )
  const unknown = errors.filter(
    ({ keyword, error }) =>
      /^(?:additional|unevaluated)Properties$/.test(keyword) &&
      /additional|unevaluated/i.test(error),
  )
  const chosen = own.length > 0 ? own : unknown.length > 0 ? unknown : errors
  const seen = new Set<string>()
  return chosen.flatMap(({ keyword, instanceLocation, error }) => {
    const message = faultText(keyword, error)
    if (seen.has(instanceLocation + message)) return []
    seen.add(instanceLocation + message)
    return [
      {
        path: pathOf(instanceLocation),
        message: `${instanceLocation.slice(1) || '/'}: ${message}`,
      },
    ]
  })
}

/** In our words, and not in those of the library that found it. */
function faultText(keyword: string, error: string): string {
  const named = /"([^"]*)"/.exec(error)?.[1] ?? ''
  const [, got, wanted] = /Instance type "(.*?)" is invalid\. Expected "(.*?)"/.exec(error) ?? []
  const [, bound] = /(-?\d+(?:\.\d+)?)\D*$/.exec(error) ?? []
  switch (keyword) {
    case 'false':
      return 'is not known to this tool'
    case 'required':
      return `${named} is missing`
    case 'type':
      return wanted === undefined ? 'is of the wrong type' : `has to be ${wanted}, not ${got}`
    case 'enum':
    case 'const':
      return 'is none of the values it may have'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return named === '' ? 'is not known to this tool' : `${named} is not known to this tool`
    default:
      return bound === undefined
        ? `does not fit what the tool declares (${keyword})`
        : `does not fit: its ${keyword} is ${bound}`
  }
}

const pathOf = (location: string): readonly string[] =>
  location
    .slice(2)
    .split('/')
    .flatMap((part) =>
      part === '' ? [] : [decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')],
    )

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function draftOf({ $schema: named }: Node): '4' | '7' | '2019-09' | '2020-12' {
  if (typeof named !== 'string') return '2020-12'
  return named.includes('draft-04')
    ? '4'
    : /draft-0[67]/.test(named)
      ? '7'
      : named.includes('2019-09')
        ? '2019-09'
        : '2020-12'
}

const SCHEMAS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])

/**
 * Without what would run a pattern. Where one is left out, whatever turns a schema round (`not`,
 * `if`, one of several) would become something else, so it is left out with it: looser, never
 * another meaning.
 */
function relaxed(node: unknown, hasPatterns: boolean): unknown {
  if (!hasPatterns || node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map((member) => relaxed(member, true))
  const result: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(node)) {
    if (
      [
        'pattern',
        'patternProperties',
        'not',
        'if',
        'then',
        'else',
        'contains',
        'minContains',
        'maxContains',
      ].includes(key)
    )
      continue
    if (
      (key === 'additionalProperties' || key === 'unevaluatedProperties') &&
      'patternProperties' in node
    )
      continue
    if (['enum', 'const', 'default', 'examples', 'required'].includes(key)) result[key] = member
    else if (SCHEMAS.has(key) && member !== null && typeof member === 'object')
      result[key] = Object.fromEntries(
        Object.entries(member).map(([name, inner]) => [name, relaxed(inner, true)]),
      )
    else if (key === 'oneOf') result['anyOf'] = relaxed(member, true)
    else result[key] = relaxed(member, true)
  }
  return result
}
