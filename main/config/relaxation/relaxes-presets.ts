// What the presets in use allow that they did not before, in sentences: the one in force, and those of
// clients. Pure.
import { Tier } from '../../../contract/call/tier.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { standardPresets, type Preset } from '../../../contract/policy/preset.ts'
import { strictness } from '../../../contract/policy/strictness.ts'
import { relaxesHosts } from './relaxes-hosts.ts'

const includes: { readonly [T in Tier]: string } = {
  R0: 'harmless work',
  R1: 'reading in the workspace and from listed hosts, and commands in a throw-away copy',
  R2: 'changing files in the workspace',
  R3: 'writing elsewhere, reaching other hosts, and commands outside a copy',
  R4: 'administration, payments, and deleting for good',
}

export const presetOf = ({ presets }: Config, name: string): Preset | undefined =>
  presets[name] ?? standardPresets[name]

export function relaxesPresets(from: Config, to: Config): readonly string[] {
  const [before, after] = [presetOf(from, from.preset), presetOf(to, to.preset)]
  const inForce =
    before === undefined || after === undefined ? [] : presetRelaxes(before, after, to.preset)
  // Those that clients work under count as well; one that nobody works under frees nothing.
  const names = [...Object.keys(from.gateway.clients), ...Object.keys(to.gateway.clients)]
  const clients = [...new Set(names)].flatMap((name) => {
    // One that is written no more works under the preset in force.
    const [old, now] = [from, to].map(({ gateway }) => gateway.clients[name]?.preset ?? null)
    const was = presetOf(from, old ?? from.preset)
    const is = presetOf(to, now ?? to.preset)
    return was === undefined || is === undefined || (old === null && now === null)
      ? []
      : presetRelaxes(was, is, now ?? to.preset).map((text) => `For ${name}: ${text}`)
  })
  return [...inForce, ...clients]
}

function presetRelaxes(from: Preset, to: Preset, name: string): readonly string[] {
  const tiers = Tier.options.filter(
    (tier) => strictness[to.tiers[tier]] < strictness[from.tiers[tier]],
  )
  return [
    ...tiers.map((tier) =>
      to.tiers[tier] === 'allow'
        ? `The preset ${name} lets ${tier} run without approval: ${includes[tier]}.`
        : `The preset ${name} no longer denies ${tier}, but asks: ${includes[tier]}.`,
    ),
    ...(covered(to.tools, from.tools, '*') ? [] : [`The preset ${name} has additional tools.`]),
    ...(to.allowNetwork && !from.allowNetwork ? [`The preset ${name} opens the network.`] : []),
    ...(covered(to.allowWritePaths, from.allowWritePaths, '/**')
      ? []
      : [`The preset ${name} allows writing after approval in more places.`]),
    ...(covered(to.withoutApproval, from.withoutApproval, '*')
      ? []
      : [`The preset ${name} lets more run without approval.`]),
    ...relaxesHosts(from.hosts, to.hosts).map((text) => `The preset ${name}: ${text}`),
    ...(from.confirmOutside && !to.confirmOutside
      ? [`The preset ${name} needs no approval just because a call leaves the workspace.`]
      : []),
    ...(to.sandboxedReads && !from.sandboxedReads
      ? [`The preset ${name} treats read-only commands as R2.`]
      : []),
  ]
}

/** Every pattern of the one is in the other, word for word, or the other takes everything. */
const covered = (patterns: readonly string[], by: readonly string[], everything: string): boolean =>
  by.includes(everything) || patterns.every((pattern) => by.includes(pattern))
