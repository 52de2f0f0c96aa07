// What a configuration may say and probably does not mean. Never an error: it works as written.
// Pure.
import type { Config } from '../../../contract/policy/config/config.ts'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { PolicyWarning } from '../../../contract/policy/policy-report.ts'
import {
  presetCapabilities,
  standardPresets,
  type Preset,
} from '../../../contract/policy/preset.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { allowlists } from './hosts.ts'
import { concerned, serverOf } from './known-names.ts'
import type { KnownTool } from '../../../contract/call/manifest.ts'
import type { PolicyFacts } from '../facts.ts'
import { covers, mayCover, topicsOf } from '../relaxation/rule-subsumption.ts'
import { nobodySecond } from './second-person.ts'

export type Remark = {
  readonly code: PolicyWarning['code']
  readonly text: string
  readonly path: readonly PropertyKey[]
  readonly key?: string
}

/**
 * Comparing each rule with each other takes the square of their number; beyond this it is left out.
 */
const MOST_COMPARED = 1_000

export const warningsOf = (config: Config, facts: PolicyFacts | null): readonly Remark[] => [
  ...deprecated(config, facts),
  ...localWithoutScheme(config, facts),
  ...nobodySecond(config).map(([at, text]) => ({
    code: 'rule.nobody-second' as const,
    text,
    path: ['rules', at, 'approvers'],
  })),
  ...(facts === null
    ? []
    : [
        ...presetPatterns(config, facts),
        ...goneTools(config),
        ...rules(config, facts),
        ...allowedPlugins(config, facts),
      ]),
]

function deprecated(
  { exfiltrationGuard: { blockedTools, allowTools } }: Config,
  facts: PolicyFacts | null,
): readonly Remark[] {
  if (blockedTools === undefined) return []
  const inside =
    facts?.tools.flatMap(({ name, networkOutbound }) =>
      !networkOutbound && blockedTools.includes(name) ? [name] : [],
    ) ?? []
  const both = allowTools.filter((name) => blockedTools.includes(name))
  const instead = [
    'Remove it: the guard hides every outbound tool that allowTools does not name',
    ...(both.length === 0
      ? []
      : [`; take ${both.join(', ')} out of allowTools first, because a blocked name wins there`]),
    ...(inside.length === 0
      ? []
      : [`; ${inside.join(', ')} sends nothing out, switch it off with tools.NAME.disabled`]),
  ].join('')
  const text = `exfiltrationGuard.blockedTools is an older key and will go. It blocks what it names in addition to every outbound tool. ${instead}.`
  return [{ code: 'key.deprecated', text, path: ['exfiltrationGuard'], key: 'blockedTools' }]
}

/**
 * Servers on this machine or its network mostly speak http, and an entry without a scheme is https.
 */
function localWithoutScheme(config: Config, facts: PolicyFacts | null): readonly Remark[] {
  if (facts === null) return []
  const entries = allowlists(config).flatMap(([path, list]) =>
    list.map((entry, at) => [entry, [...path, at]] as const),
  )
  return entries.flatMap(([entry, path]): readonly Remark[] => {
    const text = typeof entry === 'string' ? entry : entry.host
    const { scheme, host } = readHostPattern(text)
    if (scheme !== null || facts.isPublicName(host)) return []
    return [
      {
        code: 'host.no-scheme',
        text: `${text} on the allowlist means https. If the server there speaks http, write http://${text}.`,
        path,
      },
    ]
  })
}

/** The list is for external plugins, and a preset has to have them too. */
function allowedPlugins(
  { plugins, preset, presets }: Config,
  { tools, matchName, hasPlugin }: PolicyFacts,
): readonly Remark[] {
  const named = [...Object.values(presets), presets[preset] ?? standardPresets[preset]]
  const globs = named.flatMap((one) => one?.tools ?? [])
  return plugins.externalAllowList.flatMap((name, at): readonly Remark[] => {
    const path = ['plugins', 'externalAllowList', at]
    if (tools.some((tool) => tool.name === name))
      return [
        {
          code: 'plugin.built-in',
          text: `plugins.externalAllowList names ${name}, which is a built-in tool. The list is for external plugins.`,
          path,
        },
      ]
    if (hasPlugin?.(name, plugins, 'built-in') === true)
      return [
        {
          code: 'plugin.built-in',
          text: `plugins.externalAllowList names ${name}, which is in the built-in folder and needs no entry.`,
          path,
        },
      ]
    return globs.some((glob) => matchName(glob, name))
      ? []
      : [
          {
            code: 'plugin.no-preset',
            text: `plugins.externalAllowList names ${name}, and no preset has it, so it can never be called.`,
            path,
          },
        ]
  })
}

function presetPatterns(
  { presets, plugins }: Config,
  { tools, matchName, hasPlugin }: PolicyFacts,
): readonly Remark[] {
  const names = [...tools.flatMap(({ name, id }) => [name, id]), ...presetCapabilities]
  return Object.entries(presets).flatMap(([name, preset]) =>
    (['tools', 'withoutApproval'] as const).flatMap((key) =>
      preset[key].flatMap((glob, at): readonly Remark[] =>
        // Servers' tools come and go.
        glob.includes('__') ||
        hasPlugin?.(glob, plugins) === true ||
        names.some((one) => matchName(glob, one) && (glob.includes('.') || !one.includes('.')))
          ? []
          : [
              {
                code: 'tool.unknown',
                text: `The preset ${name} names ${glob}, and no tool matches that.`,
                path: ['presets', name, key, at],
              },
            ],
      ),
    ),
  )
}

function rules(config: Config, facts: PolicyFacts): readonly Remark[] {
  const preset = config.presets[config.preset] ?? standardPresets[config.preset]
  const now = facts.now()
  const live = config.rules.filter((rule) => !isOver(rule, now))
  const compared = (live.length <= MOST_COMPARED ? live : []).map((rule) => ({
    rule,
    topics: topicsOf(rule),
  }))
  const positions = new Map(config.rules.map((rule, at) => [rule, at]))
  return config.rules.flatMap((rule, at): readonly Remark[] => {
    const remark = (code: Remark['code'], text: string): readonly Remark[] => [
      { code, text: `Rule ${rule.id} ${text}`, path: ['rules', at] },
    ]
    if (isOver(rule, now))
      return remark('rule.expired', `ended on ${rule.expires} and no longer applies.`)
    const meant = facts.tools.filter((tool) => concerned(rule.when, tool, facts.matchName))
    const gone = goneServers(rule.when.tools ?? [], config)
    if (gone.length > 0)
      return remark(
        'rule.no-such-tool',
        `names a tool of the server ${gone.join(', ')}, which is not in the file.`,
      )
    if (meant.length === 0 && mayMeanExternal(rule.when, config)) return []
    if (meant.length === 0)
      return remark('rule.no-such-tool', 'names tools or ids that no tool has.')
    const idle = idleBecause(rule, meant, preset, config.preset, facts)
    if (idle !== null) return remark('rule.dead', idle)
    const topics = topicsOf(rule)
    const stricter = compared.find(
      ({ rule: other, topics: wanted }) =>
        mayCover(wanted, topics) &&
        rank[other.effect] < rank[rule.effect] &&
        covers(other, rule, facts),
    )
    if (stricter !== undefined)
      return remark(
        'rule.dead',
        `never decides: ${stricter.rule.id} is stricter and covers all of it.`,
      )
    // Of two that say the same the first one stays.
    const twin = compared.find(
      ({ rule: other, topics: wanted }) =>
        mayCover(wanted, topics) &&
        other !== rule &&
        other.effect === rule.effect &&
        (other.approvers ?? 1) >= (rule.approvers ?? 1) &&
        covers(other, rule, facts) &&
        ((other.approvers ?? 1) > (rule.approvers ?? 1) ||
          !covers(rule, other, facts) ||
          (positions.get(other) ?? at) < at),
    )
    return twin === undefined
      ? []
      : remark('rule.redundant', `adds nothing: ${twin.rule.id} says it already.`)
  })
}

/** Servers of these tools that are not there: the person may have removed them, or will add them. */
const goneServers = (names: readonly string[], { servers }: Config): readonly string[] => [
  ...new Set(
    names.flatMap((name) => {
      const server = serverOf(name)
      return server === null || Object.hasOwn(servers, server) ? [] : [server]
    }),
  ),
]

/** What a server offers, and what a person said of it, is not known here. */
const mayMeanExternal = ({ tools, ids, categories }: Rule['when'], { servers }: Config): boolean =>
  Object.keys(servers).length > 0 &&
  (tools?.some((name) => name.includes('__')) === true ||
    (tools === undefined && (ids !== undefined || categories !== undefined)))

function goneTools(config: Config): readonly Remark[] {
  return Object.keys(config.tools).flatMap((name) =>
    goneServers([name], config).map((server) => ({
      code: 'tool.unknown' as const,
      text: `tools: ${name} is a tool of the server ${server}, which is not in the file.`,
      path: ['tools'],
      key: name,
    })),
  )
}

const rank: { readonly [E in Rule['effect']]: number } = { deny: 0, confirm: 1, allow: 2 }
const isOver = ({ expires }: Rule, now: number): boolean =>
  expires !== undefined && Date.parse(expires) <= now

/**
 * Why a rule that lets through or asks can never do so; one that refuses does no harm by waiting.
 */
function idleBecause(
  { when, effect }: Rule,
  meant: readonly KnownTool[],
  preset: Preset | undefined,
  presetName: string,
  { matchName }: PolicyFacts,
): string | null {
  const writtenOut = [when.tools, when.ids].some(
    (list) => list !== undefined && !list.some((name) => name.includes('*')),
  )
  const onlyR4 = when.tiers?.every((tier) => tier === 'R4') ?? false
  const madeForR4 =
    writtenOut &&
    meant.every(
      ({ riskTier, actions }) =>
        riskTier === 'R4' && actions.every((action) => (action.riskTier ?? 'R4') === 'R4'),
    )
  if (effect === 'allow' && (onlyR4 || madeForR4))
    return 'never allows anything: no rule can allow R4.'
  const gone = ({ name, networkOutbound }: KnownTool): boolean =>
    preset !== undefined &&
    ((networkOutbound && !preset.allowNetwork) ||
      !preset.tools.some((glob) => matchName(glob, name)))
  if (effect !== 'deny' && writtenOut && meant.every(gone))
    return `never applies: the preset ${presetName} has none of its tools.`
  return null
}
