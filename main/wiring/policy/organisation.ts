// The policy that an organisation's bundle makes here.
import { homedir } from 'node:os'
import { Preset, standardPresets } from '../../../contract/policy/preset.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { Limits } from '../../../contract/policy/limits.ts'
import type { Held } from '../../bundle/in-force.ts'
import { organisationPolicy, type NamedPolicy } from '../../gate/policy.ts'
import { usuallyFolds } from '../../sandbox/files/path-syntax.ts'

/** Holds nothing back by itself. */
const open = Preset.parse({ tiers: { R2: 'allow' } })
/** Where it is not known what an organisation holds back: all but harmless work needs approval. */
const closed = Preset.parse({ tiers: { R1: 'confirm' } })

/** Null: no organisation is followed. */
export function organisationOf(
  held: Held,
  workspace: string,
  stop: readonly string[],
  sha256: (text: string) => string,
): NamedPolicy | null {
  if (held.kind === 'none') return null
  const { name } = held
  const bundle = held.kind === 'bundle' ? held.read.bundle : null
  const named = bundle?.preset ?? null
  const preset =
    bundle === null
      ? closed
      : named === null
        ? open
        : (bundle.presets[named] ?? standardPresets[named] ?? closed)
  const policy = organisationPolicy(
    {
      roots: { workspace, home: homedir(), foldsCase: usuallyFolds(process.platform) },
      stop,
      ownStop: bundle?.stop ?? [],
      hosts: preset.hosts,
      guard: { on: false, allowTools: [], blockedTools: null },
      presetName: named ?? '',
      preset,
      rules: bundle?.rules ?? [],
      tools: bundle?.tools ?? {},
      channels: {},
      limits: Limits.parse({}),
      perMinute: 0,
    },
    bundle === null || named !== null,
    sha256,
  )
  const more =
    bundle === null ? '' : sha256(canonicalJson({ agents: bundle.agents, servers: bundle.servers }))
  return { name, policy, more, missing: bundle === null }
}
