// Which tools the table shows, and by what it sorts. Pure.
import type { ToolListing } from '../../../contract/manifest.ts'
import type { Tier } from '../../../contract/tier.ts'
import { riskOf } from '../../state/tier-order.ts'

export type ToolFilter = { readonly text: string; readonly outbound: 'all' | 'yes' | 'no'; readonly tier: 'all' | Tier }
export const noFilter: ToolFilter = { text: '', outbound: 'all', tier: 'all' }

/** Every word has to be found somewhere in name, title, id, description, category or an action. */
export function filterTools(tools: readonly ToolListing[], filter: ToolFilter): readonly ToolListing[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return tools.filter(({ manifest }) => {
    if (filter.outbound !== 'all' && manifest.networkOutbound !== (filter.outbound === 'yes')) return false
    if (filter.tier !== 'all' && !tiersOf(manifest).includes(filter.tier)) return false
    const text = [
      manifest.name,
      manifest.title,
      manifest.id,
      manifest.description,
      manifest.category,
      ...manifest.actions.map(({ name }) => name),
    ]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The base tier and those of the actions that differ, lowest first, each once. */
export function tiersOf(manifest: ToolListing['manifest']): readonly Tier[] {
  const all = new Set<Tier>([manifest.riskTier, ...manifest.actions.flatMap(({ riskTier }) => (riskTier === undefined ? [] : [riskTier]))])
  return [...all].sort((a, b) => riskOf(a) - riskOf(b))
}

type Column = 'name' | 'tier' | 'category' | 'outbound' | 'subagents' | 'actions' | 'source' | 'fallback' | 'state'

/** What a column sorts by: risk and strictness by rank, not by the alphabet. */
export function sortValue(tool: ToolListing, column: Column): string | number {
  const { manifest } = tool
  switch (column) {
    case 'tier':
      return riskOf(manifest.riskTier)
    case 'category':
      return manifest.category
    case 'outbound':
      return manifest.networkOutbound ? 1 : 0
    case 'subagents':
      return { full: 0, readOnly: 1, denied: 2 }[manifest.subagentAccess]
    case 'actions':
      return manifest.actions.length
    case 'source':
      return tool.source
    case 'fallback':
      return { allow: 0, confirm: 1, deny: 2 }[manifest.defaultPolicy.effect]
    case 'state':
      return tool.available ? (tool.hiddenByGuard ? 1 : 0) : 2
    case 'name':
      return manifest.name
  }
}
