// What an agent file can name: each capability with the tools that it holds, of those that are here. Pure.
import { capabilities } from '../../../contract/agent/capabilities/registry.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import type { CapabilityListing } from '../../../contract/ipc/topics/ipc-own-agents.ts'
import { highest } from './agent-tools.ts'

export const capabilityListings = (manifests: readonly Manifest[]): CapabilityListing[] => {
  const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]))
  return capabilities.map(({ name, sentence, mode, sends, scopes, legacy, tools }) => ({
    name,
    sentence,
    mode,
    sends,
    tier: highest(
      tools.flatMap(({ tool, actions }) => {
        const manifest = byName.get(tool)
        if (manifest === undefined) return []
        const held = manifest.actions.filter((one) => actions?.includes(one.name) !== false)
        return held.length === 0
          ? [manifest.riskTier]
          : held.map(({ riskTier }) => riskTier ?? manifest.riskTier)
      }),
    ),
    scopes: [...scopes],
    legacy: legacy ?? null,
    tools: tools.map(({ tool, actions }) => ({
      tool,
      actions: actions === undefined ? null : [...actions],
      present: tool === '*' || byName.has(tool),
    })),
  }))
}
