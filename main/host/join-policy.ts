// The policy of the configuration as it is now.
import { homedir } from 'node:os'
import type { Config } from '../../contract/config.ts'
import type { Preset } from '../../contract/preset.ts'
import { standardPresets } from '../../contract/preset.ts'
import { Method } from '../../contract/touch.ts'
import { makePolicy } from '../gate/policy.ts'
import type { Policy, PolicySource } from '../gate/policy.ts'

export const foldsCase = process.platform === 'darwin' || process.platform === 'win32'

/** @param workspace real path; patterns of rules start there. */
export function policyOf(config: Config, workspace: string, stop: readonly string[], sha256: (text: string) => string): Policy {
  const { exfiltrationGuard: guard, allowlist, rules, tools, limits } = config
  const source: PolicySource = {
    roots: { workspace, home: homedir(), foldsCase },
    stop,
    ownStop: config.stop,
    hosts: allowlist.hosts,
    guard: { on: guard.enabled, allowTools: guard.allowTools, blockedTools: guard.blockedTools ?? null },
    presetName: config.preset,
    preset: presetOf(config),
    rules,
    tools,
    limits,
  }
  return makePolicy(source, sha256)
}

/** The parser of the configuration has refused unknown names; a caller that did not ask it gets the exception. */
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
export const hostsFor = ({ allowlist }: Pick<Config, 'allowlist'>, method: Method | null): readonly string[] =>
  allowlist.hosts.flatMap((entry) => {
    if (typeof entry === 'string') return method === null || method === 'GET' || method === 'HEAD' ? [entry] : []
    return method === null || entry.methods.includes(method) ? [entry.host] : []
  })
