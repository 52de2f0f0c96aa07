// The policy of the configuration as it is now.
import { homedir } from 'node:os'
import type { Config } from '../../../contract/policy/config.ts'
import { USUAL_PER_MINUTE } from '../../../contract/server/server.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { Preset } from '../../../contract/policy/preset.ts'
import { standardPresets } from '../../../contract/policy/preset.ts'
import { Method } from '../../../contract/call/touch.ts'
import { makePolicy } from '../../gate/policy.ts'
import type { Policy, PolicySource } from '../../gate/policy.ts'

export const foldsCase = process.platform === 'darwin' || process.platform === 'win32'

/**
 * The policy of each asker: a client of the gateway may have a preset and a limit of its own,
 * everyone else works under the one in force. Made again when the configuration or the workspace
 * changes, and only then.
 */
export function openPolicies(
  now: () => { readonly config: Config; readonly workspace: string },
  stop: readonly string[],
  sha256: (text: string) => string,
): (asker?: Principal) => Policy {
  let created: {
    readonly of: ReturnType<typeof now>
    readonly policies: Map<string, Policy>
  } | null = null
  return (asker) => {
    const of = now()
    if (
      created === null ||
      created.of.config !== of.config ||
      created.of.workspace !== of.workspace
    )
      created = { of, policies: new Map() }
    const client = asker?.kind === 'mcp-client' ? of.config.gateway.clients[asker.name] : undefined
    const { preset, perMinute } = {
      preset: client?.preset ?? of.config.preset,
      perMinute: client?.perMinute ?? (asker?.kind === 'mcp-client' ? USUAL_PER_MINUTE : 0),
    }
    const key = `${preset} ${perMinute}`
    const known =
      created.policies.get(key) ??
      policyOf({ ...of.config, preset }, of.workspace, stop, sha256, perMinute)
    created.policies.set(key, known)
    return known
  }
}

/** @param workspace real path; patterns of rules start there. */
export function policyOf(
  config: Config,
  workspace: string,
  stop: readonly string[],
  sha256: (text: string) => string,
  perMinute = 0,
): Policy {
  const { exfiltrationGuard: guard, allowlist, rules, tools, limits } = config
  const source: PolicySource = {
    roots: { workspace, home: homedir(), foldsCase },
    stop,
    ownStop: config.stop,
    hosts: allowlist.hosts,
    guard: {
      on: guard.enabled,
      allowTools: guard.allowTools,
      blockedTools: guard.blockedTools ?? null,
    },
    presetName: config.preset,
    preset: presetOf(config),
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

/** Entries that hold for every method: what goes through a connection cannot be told apart. */
export const connectable = (config: Pick<Config, 'allowlist'>): readonly string[] => {
  const [first = [], ...rest] = Method.options.map((method) => hostsFor(config, method))
  return first.filter((host) => rest.every((hosts) => hosts.includes(host)))
}

/** Host patterns of the allowlist, all of them or those that a method may use. */
export const hostsFor = (
  { allowlist }: Pick<Config, 'allowlist'>,
  method: Method | null,
): readonly string[] =>
  allowlist.hosts.flatMap((entry) => {
    if (typeof entry === 'string')
      return method === null || method === 'GET' || method === 'HEAD' ? [entry] : []
    return method === null || entry.methods.includes(method) ? [entry.host] : []
  })
