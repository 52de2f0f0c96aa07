// What an agent with these capabilities would see and may do now, as a table. Pure.
import {
  capabilityNamed,
  grantFor,
  type Granted,
} from '../../../contract/agent/capabilities/registry.ts'
import { grantedActions, grantedFor } from '../../../contract/agent/grant.ts'
import type { AgentTool } from '../../../contract/agent/own-agent.ts'
import type { Scope } from '../../../contract/agent/scope.ts'
import { changesThings, type ToolListing } from '../../../contract/call/manifest.ts'
import { tierRank, type Tier } from '../../../contract/call/tier.ts'
import type { TierEffects } from '../../../contract/policy/preset.ts'

/** In the order of the list of tools. */
export function agentTools(
  capabilities: readonly Granted[],
  listings: readonly ToolListing[],
  tiers: TierEffects,
): AgentTool[] {
  const grant = grantFor(capabilities)
  return listings.flatMap((listing) => {
    const { manifest } = listing
    const granted = grantedActions(grant, manifest.name)
    if (granted === 'none') return []
    const actions = manifest.actions.filter(({ name }) => granted === 'all' || granted.has(name))
    if (granted !== 'all' && actions.length === 0) return []
    const tier =
      highest(actions.map(({ riskTier }) => riskTier ?? manifest.riskTier)) ?? manifest.riskTier
    const parts = grantedFor(grant, manifest.name)
    return [
      {
        tool: manifest.name,
        title: manifest.title,
        capabilities: capabilities
          .filter((one) => grantedActions(grantFor([one]), manifest.name) !== 'none')
          .map(({ name }) => name),
        actions: actions.map(({ name, readOnly }) => ({ name, readOnly })),
        narrowed: actions.length < manifest.actions.length,
        tier,
        usually: tiers[tier],
        outbound: manifest.networkOutbound,
        readOnly:
          manifest.actions.length === 0
            ? !changesThings(manifest, null)
            : actions.every(({ readOnly }) => readOnly),
        scopes: parts.some(({ scopes }) => scopes.length === 0)
          ? []
          : [...new Set(parts.map(({ scopes }) => scopes.map(scopeWords).join(' and ')))],
        missing: whyMissing(listing),
      },
    ]
  })
}

/** Tools that the capabilities hold and that are not there at all. */
export const absentTools = (
  capabilities: readonly Granted[],
  listings: readonly ToolListing[],
): string[] => {
  const there = new Set(listings.map(({ name }) => name))
  const held = capabilities.flatMap(({ name }) => capabilityNamed(name)?.tools ?? [])
  return [...new Set(held.map(({ tool }) => tool))].filter(
    (tool) => !tool.endsWith('*') && !there.has(tool),
  )
}

export const highest = (tiers: readonly Tier[]): Tier | null =>
  tiers.toSorted((a, b) => tierRank(b) - tierRank(a))[0] ?? null

const scopeWords = (scope: Scope): string =>
  Object.entries(scope)
    .map(([name, values = []]) => `${name}: ${values.join(', ')}`)
    .join('; ')

const hiddenWords = {
  guard: 'The exfiltration guard hides it.',
  preset: 'The preset has no such tool.',
  setting: 'It is switched off.',
} as const

const whyMissing = ({ hiddenBy, missing }: ToolListing): string | null =>
  hiddenBy === null ? (missing[0]?.what ?? null) : hiddenWords[hiddenBy]
