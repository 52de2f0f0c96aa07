// What is wrong with a configuration although each of its values has the right form: names that
// nothing carries, things that are twice, patterns that cannot mean what they seem to. Pure; says
// where by path, never by line.
import type { AllowedHost, RuleHost } from '../../../contract/policy/allowed-host.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import { presetCapabilities, standardPresets } from '../../../contract/policy/preset.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { tierRank } from '../../../contract/call/tier.ts'
import type { KnownTool, PolicyFacts } from '../facts.ts'
import { nearest } from '../../../contract/nearest.ts'
import type { Fault } from '../fault.ts'
import { impossible } from './impossible.ts'
import { mayBePlugin } from './plugin-names.ts'
import { dotted } from '../problems.ts'
import { fleetTargetFaults } from './fleet-targets.ts'
import { secondPersonFaults } from './second-person.ts'

/** @param facts null: what tools and hosts there are is not known, so nothing is said about their names. */
export const crossCheck = (config: Config, facts: PolicyFacts | null): readonly Fault[] => [
  ...presetName(config),
  ...ruleIds(config.rules),
  ...paths(config),
  ...hosts(config, facts),
  ...workspace(config, facts),
  ...impossible(config),
  ...fleetTargetFaults(config),
  ...secondPersonFaults(config),
  ...(facts === null ? [] : names(config, facts)),
]

function presetName({ preset, presets, gateway }: Config): readonly Fault[] {
  const known = [...new Set([...Object.keys(standardPresets), ...Object.keys(presets)])]
  const named: readonly (readonly [path: readonly PropertyKey[], name: string | null])[] = [
    [['preset'], preset],
    ...Object.entries(gateway.clients).map(
      ([client, { preset: own }]) => [['gateway', 'clients', client, 'preset'], own] as const,
    ),
  ]
  return named.flatMap(([path, name]) =>
    name === null || known.includes(name)
      ? []
      : [{ path, text: `There is no preset named "${name}".`, hint: guess(name, known) }],
  )
}

/** Refused here, once: else every single call would be. */
function workspace({ workspace: chosen }: Config, facts: PolicyFacts | null): readonly Fault[] {
  const problem = chosen === null ? null : (facts?.workspaceProblem?.(chosen) ?? null)
  return problem === null ? [] : [{ path: ['workspace'], text: problem.text, hint: problem.hint }]
}

function ruleIds(rules: readonly Rule[]): readonly Fault[] {
  const seen = new Set<string>()
  return rules.flatMap(({ id }, at) => {
    const twice = seen.has(id)
    seen.add(id)
    return twice
      ? [
          {
            path: ['rules', at, 'id'],
            text: `Two rules have the id ${id}.`,
            hint: 'Give each rule its own id.',
          },
        ]
      : []
  })
}

function paths({ rules, presets, stop }: Config): readonly Fault[] {
  const lists: readonly (readonly [
    path: readonly PropertyKey[],
    globs: readonly string[] | undefined,
  ])[] = [
    ...rules.map(({ when }, at) => [['rules', at, 'when', 'paths'], when.paths] as const),
    ...rules.map(({ when }, at) => [['rules', at, 'when', 'workspaces'], when.workspaces] as const),
    ...Object.entries(presets).map(
      ([name, preset]) => [['presets', name, 'allowWritePaths'], preset.allowWritePaths] as const,
    ),
    [['stop'], stop],
  ]
  return lists.flatMap(([path, globs = []]) =>
    globs.flatMap((glob, at) => {
      const fault = badPathGlob(glob)
      return fault === null
        ? []
        : [
            {
              path: [...path, at],
              text: `${dotted([...path, at])} cannot be read: ${fault[0]}`,
              hint: fault[1],
            },
          ]
    }),
  )
}

/**
 * Spellings that other programs know and the gate does not: read as plain characters, they would
 * match nothing.
 */
function badPathGlob(glob: string): readonly [text: string, hint: string] | null {
  if (glob.startsWith('!'))
    return ['a pattern cannot be turned round with "!".', 'Write a rule for what you mean instead.']
  if (/\{[^}/]*,[^}]*\}/.test(glob))
    return ['braces are not alternatives here.', 'Write each alternative as a pattern of its own.']
  if (glob.split(/[\\/]/).some((name) => name.includes('**') && name !== '**'))
    return [
      '"**" matches folders and must be a whole name.',
      'Write src/**/*.ts for the files, or src/** for everything below src.',
    ]
  if (/^~[^/\\]/.test(glob))
    return ['"~" is your home folder only before a slash.', 'Write ~/docs, or the whole path.']
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\u0000-\u001f\u007f]/.test(glob))
    return ['it contains an invisible character.', 'Type the pattern again.']
  return null
}

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

function hosts(config: Config, facts: PolicyFacts | null): readonly Fault[] {
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
          text: `${dotted(path)} names port ${port}, which does not exist.`,
          hint: 'Ports go from 1 to 65535.',
        },
      ]
    if (!below || !frees || facts === null || !facts.isPublicSuffix(host)) return []
    const hint =
      'Name the hosts you mean, such as example.org, or *.example.org for the names below it.'
    return [
      {
        path,
        text: `${dotted(path)} would match hosts of anybody: ${host} has no single owner.`,
        hint,
      },
    ]
  })
}

function names(config: Config, facts: PolicyFacts): readonly Fault[] {
  const { rules, presets, tools, exfiltrationGuard: guard } = config
  const toolNames = facts.tools.map(({ name }) => name)
  const ids = facts.tools.map(({ id }) => id)
  const byWhatTheyDo = [...ids, ...presetCapabilities].filter((id) => id.includes('.'))
  // What a server offers is not known here. One that is gone may come back: that is a warning.
  const ofServer = (name: string): boolean =>
    serverOf(name) !== null ||
    facts.isAgentTool?.(name) === true ||
    mayBePlugin(name, config.plugins, toolNames, facts)
  const unknown = (
    what: string,
    path: readonly PropertyKey[],
    list: readonly string[] | undefined,
    known: readonly string[] | null,
    patterns = true,
    also: readonly string[] = [],
  ): Fault[] =>
    (list ?? []).flatMap((name, at) =>
      known === null ||
      (patterns && name.includes('*')) ||
      known.includes(name) ||
      also.includes(name) ||
      (what === 'tool' && ofServer(name)) ||
      (what === 'capability' && mayBeExternal(name, ids))
        ? []
        : [
            {
              path: [...path, at],
              text: `${dotted(path)}: there is no ${what} named "${name}".`,
              hint: otherList(name, known, facts),
            },
          ],
    )
  return [
    ...rules.flatMap(({ when }, at) => [
      ...unknown('tool', ['rules', at, 'when', 'tools'], when.tools, toolNames),
      ...unknown('id', ['rules', at, 'when', 'ids'], when.ids, ids),
      ...unknown(
        'action of these tools',
        ['rules', at, 'when', 'actions'],
        when.actions,
        actionsFor(when, facts),
      ),
    ]),
    ...Object.entries(presets).flatMap(([name, preset]) =>
      (['tools', 'withoutApproval'] as const).flatMap((key) =>
        unknown('tool', ['presets', name, key], preset[key], toolNames, true, byWhatTheyDo),
      ),
    ),
    ...config.redaction.exceptions.flatMap(({ rule, tool }, at) => [
      ...exceptionRule(rule, at, facts.redactionRules),
      ...(tool === undefined || toolNames.includes(tool) || ofServer(tool)
        ? []
        : [
            {
              path: ['redaction', 'exceptions', at, 'tool'],
              text: `redaction.exceptions[${at}].tool: there is no tool named "${tool}".`,
              hint: otherList(tool, toolNames, facts),
            },
          ]),
    ]),
    ...unknown('tool', ['exfiltrationGuard', 'allowTools'], guard.allowTools, toolNames, false),
    ...unknown('tool', ['exfiltrationGuard', 'blockedTools'], guard.blockedTools, toolNames, false),
    ...Object.entries(tools).flatMap(([name, { tier }]): readonly Fault[] => {
      const tool = facts.tools.find((known) => known.name === name)
      if (tool === undefined && ofServer(name)) return []
      if (tool === undefined)
        return [
          {
            path: ['tools'],
            key: name,
            text: `tools: there is no tool named "${name}".`,
            hint: otherList(name, toolNames, facts),
          },
        ]
      if (tier === undefined || tierRank(tier) >= tierRank(tool.riskTier)) return []
      const text = `tools.${name}.tier: ${name} is ${tool.riskTier}, and a tier only ever goes up.`
      return [
        {
          path: ['tools', name, 'tier'],
          text,
          hint: `Write ${tool.riskTier} or higher, or remove the line.`,
        },
      ]
    }),
  ]
}

/** The server that a tool of that name would be of; null: it is none of a server. */
export const serverOf = (name: string): string | null =>
  /^([a-z][a-z0-9-]{0,23})__[a-zA-Z0-9_-]+$/.exec(name)?.[1] ?? null

/**
 * Ids of servers' tools are given at their review. One that looks like a slip of ours is none of
 * those.
 */
const mayBeExternal = (id: string, ours: readonly string[]): boolean =>
  id.includes('.') && nearest(id, ours) === null

function exceptionRule(rule: string, at: number, known: readonly string[]): readonly Fault[] {
  if (known.includes(rule)) return []
  const path = ['redaction', 'exceptions', at, 'rule']
  if (rule === 'known-secret')
    return [
      {
        path,
        text: `${dotted(path)}: what Gatehouse itself keeps as a secret is always hidden.`,
        hint: 'Remove the exception.',
      },
    ]
  return [
    { path, text: `${dotted(path)}: there is no rule named "${rule}".`, hint: guess(rule, known) },
  ]
}

/**
 * The actions of tools that a rule writes out. Null where it could reach other tools, or those have
 * none: then nothing is known.
 */
function actionsFor(when: Rule['when'], facts: PolicyFacts): readonly string[] | null {
  const writtenOut = [when.tools, when.ids].some(
    (list) => list !== undefined && !list.some((name) => name.includes('*')),
  )
  const meant = facts.tools.filter((tool) => concerned(when, tool, facts.matchName))
  const actions = meant.flatMap((tool) => tool.actions.map(({ name }) => name))
  return writtenOut && actions.length > 0 ? [...new Set(actions)] : null
}

/** Whether the names in a rule let it speak of a tool. */
export const concerned = (
  when: Rule['when'],
  { name, id, category }: KnownTool,
  matchName: PolicyFacts['matchName'],
): boolean =>
  (when.tools?.some((glob) => matchName(glob, name)) ?? true) &&
  (when.ids?.some((glob) => matchName(glob, id)) ?? true) &&
  (when.categories?.includes(category) ?? true)

/** A capability where a tool belongs, or the other way round, is the likeliest slip of all. */
function otherList(name: string, known: readonly string[], { tools }: PolicyFacts): string {
  const byId = tools.find(({ id }) => id === name)
  if (byId !== undefined && known.includes(byId.name))
    return `${name} is a capability; its tool is ${byId.name}.`
  const byName = tools.find((tool) => tool.name === name)
  if (byName !== undefined && known.includes(byName.id))
    return `${name} is a tool; its capability is ${byName.id}.`
  return guess(name, known)
}

function guess(name: string, known: readonly string[]): string {
  const list = known.length === 0 ? 'None.' : `Known here: ${known.join(', ')}.`
  const meant = nearest(name, known)
  return meant === null ? list : `Did you mean "${meant}"? ${list}`
}
