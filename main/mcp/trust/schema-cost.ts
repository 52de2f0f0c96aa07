// Pure. How much work a schema can make, before it makes any: references are followed on paper.
import { err, ok, type Result } from '../../../contract/result.ts'

/** Keywords that look at the same value again. A loop of these has no end. */
const SAME = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  '$dynamicRef',
  '$recursiveRef',
]
/**
 * Keywords that go one level into the value: that is finite, so a loop of these is a tree, and
 * honest.
 */
const BELOW = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'propertyNames',
]
const BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const DEEPEST = 200

/**
 * Err: why it cannot be used. Followed with a memory, so that a bomb costs us its written size and
 * not what it unfolds to. A schema that leads back to itself below a level may do so once for each
 * level: two ways back double with every level.
 */
export function schemaCost(root: unknown, most: number): Result<number, string> {
  const known = new Map<object, number>()
  const open = new Map<object, 'same' | 'below'>()
  let fault: string | null = null
  const ways = new Map<object, number>()

  const cost = (node: unknown, how: 'same' | 'below', depth: number): number => {
    if (fault !== null || node === null || typeof node !== 'object') return 1
    if (depth > DEEPEST) return fail('its schema is nested too deeply')
    if (open.has(node)) {
      const chain = [...open.keys()]
      const loop = chain.slice(chain.indexOf(node) + 1)
      const descends = how === 'below' || loop.some((member) => open.get(member) === 'below')
      if (!descends) return fail('its schema refers to itself without end')
      ways.set(node, (ways.get(node) ?? 0) + 1)
      return 1
    }
    const before = known.get(node)
    if (before !== undefined) return before
    open.set(node, how)
    let sum = 1
    for (const [key, member] of Object.entries(node)) {
      const next = SAME.includes(key) ? 'same' : BELOW.includes(key) ? 'below' : null
      if (next === null || fault !== null) continue
      for (const child of childrenOf(key, member)) sum += cost(child, next, depth + 1)
      if (sum > most) fail(`its schema unfolds to more than ${most} parts`)
    }
    open.delete(node)
    known.set(node, sum)
    return sum
  }

  const childrenOf = (key: string, member: unknown): readonly unknown[] => {
    if (key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef') return [target(member)]
    if (Array.isArray(member)) return member
    if (BY_NAME.has(key) && member !== null && typeof member === 'object')
      return Object.values(member)
    return [member]
  }

  const target = (reference: unknown): unknown => {
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      return void fail('its schema refers to something outside itself')
    if (reference === '#') return root
    if (!reference.startsWith('#/'))
      return named(root, reference.slice(1)) ?? void fail(`its schema has no part ${reference}`)
    let at: unknown = root
    for (const part of reference.slice(2).split('/')) {
      const name = decodeURIComponent(part.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
        .replaceAll('~1', '/')
        .replaceAll('~0', '~')
      at =
        at !== null && typeof at === 'object' && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined
    }
    return at === undefined ? void fail(`its schema has no part ${reference.slice(0, 100)}`) : at
  }

  const fail = (why: string): number => {
    fault ??= why
    return 1
  }

  const sum = cost(root, 'same', 0)
  if (fault !== null) return err(fault)
  // A tree leads back to itself by a few fields; a bomb by dozens, each of which doubles with every
  // level.
  if ([...ways.values()].some((count) => count > 64))
    return err('its schema refers back to itself in too many ways')
  return ok(sum)
}

/** A part with that `$anchor`. */
function named(node: unknown, anchor: string, depth = 0): unknown {
  if (node === null || typeof node !== 'object' || depth > DEEPEST) return undefined
  if ('$anchor' in node && node.$anchor === anchor) return node
  for (const member of Object.values(node)) {
    const found = named(member, anchor, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
