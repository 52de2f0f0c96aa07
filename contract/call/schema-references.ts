// References inside one JSON Schema. Pure. Nothing is fetched, and nothing is believed of its form.

export type Schema = Readonly<Record<string, unknown>>

/** More steps, or more levels, are no schema of arguments. */
export const DEEPEST = 8
const DEFINITIONS = ['$defs', 'definitions'] as const

export const asSchema = (value: unknown): Schema | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : null

/**
 * What a reference inside the schema means; a node that is none is itself. Null: it leads out of the
 * schema, to a name instead of a place, or in a circle.
 */
export function resolved(root: Schema, node: unknown): Schema | null {
  let at = asSchema(node)
  for (let steps = 0; at !== null && typeof at['$ref'] === 'string'; steps += 1) {
    const pointer = at['$ref']
    if (steps >= DEEPEST || !(pointer === '#' || pointer.startsWith('#/'))) return null
    let target: unknown = root
    for (const part of partsOf(pointer)) target = asSchema(target)?.[part]
    at = asSchema(target)
  }
  return at
}

/** Without the definitions that nothing in it refers to: they still name what was taken out. */
export function withoutUnused(schema: Schema): Schema {
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !DEFINITIONS.some((name) => name === key)),
  )
  const used = new Set<string>()
  const found: unknown[] = [rest]
  for (let at = found.pop(); at !== undefined; at = found.pop()) {
    for (const pointer of pointersIn(at)) {
      const [of = '', name = ''] = partsOf(pointer)
      const id = JSON.stringify([of, name])
      const definition = asSchema(schema[of])?.[name]
      if (used.has(id) || definition === undefined) continue
      used.add(id)
      found.push(definition)
    }
  }
  const left = DEFINITIONS.flatMap((of) => {
    const members = Object.entries(asSchema(schema[of]) ?? {}).filter(([name]) =>
      used.has(JSON.stringify([of, name])),
    )
    return members.length === 0 ? [] : [[of, Object.fromEntries(members)] as const]
  })
  return left.length === 0 ? rest : { ...rest, ...Object.fromEntries(left) }
}

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

function pointersIn(node: unknown): readonly string[] {
  if (node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap(pointersIn)
  return Object.entries(node).flatMap(([key, member]: [string, unknown]) =>
    key === '$ref' && typeof member === 'string' ? [member] : pointersIn(member),
  )
}
