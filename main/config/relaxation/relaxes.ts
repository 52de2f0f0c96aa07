// What one configuration lets through that another does not, in sentences. In doubt it counts as
// looser: a question too many is better than one too few. Pure; compares what is written, not what
// calls there might be.
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ToolSetting } from '../../../contract/policy/config/tool-setting.ts'
import { trustIn, trustRank } from '../../../contract/policy/channel-trust.ts'
import { Channel } from '../../../contract/call/principal.ts'
import type { Effect } from '../../../contract/policy/decision.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { Tier, tierRank } from '../../../contract/call/tier.ts'
import { ClientConfig } from '../../../contract/server/server.ts'
import { strictness } from '../../../contract/policy/strictness.ts'
import { relaxesFleet } from './relaxes-fleet.ts'
import { relaxesHosts } from './relaxes-hosts.ts'
import { relaxesOrganisation } from './relaxes-organisation.ts'
import { relaxesPlugins } from './relaxes-plugins.ts'
import { presetOf, relaxesPresets } from './relaxes-presets.ts'
import { relaxesServer } from './relaxes-server.ts'

/** Empty: nothing that `to` lets through was refused or asked for under `from`. */
export const relaxesIn = (from: Config, to: Config): readonly string[] => [
  ...rules(from.rules, to.rules),
  ...fewerConfirmations(from, to),
  ...relaxesPresets(from, to),
  ...relaxesHosts(from.allowlist.hosts, to.allowlist.hosts),
  ...relaxesHosts([...from.allowlist.hosts, ...from.agents.main.hosts], to.agents.main.hosts).map(
    (text) => `For main: ${text}`,
  ),
  ...guard(from, to),
  ...tools(from.tools, to.tools),
  ...removedStopsIn(from, to).map((path) => `The place ${path} is no longer on the STOP list.`),
  ...limits(from, to),
  ...channels(from, to),
  ...others(from, to),
  ...(canonicalJson(from.services) === canonicalJson(to.services)
    ? []
    : ['An outside service has a different address.']),
]

/** Places of the person's own STOP list that are not there any more. */
export const removedStopsIn = (from: Config, to: Config): readonly string[] =>
  from.stop.filter((path) => !to.stop.includes(path))

const words: { readonly [E in Effect]: string } = {
  allow: 'allows',
  confirm: 'asks',
  deny: 'denies',
}
/** What a rule says, whatever it is called and why it is there. */
const meaning = ({ when, effect, approvers = 1, expires }: Rule): string =>
  canonicalJson({ when, effect, approvers, expires: expires ?? null })
/** The same, and two persons are asked. */
const ofTwo = (rule: Rule): string => meaning({ ...rule, approvers: 2 })

function rules(before: readonly Rule[], after: readonly Rule[]): readonly string[] {
  const was = new Set(before.map(meaning))
  const is = new Set(after.map(meaning))
  return [
    ...after
      .filter((rule) => rule.effect === 'allow' && !was.has(meaning(rule)))
      .map(({ id }) => `Rule ${id} allows what was not allowed so.`),
    ...before
      .filter(
        (rule) =>
          rule.effect !== 'allow' &&
          !is.has(meaning(rule)) &&
          !(rule.effect === 'confirm' && is.has(ofTwo(rule))),
      )
      .map((rule) => {
        const reevaluated = after.find(({ id }) => id === rule.id)
        return reevaluated === undefined
          ? `Rule ${rule.id}, which ${words[rule.effect]}, was removed.`
          : `Rule ${rule.id}, which ${words[rule.effect]}, says something else.`
      }),
  ]
}

/**
 * A rule that asks is above what a preset or a tool's setting refuses by default: what was
 * refused can be said yes to then.
 */
function fewerConfirmations(from: Config, to: Config): readonly string[] {
  const was = new Set(from.rules.map(meaning))
  const presets = [
    to.preset,
    ...Object.values(to.gateway.clients).flatMap(({ preset }) => preset ?? []),
  ].map((name) => presetOf(to, name))
  const refuses =
    presets.some(
      (preset) =>
        preset !== undefined && Tier.options.some((tier) => preset.tiers[tier] === 'deny'),
    ) || Object.values(to.tools).some((setting) => setting.default === 'deny')
  return refuses
    ? to.rules
        .filter((rule) => rule.effect === 'confirm' && !was.has(meaning(rule)))
        .map(({ id }) => `Rule ${id} needs approval for calls that may have been denied.`)
    : []
}

function guard(
  { exfiltrationGuard: from }: Config,
  { exfiltrationGuard: to }: Config,
): readonly string[] {
  const more = to.allowTools.filter((name) => !from.allowTools.includes(name))
  const unblocked =
    from.blockedTools?.some((name) => to.blockedTools?.includes(name) !== true) === true
  return [
    ...(from.enabled && !to.enabled ? ['The exfiltration guard is off.'] : []),
    ...(more.length > 0 ? [`While the guard is on, these tools stay: ${more.join(', ')}.`] : []),
    ...(unblocked ? ['The guard hides fewer tools.'] : []),
  ]
}

function tools(before: Config['tools'], after: Config['tools']): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const none: ToolSetting = { disabled: false }
    const [was, is] = [before[name] ?? none, after[name] ?? none]
    const limit = (key: 'perSession' | 'perMinute'): boolean =>
      lessBound(was.rateLimits?.[key] ?? 0, is.rateLimits?.[key] ?? 0)
    return [
      ...(was.reviewResults === true && is.reviewResults !== true
        ? [`What the tool ${name} brings back is not reviewed any more.`]
        : []),
      ...(was.disabled && !is.disabled ? [`The tool ${name} is switched on.`] : []),
      ...(was.tier !== undefined &&
      (is.tier === undefined || tierRank(is.tier) < tierRank(was.tier))
        ? [`The tool ${name} is not raised to ${was.tier} any more.`]
        : []),
      ...(defaultRelaxes(was.default, is.default)
        ? [`The tool ${name} has a looser default.`]
        : []),
      ...(limit('perSession') || limit('perMinute')
        ? [`The tool ${name} may be called more often.`]
        : []),
    ]
  })
}

const defaultRelaxes = (was: Effect | undefined, is: Effect | undefined): boolean =>
  was === is
    ? false
    : is === undefined
      ? was !== 'allow'
      : strictness[is] < strictness[was ?? 'deny']

/** Zero means no bound at all. */
export const lessBound = (was: number, is: number): boolean => was !== 0 && (is === 0 || is > was)

function limits(
  { limits: from, ...before }: Config,
  { limits: to, ...after }: Config,
): readonly string[] {
  const exceptions = after.redaction.exceptions.filter(
    (one) => !before.redaction.exceptions.some((old) => canonicalJson(old) === canonicalJson(one)),
  )
  return [
    ...(to.writeBytes > from.writeBytes
      ? ['Larger files may be written before a call becomes R3.']
      : []),
    ...(to.requestBytes > from.requestBytes
      ? ['Larger requests may be sent before a call becomes R3.']
      : []),
    ...(to.cpuSeconds > from.cpuSeconds ||
    to.treeCpuSeconds > from.treeCpuSeconds ||
    to.serverCpuSeconds > from.serverCpuSeconds
      ? ['Programs may use more processor time.']
      : []),
    ...Object.keys(after.tools).flatMap((name) =>
      (after.tools[name]?.cpuSeconds ?? to.cpuSeconds) >
      (before.tools[name]?.cpuSeconds ?? from.cpuSeconds)
        ? [`${name} may use more processor time.`]
        : [],
    ),
    // Neither encloses what the other does, and another image or runtime may hold less.
    ...(canonicalJson([before.runner, before.container]) ===
    canonicalJson([after.runner, after.container])
      ? []
      : [
          after.runner === 'container'
            ? 'Commands run in containers, in place of the sandbox.'
            : before.runner === 'container'
              ? 'Commands run in the sandbox, in place of containers.'
              : '',
        ].filter(Boolean)),
    ...exceptions.map(({ rule }) => `What the rule ${rule} takes for a secret is shown.`),
  ]
}

/** A rule that asks for trust applies to other channels then, whichever way it went. */
function channels(from: Config, to: Config): readonly string[] {
  const asked = [...from.rules, ...to.rules].some(({ when }) => when.trust !== undefined)
  return Channel.options.flatMap((channel) => {
    const [was, is] = [trustIn(from.channels, channel), trustIn(to.channels, channel)]
    if (trustRank(is) < trustRank(was)) return [`The channel ${channel} is ${is} again.`]
    return was !== is && asked
      ? [`The channel ${channel} is ${is}, and your rules speak of how far channels are trusted.`]
      : []
  })
}

function others(from: Config, to: Config): readonly string[] {
  const changed = <T>(
    before: Readonly<Record<string, T>>,
    after: Readonly<Record<string, T>>,
  ): readonly string[] =>
    Object.keys(after).filter(
      (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name]),
    )
  const gone = Object.keys(from.gateway.clients).filter((name) => !(name in to.gateway.clients))
  return [
    ...(from.workspace !== to.workspace ? ['Agents work in another folder.'] : []),
    ...relaxesPlugins(from.plugins, to.plugins),
    ...relaxesOrganisation(from.organisation, to.organisation),
    ...(to.desktop.touchId && !from.desktop.touchId
      ? ['R4 calls can be approved with Touch ID in place of the passphrase.']
      : []),
    ...(to.desktop.approveFromNotification && !from.desktop.approveFromNotification
      ? ['Small calls up to R2 can be approved from a notification.']
      : []),
    ...Object.entries(to.servers).flatMap(([name, server]) =>
      relaxesServer(name, from.servers[name], server),
    ),
    ...changed(settingsOf(from), settingsOf(to)).map(
      (name) => `The client ${name} has other settings now.`,
    ),
    ...relaxesFleet(from.fleet, to.fleet),
    ...commandsRun(from, to),
    ...gone.map((name) => `What was set for the client ${name} was removed.`),
  ]
}

/**
 * Of every client but its preset and who runs its commands, which are measured on their own; one
 * without settings is as if it had the usual ones.
 */
const settingsOf = ({ gateway }: Config): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(gateway.clients).flatMap(
      ([name, { commands: _run, preset: _preset, ...rest }]) =>
        canonicalJson(rest) === usualClient ? [] : [[name, rest]],
    ),
  )
const { preset: _usual, ...usualSettings } = ClientConfig.parse({})
const usualClient = canonicalJson(usualSettings)

/** Either way something is looser: fewer questions, or no sandbox. */
const commandsRun = (from: Config, to: Config): readonly string[] =>
  Object.entries(to.gateway.clients).flatMap(([name, { commands = 'agent' }]) => {
    if (commands === (from.gateway.clients[name]?.commands ?? 'agent')) return []
    return commands === 'sandbox'
      ? [
          `Shell commands of ${name} run in the sandbox, without approval where the preset allows it.`,
        ]
      : [`${name} runs its shell commands itself, outside the sandbox.`]
  })
