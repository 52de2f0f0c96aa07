// Which actions a JSON Schema of arguments takes: in its `action` field, or in that of the branches
// of a union. Pure. Schemas of servers come here too, so nothing is believed of their form.

type Schema = Readonly<Record<string, unknown>>

const DEEPEST = 8
const UNIONS = ['oneOf', 'anyOf'] as const

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
    if (narrowed === undefined) return { ...at, ...unions }
    // Where what is asked for by leaving it out is gone, it has to be said.
    const lost = asSchema(action)?.['default'] !== undefined && narrowed['default'] === undefined
    const required = listOf(at['required'])
    return {
      ...at,
      ...unions,
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
  const words = (node: unknown, depth: number): Schema | null => {
    const at = resolved(schema, node)
    if (at === null || depth > DEEPEST) return null
    const { default: usual, ...rest } = at
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
  return visit(schema, 0)
}

/** What a reference inside the schema means; a node that is none is itself. */
function resolved(root: Schema, node: unknown): Schema | null {
  let at = asSchema(node)
  for (let steps = 0; at !== null && typeof at['$ref'] === 'string'; steps += 1) {
    const pointer = at['$ref']
    if (steps >= DEEPEST || !pointer.startsWith('#')) return null
    let target: unknown = root
    for (const part of pointer.slice(1).split('/').slice(1))
      target = asSchema(target)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
    at = asSchema(target)
  }
  return at
}

const present = (found: readonly (Schema | null)[]): readonly Schema[] =>
  found.filter((one) => one !== null)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asSchema = (value: unknown): Schema | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : null
