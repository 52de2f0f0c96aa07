// What tools can be told apart by: for filters, and for groups. Pure.
import { type ToolRow, defaultOf } from '../tool-row.ts'
import { strings } from '../strings.ts'

export type FacetId = 'category' | 'tier' | 'outbound' | 'source' | 'trust' | 'fallback' | 'state'
export const facetIds: readonly FacetId[] = [
  'category',
  'tier',
  'outbound',
  'source',
  'trust',
  'fallback',
  'state',
]
export const groupings: readonly FacetId[] = ['source', 'category', 'tier']

/** Values of a row; a tool whose actions have several tiers is found by each. */
export function valuesOf({ tool, state, tiers }: ToolRow, facet: FacetId): readonly string[] {
  switch (facet) {
    case 'category':
      return [tool.manifest.category]
    case 'tier':
      return tiers
    case 'outbound':
      return [tool.manifest.networkOutbound ? 'yes' : 'no']
    case 'source':
      return [tool.source]
    case 'trust':
      return [tool.trust ?? 'own']
    case 'fallback':
      return [defaultOf(tool)]
    case 'state':
      return [state]
  }
}

const own = (table: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(table, value) ? (table[value] ?? value) : value

export function facetWord(facet: FacetId, value: string): string {
  switch (facet) {
    case 'category':
      return own(strings.categories, value)
    case 'tier':
      return value
    case 'outbound':
      return value === 'yes' ? strings.outboundYes : strings.outboundNo
    case 'source':
      return value === 'built-in' ? strings.builtIn : value.replace('mcp:', '')
    case 'trust':
      return own(strings.trusts, value)
    case 'fallback':
      return own(strings.effects, value)
    case 'state':
      return own(strings.states, value)
  }
}

const order: Readonly<Partial<Record<FacetId, readonly string[]>>> = {
  tier: ['R0', 'R1', 'R2', 'R3', 'R4'],
  fallback: ['allow', 'confirm', 'deny'],
  outbound: ['no', 'yes'],
  trust: ['own', 'local', 'verified', 'community'],
  state: ['ready', 'changed', 'new', 'refused', 'gone', 'off', 'guard', 'preset', 'missing'],
}

/**
 * In the order that a person expects: by risk and strictness where there is one, what is built in
 * first, else by the alphabet.
 */
export function compareValues(facet: FacetId, a: string, b: string): number {
  const known = order[facet]
  if (known !== undefined) return known.indexOf(a) - known.indexOf(b)
  if (facet === 'source' && (a === 'built-in') !== (b === 'built-in'))
    return a === 'built-in' ? -1 : 1
  return facetWord(facet, a).localeCompare(facetWord(facet, b))
}

/** All values that are there, with how many tools have each. */
export function facetChoices(
  rows: readonly ToolRow[],
  facet: FacetId,
): readonly { readonly value: string; readonly tools: number }[] {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const value of valuesOf(row, facet)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, tools]) => ({ value, tools }))
    .sort((a, b) => compareValues(facet, a.value, b.value))
}
