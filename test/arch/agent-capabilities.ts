// The list of capabilities that agent files name, as text, from the registry and the manifests.
import { capabilities } from '../../contract/agent/capabilities/registry.ts'
import type { Capability } from '../../contract/agent/capabilities/capability.ts'
import { sharedNames } from '../../contract/agent/capabilities/shared-names.ts'
import { tierRank } from '../../contract/call/tier.ts'
import type { AnyTool } from '../../contract/call/tool.ts'

export const capabilitiesText = (tools: readonly AnyTool[]): string => {
  const shared = new Set(sharedNames.map(({ name }) => name))
  const older = ({ legacy }: Capability): boolean => legacy !== undefined
  const part = (title: string, fits: (capability: Capability) => boolean): readonly string[] => [
    `## ${title}`,
    '',
    '| capability | an agent with it can | kind | tier | tools | scopes |',
    '| --- | --- | --- | --- | --- | --- |',
    ...capabilities.filter(fits).map((capability) => row(capability, tools)),
    '',
  ]
  return [
    '# Capabilities of agents',
    '',
    'What an agent file can name under `capabilities`: see [Agents of your own](guide/agents.md). The tier is the highest of the',
    'tools and actions it holds. Each call is decided like any other: a capability lets an agent ask, and allows nothing.',
    'An agent that was made by an agent gets none of the kind “sends”. *In italics*: tools that this version does not have.',
    '',
    ...part('Shared names', (one) => shared.has(one.name)),
    ...part('Names of Gatehouse', (one) => !shared.has(one.name) && !older(one)),
    ...part('Older names, which load with a warning', older),
    '## What changes something in a name that reads',
    '',
    ...capabilities.flatMap(({ name, changes = {} }) =>
      Object.entries(changes).map(([tool, why]) => `- \`${tool}\` in \`${name}\`: ${why}`),
    ),
    '',
    'This file is written by `vitest run test/arch -u`.',
    '',
  ].join('\n')
}

function row(
  { name, sentence, mode, sends, tools: held, scopes }: Capability,
  tools: readonly AnyTool[],
): string {
  const manifests = new Map(tools.map(({ manifest }) => [manifest.name, manifest]))
  const tiers = held.flatMap(({ tool, actions }) => {
    const manifest = manifests.get(tool)
    if (manifest === undefined) return []
    const asked = manifest.actions.filter((one) => actions?.includes(one.name) !== false)
    return asked.length === 0
      ? [manifest.riskTier]
      : asked.map(({ riskTier }) => riskTier ?? manifest.riskTier)
  })
  const [tier = '–'] = tiers.toSorted((a, b) => tierRank(b) - tierRank(a))
  const names = held.map(({ tool, actions }) => {
    if (tool === '*') return 'all of the servers named'
    const text = `\`${tool}\`${actions === undefined ? '' : `: ${actions.join(', ')}`}`
    return manifests.has(tool) ? text : `*${tool}*`
  })
  const kind = sends ? 'sends' : mode === 'read' ? 'reads' : 'writes'
  return `| ${[`\`${name}\``, sentence.replace(/\.$/, ''), kind, tier, names.join('; '), scopes.join(', ')].join(' | ')} |`
}
