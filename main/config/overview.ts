// The policy as a screen shows it: what is in force, and where each part of it is in the file.
// Pure.
import type { Config } from '../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import type { PolicyHash } from '../../contract/ids.ts'
import type { PolicyWarning } from '../../contract/policy/policy-report.ts'
import type { PolicyOverview, PresetEffect } from '../../contract/policy/policy-file.ts'
import { standardPresets } from '../../contract/policy/preset.ts'
import { allowlists } from './checks/hosts.ts'
import { header } from './edit/edit-text.ts'
import { parseOnce, lineFinder } from './parse.ts'

export type OverviewOf = {
  readonly file: string
  /** What is in it; null where there is none. */
  readonly text: string | null
  readonly textHash: string
  /** What is in force. */
  readonly config: Config
  readonly policyHash: PolicyHash
  readonly effects: readonly PresetEffect[]
  readonly builtInStop: readonly string[]
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly PolicyWarning[]
}

export function overviewOf({
  file,
  text,
  textHash,
  config,
  policyHash,
  effects,
  builtInStop,
  problems,
  warnings,
}: OverviewOf): PolicyOverview {
  // Lines are those of the file as it is; while it has a mistake it is not what is in force, and
  // there are none.
  const parsed = parseOnce(text ?? '', file)
  const lineOf = parsed.ok ? lineFinder(parsed.value.document, text ?? '') : () => null
  const line = (...path: readonly (string | number)[]): number | null => lineOf(path)
  return {
    file,
    text: text ?? header,
    exists: text !== null,
    textHash,
    policyHash,
    preset: config.preset,
    presets: { ...standardPresets, ...config.presets },
    effects: [...effects],
    clients: Object.entries(config.gateway.clients)
      .filter(([, client]) => client.preset !== null || client.perMinute > 0)
      .map(([name, { preset, perMinute }]) => ({
        name,
        preset,
        perMinute,
        line: line('gateway', 'clients', name),
      })),
    stop: { builtIn: [...builtInStop], own: config.stop },
    hosts: config.allowlist.hosts.map((entry, at) => ({
      entry,
      line: line('allowlist', 'hosts', at),
    })),
    scopedHosts: allowlists(config).flatMap(([path, entries]) => {
      const scope = scopeOf(path)
      return scope === null
        ? []
        : entries.map((entry, at) => ({ ...scope, entry, line: line(...path.map(String), at) }))
    }),
    rules: config.rules.map((rule, at) => ({ rule, line: line('rules', at) })),
    tools: config.tools,
    guard: {
      enabled: config.exfiltrationGuard.enabled,
      allowTools: config.exfiltrationGuard.allowTools,
    },
    problems: [...problems],
    warnings: [...warnings],
  }
}

/** Null: it is the list of all. */
function scopeOf([first, second, third]: readonly PropertyKey[]): Pick<
  PolicyOverview['scopedHosts'][number],
  'whose' | 'name'
> | null {
  if (first === 'presets') return { whose: 'preset', name: String(second) }
  if (first === 'agents') return { whose: 'agent', name: String(second) }
  return first === 'gateway' ? { whose: 'client', name: String(third) } : null
}
