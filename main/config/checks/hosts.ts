// What is wrong with the hosts of a configuration: ports that do not exist, and patterns that would
// open the hosts of anybody. Pure; says where by path.
import { dottedPath } from '../../../contract/issue-text.ts'
import type { AllowedHost, RuleHost } from '../../../contract/policy/allowed-host.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { PolicyFacts } from '../facts.ts'
import type { Fault } from '../fault.ts'

/** Every allowlist there is, with its place. */
export const allowlists = ({
  allowlist,
  presets,
  agents,
  gateway,
}: Config): readonly (readonly [
  path: readonly PropertyKey[],
  entries: readonly AllowedHost[],
])[] => [
  [['allowlist', 'hosts'], allowlist.hosts],
  ...Object.entries(presets).map(
    ([name, preset]) => [['presets', name, 'hosts'], preset.hosts] as const,
  ),
  [['agents', 'main', 'hosts'], agents.main.hosts],
  ...Object.entries(gateway.clients).map(
    ([name, client]) => [['gateway', 'clients', name, 'hosts'], client.hosts] as const,
  ),
]

export function hostFaults(config: Config, facts: PolicyFacts | null): readonly Fault[] {
  const { rules } = config
  const entries = (
    path: readonly PropertyKey[],
    list: readonly RuleHost[],
    frees: boolean,
  ): readonly (readonly [readonly PropertyKey[], string, boolean])[] =>
    list.map((entry, at) =>
      typeof entry === 'string'
        ? ([[...path, at], entry, frees] as const)
        : ([[...path, at, 'host'], entry.host, frees] as const),
    )
  const listed = [
    ...allowlists(config).flatMap(([path, list]) => entries(path, list, true)),
    ...rules.flatMap(({ when, effect }, at) =>
      entries(['rules', at, 'when', 'allowlist'], when.allowlist ?? [], effect === 'allow'),
    ),
  ]
  const ruled = rules.flatMap(({ when, effect }, at) =>
    // What refuses or asks may well speak of a whole country.
    (when.domains ?? []).map(
      (host, i) => [['rules', at, 'when', 'domains', i], host, effect === 'allow'] as const,
    ),
  )
  return [...listed, ...ruled].flatMap(([path, text, frees]) => {
    const { host, below, port } = readHostPattern(text)
    if (port !== null && (port < 1 || port > 65_535))
      return [
        {
          path,
          text: `${dottedPath(path)} names port ${port}, which does not exist.`,
          hint: 'Ports go from 1 to 65535.',
        },
      ]
    if (!below || !frees || facts === null || !facts.isPublicSuffix(host)) return []
    const hint =
      'Name the hosts you mean, such as example.org, or *.example.org for the names below it.'
    return [
      {
        path,
        text: `${dottedPath(path)} would match hosts of anybody: ${host} has no single owner.`,
        hint,
      },
    ]
  })
}
