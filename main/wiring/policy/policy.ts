// The policy of the configuration as it is now.
import { homedir } from 'node:os'
import type { Grant } from '../../../contract/agent/grant.ts'
import type { AllowedHost } from '../../../contract/policy/allowed-host.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { USUAL_PER_MINUTE } from '../../../contract/server/server.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { standardPresets, type Preset } from '../../../contract/policy/preset.ts'
import { Method } from '../../../contract/call/touch.ts'
import type { Held } from '../../bundle/in-force.ts'
import {
  limitedTo,
  makePolicy,
  under,
  type NamedPolicy,
  type Policy,
  type PolicySource,
} from '../../gate/policy.ts'
import type { GrantOf } from '../../policy/grant-of.ts'
import { usuallyFolds } from '../../sandbox/files/path-syntax.ts'
import { organisationOf } from './organisation.ts'

const NOBODY: Held = { kind: 'none' }

/**
 * The policy of each asker: a client of the gateway may have a preset and a limit of its own,
 * everyone else works under the one in force. Made again when the configuration or the workspace
 * changes, and only then.
 */
export const openPolicies = (
  now: () => { readonly config: Config; readonly workspace: string },
  stop: readonly string[],
  sha256: (text: string) => string,
  grantOf: GrantOf,
  held: () => Held = () => NOBODY,
): PolicyOf => withinGrants(ungrantedPolicies(now, stop, sha256, held), grantOf, sha256)

/** Nobody: that of the person. */
export type PolicyOf = (asker?: Principal) => Policy

/** What each asker may do no more than it was granted. */
export function withinGrants(
  policies: PolicyOf,
  grantOf: GrantOf,
  sha256: (text: string) => string,
): PolicyOf {
  const limited = new WeakMap<Policy, WeakMap<Grant, Policy>>()
  const limitedBy = (policy: Policy, grant: Grant) => {
    const known = limited.get(policy)
    const found = known?.get(grant)
    if (found !== undefined) return found
    const limitedPolicy = limitedTo(policy, grant, sha256)
    if (known === undefined) limited.set(policy, new WeakMap([[grant, limitedPolicy]]))
    else known.set(grant, limitedPolicy)
    return limitedPolicy
  }
  return (asker) => {
    const policy = policies(asker)
    return asker === undefined ? policy : limitedBy(policy, grantOf(asker))
  }
}

/** As `openPolicies`, before anybody was granted less. */
export function ungrantedPolicies(
  now: () => { readonly config: Config; readonly workspace: string },
  stop: readonly string[],
  sha256: (text: string) => string,
  held: () => Held = () => NOBODY,
): PolicyOf {
  let created: {
    readonly of: ReturnType<typeof now>
    readonly held: Held
    readonly organisation: NamedPolicy | null
    readonly policies: Map<string, Policy>
  } | null = null
  return (asker) => {
    const [of, theirs] = [now(), held()]
    if (
      created === null ||
      created.of.config !== of.config ||
      created.of.workspace !== of.workspace ||
      created.held !== theirs
    )
      created = {
        of,
        held: theirs,
        organisation: organisationOf(theirs, of.workspace, stop, sha256),
        policies: new Map(),
      }
    const { organisation } = created
    const client = asker?.kind === 'mcp-client' ? of.config.gateway.clients[asker.name] : undefined
    const preset = client?.preset ?? of.config.preset
    const perMinute = client?.perMinute ?? (asker?.kind === 'mcp-client' ? USUAL_PER_MINUTE : 0)
    const own =
      client?.hosts ??
      (asker?.kind === 'agent' && asker.name === 'main' ? of.config.agents.main.hosts : [])
    // Few have a list of their own; all others share the policy of their preset.
    const key = `${preset} ${perMinute} ${own.length === 0 ? '' : `${asker?.kind} ${asker?.name}`}`
    const known = created.policies.get(key)
    if (known !== undefined) return known
    const policy = policyOf({ ...of.config, preset }, of.workspace, stop, sha256, perMinute, own)
    const both = organisation === null ? policy : under(policy, organisation, sha256)
    created.policies.set(key, both)
    return both
  }
}

/** @param workspace real path; patterns of rules start there. */
function policyOf(
  config: Config,
  workspace: string,
  stop: readonly string[],
  sha256: (text: string) => string,
  perMinute = 0,
  ownHosts: readonly AllowedHost[] = [],
): Policy {
  const { exfiltrationGuard: guard, allowlist, rules, tools, limits } = config
  const preset = presetOf(config)
  const source: PolicySource = {
    roots: { workspace, home: homedir(), foldsCase: usuallyFolds(process.platform) },
    stop,
    ownStop: config.stop,
    hosts: [...allowlist.hosts, ...preset.hosts, ...ownHosts],
    guard: {
      on: guard.enabled,
      allowTools: guard.allowTools,
      blockedTools: guard.blockedTools ?? null,
    },
    presetName: config.preset,
    preset,
    rules,
    tools,
    channels: config.channels,
    limits,
    perMinute,
  }
  return makePolicy(source, sha256)
}

/**
 * The parser of the configuration has refused unknown names; a caller that did not ask it gets the
 * exception.
 */
export function presetOf({ preset, presets }: Pick<Config, 'preset' | 'presets'>): Preset {
  const found = presets[preset] ?? standardPresets[preset]
  if (found === undefined) throw new Error(`There is no preset named ${preset}.`)
  return found
}

/** Entries that apply to every method: what goes through a connection cannot be told apart. */
export const connectable = (entries: readonly AllowedHost[]): readonly string[] => {
  const [first = [], ...rest] = Method.options.map((method) => hostsFor(entries, method))
  return first.filter((host) => rest.every((hosts) => hosts.includes(host)))
}

/** Host patterns of an allowlist, all of them or those that a method may use. */
export const hostsFor = (
  entries: readonly AllowedHost[],
  method: Method | null,
): readonly string[] =>
  entries.flatMap((entry) => {
    if (typeof entry === 'string')
      return method === null || method === 'GET' || method === 'HEAD' ? [entry] : []
    return method === null || entry.methods.includes(method) ? [entry.host] : []
  })

/** Every entry of every list: of all, of presets, of agents and of clients. */
export const allEntries = ({
  allowlist,
  presets,
  agents,
  gateway,
}: Pick<Config, 'allowlist' | 'presets' | 'agents' | 'gateway'>): readonly AllowedHost[] => [
  ...allowlist.hosts,
  ...Object.values(presets).flatMap(({ hosts }) => hosts),
  ...agents.main.hosts,
  ...Object.values(gateway.clients).flatMap(({ hosts }) => hosts),
]
