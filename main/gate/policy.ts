// Pure. The policy that the gate decides by: made from the configuration once, then only read. The hash
// function is an argument.
import { EVERYTHING } from '../../contract/agent/grant.ts'
import type { Grant } from '../../contract/agent/grant.ts'
import type { Effect } from '../../contract/policy/decision.ts'
import type { ChannelSettings } from '../../contract/policy/channel-trust.ts'
import type { AllowedHost } from '../../contract/policy/allowed-host.ts'
import type { ToolSetting } from '../../contract/policy/config/tool-setting.ts'
import { canonicalJson } from '../../contract/json.ts'
import { PolicyHash } from '../../contract/ids.ts'
import type { Preset, TierEffects } from '../../contract/policy/preset.ts'
import { standardPresets } from '../../contract/policy/preset.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import { compileGrant } from './grant/compiled-grant.ts'
import type { CompiledGrant } from './grant/compiled-grant.ts'
import { listedHost } from './listed-host.ts'
import type { ListedHost } from './listed-host.ts'
import { pathPattern } from './path-glob.ts'
import type { PathPattern, PathRoots } from './path-glob.ts'
import { compileRules } from './rules/rules.ts'
import type { RuleSet } from './rules/rules.ts'

export type PolicySource = {
  readonly roots: PathRoots
  /**
   * Built-in places that no call may touch; the one who resolves paths holds them. Here they are
   * part of the hash.
   */
  readonly stop: readonly string[]
  /** The person's own, as patterns. */
  readonly ownStop: readonly string[]
  readonly hosts: readonly AllowedHost[]
  readonly guard: {
    readonly on: boolean
    readonly allowTools: readonly string[]
    readonly blockedTools: readonly string[] | null
  }
  readonly presetName: string
  readonly preset: Preset
  readonly rules: readonly Rule[]
  readonly tools: Readonly<Record<string, ToolSetting>>
  readonly channels: ChannelSettings
  readonly limits: { readonly writeBytes: number; readonly requestBytes: number }
  /** Calls of all tools together that one session may make; zero: no limit. */
  readonly perMinute: number
}

/**
 * A source made ready to judge by. `hash` covers every member of the source, so two policies with
 * one hash decide alike.
 */
export type Policy = Omit<PolicySource, 'ownStop'> & {
  readonly hash: PolicyHash
  readonly tiers: TierEffects
  /** False: a tier by itself holds nothing back. */
  readonly holdsTiers: boolean
  readonly ruleSet: RuleSet
  readonly ownStop: readonly PathPattern[]
  readonly writable: readonly PathPattern[]
  readonly listed: readonly ListedHost[]
  /** What the asker may call at all. */
  readonly grant: CompiledGrant
  /** What judges each call beside it, the stricter of both counts. Null: nothing. */
  readonly organisation: NamedPolicy | null
  /** The STOP lists of both. */
  readonly everyStop: readonly PathPattern[]
  /** Whether a rule of either needs to know what the caller did before. */
  readonly asksEarlier: boolean
}

/** The policy that an organisation's bundle makes here. */
export type NamedPolicy = {
  readonly name: string
  readonly policy: Policy
  /** What it holds besides, as a hash: it is part of the policy's. */
  readonly more: string
  /** It is not known what the organisation holds: nearly everything is held back. */
  readonly missing: boolean
}

/** @param sha256 lower-case hex of the SHA-256 of a text. */
export function makePolicy(source: PolicySource, sha256: (text: string) => string): Policy {
  const { roots, preset, rules } = source
  const ownStop = source.ownStop.map((glob) => pathPattern(glob, roots))
  const ruleSet = compileRules(rules, roots)
  return {
    ...source,
    organisation: null,
    everyStop: ownStop,
    asksEarlier: ruleSet.asksEarlier,
    tiers: rising(preset.tiers),
    holdsTiers: true,
    ruleSet,
    ownStop,
    writable: preset.allowWritePaths.map((glob) => pathPattern(glob, roots)),
    listed: source.hosts.map(listedHost),
    grant: compileGrant(EVERYTHING, roots),
    hash: PolicyHash.parse(sha256(canonicalJson(unordered(source)))),
  }
}

/** Only tightens: the person's policy judges as before, and the other one judges as well. */
export function under(
  policy: Policy,
  organisation: NamedPolicy,
  sha256: (text: string) => string,
): Policy {
  const theirs = organisation.policy
  return {
    ...policy,
    organisation,
    everyStop: [...policy.ownStop, ...theirs.ownStop],
    asksEarlier: policy.asksEarlier || theirs.asksEarlier,
    // What is listed is also what a command may reach while it runs.
    hosts: theirs.preset.allowNetwork ? policy.hosts : [],
    hash: PolicyHash.parse(
      sha256(canonicalJson([policy.hash, organisation.name, theirs.hash, organisation.more])),
    ),
  }
}

/**
 * The policy of an organisation. Without a preset it holds nothing back by tier: then only its rules,
 * settings and STOP list speak.
 */
export const organisationPolicy = (
  source: PolicySource,
  holdsPreset: boolean,
  sha256: (text: string) => string,
): Policy => {
  const policy = makePolicy(source, sha256)
  return { ...policy, holdsTiers: holdsPreset }
}

/** The same policy for an asker that may call no more than it was granted. */
export function limitedTo(policy: Policy, grant: Grant, sha256: (text: string) => string): Policy {
  if (grant === EVERYTHING) return policy
  const parts = grant.map((part) => canonicalJson(part)).toSorted()
  return {
    ...policy,
    grant: compileGrant(grant, policy.roots),
    hash: PolicyHash.parse(sha256(canonicalJson([policy.hash, parts]))),
  }
}

/** A tier is never looser than one below it, so that no raise can loosen. */
function rising({ R0, R1, R2, R3, R4 }: TierEffects): TierEffects {
  const one = stricter(R0, R1)
  const two = stricter(one, R2)
  const three = two === 'deny' ? 'deny' : R3
  return { R0, R1: one, R2: two, R3: three, R4: three === 'deny' ? 'deny' : R4 }
}

const stricter = (a: Effect, b: Effect): Effect =>
  a === 'deny' || b === 'deny' ? 'deny' : a === 'confirm' ? a : b

/**
 * Throws on a name that is not standard: names of the person's own are looked up where they are
 * kept.
 */
export function standardPreset(name: string): Preset {
  const preset = standardPresets[name]
  if (preset === undefined) throw new Error(`There is no standard preset named ${name}.`)
  return preset
}

/** Lists whose order means nothing are sorted, so that it means nothing to the hash either. */
function unordered(source: PolicySource): unknown {
  const sorted = (list: readonly unknown[]): readonly unknown[] =>
    list
      .map((member) => ({ member, text: canonicalJson(member) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ member }) => member)
  return {
    ...source,
    stop: sorted(source.stop),
    ownStop: sorted(source.ownStop),
    hosts: sorted(source.hosts),
    rules: sorted(source.rules),
    guard: {
      on: source.guard.on,
      allowTools: sorted(source.guard.allowTools),
      blockedTools: source.guard.blockedTools === null ? null : sorted(source.guard.blockedTools),
    },
  }
}
