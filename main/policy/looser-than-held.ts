// A setting by which a person tries to loosen what their organisation holds. The gate holds it anyway,
// whatever the file says; this says so at once, with the organisation's name. Where it could also be
// meant as a tightening it is accepted. Pure.
import type { ManagedPolicy } from '../../contract/bundle/state.ts'
import { Tier, tierRank } from '../../contract/call/tier.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { Config } from '../../contract/policy/config/config.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import type { ToolPatch } from '../../contract/policy/config/tool-setting.ts'
import { standardPresets, type Preset } from '../../contract/policy/preset.ts'
import { strictness } from '../../contract/policy/strictness.ts'
import { lessBound } from '../config/relaxation/relaxes.ts'

type Held = Pick<ManagedPolicy, 'organisation' | 'preset' | 'presets' | 'tools'>
type Presets = Pick<Config, 'preset' | 'presets' | 'gateway'>
type Before = Presets & Pick<Config, 'tools'>

/** One change of the window or the command line. Null: nothing in it goes back. */
export function looserPatch(
  held: Held | null,
  patch: Pick<ConfigPatch, 'preset' | 'client' | 'tool'>,
  before: Before,
): Failure | null {
  if (held === null) return null
  const { preset, client, tool } = patch
  const own = client?.preset ?? null
  return managed(held, [
    ...(preset === undefined ? [] : presetBehind(held, before, before.preset, before, preset)),
    ...(client === undefined || own === null
      ? []
      : presetBehind(held, before, presetOfClient(before, client.name), before, own)),
    ...(tool === undefined
      ? []
      : toolBehind(held.tools[tool.name], tool.name, before.tools[tool.name] ?? {}, tool.setting)),
  ])
}

/** A whole text that takes the place of what is in force. Null: nothing in it goes back. */
export function looserText(held: Held | null, before: Before, after: Before): Failure | null {
  if (held === null) return null
  const clients = Object.keys(after.gateway.clients)
  return managed(held, [
    ...presetBehind(held, before, before.preset, after, after.preset),
    ...clients.flatMap((name) =>
      presetBehind(held, before, presetOfClient(before, name), after, presetOfClient(after, name)),
    ),
    ...Object.keys(held.tools).flatMap((name) =>
      toolBehind(
        held.tools[name],
        name,
        before.tools[name] ?? {},
        changedIn(before.tools[name] ?? {}, after.tools[name] ?? {}),
      ),
    ),
  ])
}

/** What stays as it was is no attempt at anything. */
const changedIn = (before: ToolPatch, after: ToolPatch): ToolPatch =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) =>
        canonicalJson(value ?? null) !== canonicalJson(before[key as keyof ToolPatch] ?? null),
    ),
  )

const presetOfClient = ({ gateway, preset }: Presets, name: string): string =>
  gateway.clients[name]?.preset ?? preset

function presetBehind(
  held: Held,
  before: Presets,
  from: string,
  after: Presets,
  to: string,
): readonly string[] {
  if (held.preset === null) return []
  const theirs = held.presets[held.preset] ?? standardPresets[held.preset]
  const was = before.presets[from] ?? standardPresets[from]
  const is = after.presets[to] ?? standardPresets[to]
  if (theirs === undefined || was === undefined || is === undefined) return []
  if (canonicalJson(was) === canonicalJson(is)) return []
  return surelyLooser(theirs, is) && surelyLooser(was, is)
    ? [`no preset looser than ${held.preset} can be chosen, and ${to} is looser.`]
    : []
}

/** Not in doubt: a stricter preset must never be taken for a looser one here. */
const surelyLooser = (than: Preset, preset: Preset): boolean =>
  Tier.options.some((tier) => strictness[preset.tiers[tier]] < strictness[than.tiers[tier]]) ||
  (preset.allowNetwork && !than.allowNetwork) ||
  (everything(preset) && !everything(than))

const everything = ({ tools, withoutApproval }: Preset): boolean =>
  tools.includes('*') && withoutApproval.includes('*')

function toolBehind(
  held: Held['tools'][string] | undefined,
  name: string,
  own: ToolPatch,
  wanted: ToolPatch,
): readonly string[] {
  if (held === undefined) return []
  const [tier, effect] = [wanted.tier ?? null, wanted.default ?? null]
  const ownTier = own.tier ?? null
  const { rateLimits } = wanted
  const behind = (key: 'perSession' | 'perMinute'): boolean => {
    const bound = rateLimits?.[key] ?? 0
    return (
      lessBound(held.rateLimits?.[key] ?? 0, bound) && lessBound(own.rateLimits?.[key] ?? 0, bound)
    )
  }
  return [
    ...(held.disabled && wanted.disabled === false ? [`${name} is switched off.`] : []),
    ...(held.tier !== undefined &&
    tier !== null &&
    ownTier !== null &&
    tierRank(tier) < tierRank(held.tier) &&
    tierRank(tier) < tierRank(ownTier)
      ? [`${name} is raised to ${held.tier}.`]
      : []),
    ...(held.default !== undefined &&
    effect !== null &&
    strictness[effect] < strictness[held.default] &&
    strictness[effect] < strictness[own.default ?? 'confirm']
      ? [`${name} ${defaults[held.default]} by default.`]
      : []),
    ...(held.reviewResults === true && wanted.reviewResults === false
      ? [`results of ${name} are reviewed.`]
      : []),
    ...(behind('perSession') || behind('perMinute')
      ? [`${name} may not be called more often.`]
      : []),
  ]
}

const defaults = { allow: 'is allowed', confirm: 'needs approval', deny: 'is denied' } as const

const managed = ({ organisation }: Held, [first, ...more]: readonly string[]): Failure | null =>
  first === undefined
    ? null
    : failure(
        'policy.managed',
        [first, ...more].map((text) => `Managed by ${organisation}: ${text}`).join('\n'),
        `Your own setting can be stricter than that of ${organisation}, never looser. Ask the person who keeps its policy bundle.`,
      )
