// Where each `$ref` of a schema leads: to a schema of the same arguments, and not round in a circle. Pure.

type Node = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

export type Reference = { readonly path: Path; readonly to: string }
export type ReferenceFault = { readonly path: Path; readonly what: string }

/** Words whose schemas look at the very same value. */
const SAME = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']

/**
 * @param schemas every schema in `[args]` by its location, a JSON Pointer
 * @param references each with the path of its value
 */
export function referenceFaults(
  schemas: ReadonlyMap<string, Node>,
  references: readonly Reference[],
): readonly ReferenceFault[] {
  const astray = references.flatMap(({ path, to }): readonly ReferenceFault[] =>
    schemas.has(decoded(to.slice(1)))
      ? []
      : [{ path, what: `leads to ${to.slice(0, 100)}, where no schema is` }],
  )
  if (astray.length > 0) return astray
  const ways = new Map(
    [...schemas].map(([location, node]) => [location, sameValue(location, node)]),
  )
  const round = references.find(({ to }) => returns(decoded(to.slice(1)), ways))
  return round === undefined ? [] : [{ path: round.path, what: 'leads back to itself without end' }]
}

/** The places that one value comes to as it is checked there, and that are no step into it. */
function sameValue(location: string, node: Node): readonly string[] {
  const to = node['$ref']
  return [
    ...(typeof to === 'string' ? [decoded(to.slice(1))] : []),
    ...SAME.flatMap((key) => {
      const member = node[key]
      if (Array.isArray(member)) return member.map((_one, at) => `${location}/${key}/${at}`)
      if (key === 'dependentSchemas' && typeof member === 'object' && member !== null)
        return Object.keys(member).map((name) => `${location}/${key}/${escaped(name)}`)
      return member === undefined ? [] : [`${location}/${key}`]
    }),
  ]
}

function returns(start: string, ways: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>()
  const open = [...(ways.get(start) ?? [])]
  for (let location = open.pop(); location !== undefined; location = open.pop()) {
    if (location === start) return true
    if (seen.has(location)) continue
    seen.add(location)
    open.push(...(ways.get(location) ?? []))
  }
  return false
}

/** A name as one step of a JSON Pointer. */
export const escaped = (name: string | number): string =>
  String(name).replaceAll('~', '~0').replaceAll('/', '~1')

/** As in a URI; a percent sign that begins no letter is itself. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return fragment
  }
}
