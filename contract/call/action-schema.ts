// Which actions a JSON Schema of arguments takes: in its `action` field, in that of the branches of a
// union, and where a condition names one. Pure. Schemas of servers come here too, so nothing is
// believed of their form.
import { asSchema, DEEPEST, resolved, withoutUnused, type Schema } from './schema-references.ts'

const UNIONS = ['oneOf', 'anyOf'] as const
/** What a model is told about a field. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', '$comment'])
const CONDITIONS = ['if', 'then', 'else', 'not'] as const

/** Every action that it takes, as often as it is named there. */
export function actionsIn(schema: Schema): readonly string[] {
  const visit = (node: unknown, depth: number): readonly string[] => {
    const at = resolved(schema, node)
    if (at === null || depth > DEEPEST) return []
    return [
      ...wordsOf(asSchema(at['properties'])?.['action'], depth),
      ...[...UNIONS, 'allOf'].flatMap((key) =>
        listOf(at[key]).flatMap((branch) => visit(branch, depth + 1)),
      ),
      ...CONDITIONS.flatMap((key) => visit(at[key], depth + 1)),
    ]
  }
  const wordsOf = (node: unknown, depth: number): readonly string[] => {
    const at = resolved(schema, node)
    if (at === null || depth > DEEPEST) return []
    return [
      ...listOf(at['enum']).filter((word) => typeof word === 'string'),
      ...(typeof at['const'] === 'string' ? [at['const']] : []),
      ...UNIONS.flatMap((key) => listOf(at[key]).flatMap((one) => wordsOf(one, depth + 1))),
    ]
  }
  return visit(schema, 0)
}

/**
 * The action that is meant where none is given: the default of its field, beside a reference or where
 * that leads. Null: none, or two that differ.
 */
export function usualAction(schema: Schema): string | null {
  const field = asSchema(asSchema(resolved(schema, schema)?.['properties'])?.['action'])
  if (field === null) return null
  const [own, meant] = [field['default'], resolved(schema, field)?.['default']]
  if (own !== undefined && meant !== undefined && own !== meant) return null
  const usual = own ?? meant
  return typeof usual === 'string' ? usual : null
}

/** The same schema with no other actions than these in it; null when nothing is left to ask for. */
export function withActions(schema: Schema, kept: ReadonlySet<string>): Schema | null {
  const visit = (node: unknown, depth: number): Schema | null => {
    const at = resolved(schema, node)
    if (at === null || depth > DEEPEST) return null
    const properties = asSchema(at['properties'])
    const action = properties?.['action']
    const narrowed = action === undefined ? undefined : words(action, depth)
    if (narrowed === null) return null
    const unions = unionsOf(at, depth)
    if (unions === null) return null
    const whole = { ...conditionsOf(at, depth), ...unions }
    if (narrowed === undefined) return whole
    // Where what is asked for by leaving it out is gone, it has to be said.
    const lost = asSchema(action)?.['default'] !== undefined && narrowed['default'] === undefined
    const required = listOf(at['required'])
    return {
      ...whole,
      properties: { ...properties, action: narrowed },
      ...(lost ? { required: [...new Set([...required, 'action'])] } : {}),
    }
  }
  const unionsOf = (at: Schema, depth: number): Schema | null => {
    const found: Record<string, readonly Schema[]> = {}
    for (const key of UNIONS) {
      if (!Array.isArray(at[key])) continue
      const branches = present(listOf(at[key]).map((branch) => visit(branch, depth + 1)))
      if (branches.length === 0) return null
      found[key] = branches
    }
    if (Array.isArray(at['allOf'])) {
      const parts = listOf(at['allOf']).map((part) => visit(part, depth + 1))
      if (parts.includes(null)) return null
      found['allOf'] = present(parts)
    }
    return found
  }
  /**
   * The node with no other action in its conditions. One that never holds any more becomes `false`,
   * and so does what nothing fits any more.
   */
  const conditionsOf = (at: Schema, depth: number): Schema => {
    const { if: condition, then: holds, else: otherwise, not: excluded, ...rest } = at
    const narrowed = (node: unknown): Schema | boolean =>
      typeof node === 'boolean' ? node : (visit(node, depth + 1) ?? false)
    const not = excluded === undefined ? false : narrowed(excluded)
    const met = condition === undefined ? false : narrowed(condition)
    return {
      ...rest,
      ...(not === false ? {} : { not }),
      ...(met === false && otherwise === undefined ? {} : { if: met }),
      ...(met === false || holds === undefined ? {} : { then: narrowed(holds) }),
      ...(otherwise === undefined ? {} : { else: narrowed(otherwise) }),
    }
  }
  const words = (node: unknown, depth: number): Schema | null => {
    const at = resolved(schema, node)
    if (at === null || depth > DEEPEST) return null
    const { default: usual, examples: _examples, ...described } = at
    const rest = Object.fromEntries(
      Object.entries(described).filter(([key, value]) => !(TEXTS.has(key) && namesGone(value))),
    )
    const same = typeof usual === 'string' && kept.has(usual) ? { default: usual } : {}
    if (Array.isArray(at['enum'])) {
      const left = [...new Set(listOf(at['enum']))].filter(
        (word) => typeof word === 'string' && kept.has(word),
      )
      return left.length === 0 ? null : { ...rest, ...same, enum: left }
    }
    if ('const' in at)
      return typeof at['const'] === 'string' && kept.has(at['const']) ? { ...rest, ...same } : null
    for (const key of UNIONS) {
      if (!Array.isArray(at[key])) continue
      const left = present(listOf(at[key]).map((one) => words(one, depth + 1)))
      return left.length === 0 ? null : { ...rest, ...same, [key]: left }
    }
    // Any word is taken: then only these.
    return { ...rest, ...same, enum: [...kept] }
  }
  const gone = actionsIn(schema).filter((name) => !kept.has(name))
  /** A text about the field that names what is gone would have a model ask for it. */
  const namesGone = (value: unknown): boolean =>
    typeof value === 'string' && gone.some((name) => value.includes(name))
  const left = visit(schema, 0)
  return left === null ? null : withoutUnused(left)
}

const present = (found: readonly (Schema | null)[]): readonly Schema[] =>
  found.filter((one) => one !== null)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
