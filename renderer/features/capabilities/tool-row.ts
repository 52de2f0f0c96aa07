// One tool as the table handles it: its listing, today's figures, and what it is found and told
// apart by. Pure.
import type { ToolListing, ToolUsage } from '../../../contract/call/manifest.ts'
import type { Tier } from '../../../contract/call/tier.ts'
import { riskOf } from '../../state/tier-order.ts'

/**
 * ready, or what keeps it from being called. Of several the one that has to be dealt with first.
 */
export type ToolState =
  | 'ready'
  | 'changed'
  | 'new'
  | 'gone'
  | 'refused'
  | 'off'
  | 'guard'
  | 'preset'
  | 'missing'

export type Figures = {
  readonly allowed: number
  readonly confirmed: number
  readonly denied: number
}
export type ToolRow = {
  readonly tool: ToolListing
  readonly state: ToolState
  readonly tiers: readonly Tier[]
  readonly today: Figures
  /** All that a word can be found in, in lower case. */
  readonly text: string
}

const noFigures: Figures = { allowed: 0, confirmed: 0, denied: 0 }

const known = new WeakMap<ToolListing, ToolRow>()

/** The same row for the same listing: one that is drawn need not be drawn again. */
export function rowOf(tool: ToolListing): ToolRow {
  const row = known.get(tool) ?? newRow(tool)
  known.set(tool, row)
  return row
}

const newRow = (tool: ToolListing): ToolRow => ({
  tool,
  state: stateOf(tool),
  tiers: tiersOf(tool.manifest),
  today: noFigures,
  text: [
    tool.name,
    tool.source,
    tool.manifest.title,
    tool.manifest.id,
    tool.manifest.description,
    tool.manifest.category,
    ...tool.manifest.actions.map(({ name }) => name),
  ]
    .join('\n')
    .toLowerCase(),
})

/**
 * Rows that nothing was counted for stay the same objects, so that they need not be drawn again.
 */
export function withUsage(
  rows: readonly ToolRow[],
  usage: readonly ToolUsage[],
): readonly ToolRow[] {
  const byTool = new Map(usage.map((each) => [each.tool, each]))
  return rows.map((row) => {
    const today = byTool.get(row.tool.name)
    return today === undefined ? row : { ...row, today }
  })
}

export const callsOf = ({ today }: ToolRow): number =>
  today.allowed + today.confirmed + today.denied

export function stateOf({ review, hiddenBy, available }: ToolListing): ToolState {
  if (review !== null && review !== 'open') return review
  if (hiddenBy === 'setting') return 'off'
  if (hiddenBy !== null) return hiddenBy
  return available ? 'ready' : 'missing'
}

/** The base tier and those of the actions that differ, lowest first, each once. */
export function tiersOf(manifest: ToolListing['manifest']): readonly Tier[] {
  const all = new Set<Tier>([
    manifest.riskTier,
    ...manifest.actions.flatMap(({ riskTier }) => (riskTier === undefined ? [] : [riskTier])),
  ])
  return [...all].sort((a, b) => riskOf(a) - riskOf(b))
}

/** What decides where no rule or lease speaks: the person's word before the tool's. */
export const defaultOf = ({ setting, manifest }: ToolListing) =>
  setting?.default ?? manifest.defaultPolicy.effect

/** The name of its server; null for what is built in. */
export const serverOf = ({ source }: ToolListing): string | null =>
  source.startsWith('mcp:') ? source.slice('mcp:'.length) : null
