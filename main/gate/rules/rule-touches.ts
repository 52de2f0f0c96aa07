// Pure. What a rule says of the touches of a call: places, hosts, sizes, commands. One touch is
// enough for a rule that refuses or asks; a rule that allows has to speak of all of them.
import { assertNever } from '../../../contract/never.ts'
import { concernsLine, mayConcernLine } from '../../../contract/policy/command-concern.ts'
import type { CommandPattern } from '../../../contract/policy/command-pattern.ts'
import type { HostRule } from '../../../contract/policy/host-pattern.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { RequestSize, TouchZone } from '../../../contract/policy/rule-counts.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { coversLine, isExact } from '../lease/command-cover.ts'
import { bodyOf, namesRequest } from '../listed-host.ts'
import type { ListedHost } from '../listed-host.ts'
import { comparable } from '../path-glob.ts'
import type { PathPattern } from '../path-glob.ts'
import { matchesHost, writesGuarded } from '../touch-facts.ts'
import type { HostTouch } from '../touch-facts.ts'

export type TouchConditions = {
  readonly rule: Rule
  readonly paths: readonly PathPattern[] | null
  readonly hosts: readonly HostRule[] | null
  /** As the rule writes them. */
  readonly commands: readonly CommandPattern[] | null
  readonly listed: readonly ListedHost[] | null
  readonly asks: AskedOfTouches
  /** Whether a command counts, or alone counts, that only what is not known of it may make one of the rule's. */
  readonly unsure: 'also' | 'only' | null
}

/** At the place of each `Verdict`: whether the rule has such a condition. Null: it has none. */
export type AskedOfTouches = readonly boolean[] | null

export function asksOfTouches(when: Rule['when']): AskedOfTouches {
  const { paths, domains, ports, commands, methods, zones, requestBytes, newHost, allowlist } = when
  const goes = domains ?? ports
  const asks = [paths, goes, commands, methods, zones, requestBytes, newHost, allowlist].map(
    (condition) => condition !== undefined,
  )
  return asks.includes(true) ? asks : null
}

export function speaksOfTouches(
  each: TouchConditions,
  touches: readonly CanonicalTouch[],
  knownHosts: readonly string[],
  foldsCase: boolean,
): boolean {
  const { commands, asks, rule } = each
  if (rule.effect === 'allow' && !isSure(commands, touches)) return false
  if (asks === null) return true
  const spoken = touches.map((touch) => verdicts(each, touch, knownHosts, foldsCase))
  if (rule.effect === 'allow')
    return (
      touches.length > 0 &&
      spoken.every((list) => list.length > 0 && list.every((approved) => approved !== false))
    )
  // Each kind of condition has to be met by some touch; a call without such touches is not spoken
  // of.
  return asks.every((is, at) => !is || spoken.some((list) => list[at] === true))
}

/** What is allowed without a person is known before it runs, but for what a rule says may vary. */
const isSure = (
  commands: TouchConditions['commands'],
  touches: readonly CanonicalTouch[],
): boolean =>
  touches.every(
    (touch) =>
      touch.kind !== 'proc.run' ||
      // What a line means in a session hangs on what was typed there before.
      touch.terminal?.does === 'read' ||
      isExact(touch) ||
      (commands !== null && touch.terminal === undefined && coversLine(commands, touch)),
  )

function isConcerned(
  commands: readonly CommandPattern[],
  unsure: TouchConditions['unsure'],
  { parts = [], command }: CanonicalTouchOf<'proc.run'>,
): boolean {
  if (commands.some(({ words }) => concernsLine(words.join(' '), parts))) return unsure !== 'only'
  return (
    unsure !== null && commands.some(({ words }) => mayConcernLine(words.join(' '), parts, command))
  )
}

type Verdict = boolean | null

/**
 * For paths, hosts, commands, methods, zones, sizes, new hosts and allowlists: met, not met, or null where the
 * rule or the touch has nothing to say. Empty: a kind of touch the rule does not speak of.
 */
function verdicts(
  each: TouchConditions,
  touch: CanonicalTouch,
  knownHosts: readonly string[],
  foldsCase: boolean,
): readonly Verdict[] {
  const { paths, hosts, commands, listed, rule, unsure } = each
  const { methods, ports, zones, requestBytes, newHost } = rule.when
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write': {
      if (paths === null && zones === undefined) return []
      const path = comparable(touch.path, foldsCase)
      const placed = paths === null ? null : paths.some((pattern) => pattern.matches(path))
      return [placed, null, null, null, zoned(zones, zonesOf(touch), rule.effect)]
    }
    case 'proc.run': {
      if (commands === null && paths === null && zones === undefined) return []
      // What a command writes nobody knows beforehand, so its folder alone allows nothing.
      if (rule.effect === 'allow' && zones !== undefined && commands === null) return []
      const cwd = comparable(touch.cwd, foldsCase)
      const placed = paths === null ? null : paths.some((pattern) => pattern.matches(cwd))
      const zone = zoned(zones, zonesOf(touch), rule.effect)
      if (commands === null) return [placed, null, null, null, zone]
      const met =
        rule.effect === 'allow' ? coversLine(commands, touch) : isConcerned(commands, unsure, touch)
      return [placed, null, met, null, zone]
    }
    case 'net.fetch':
    case 'net.connect': {
      const silent =
        hosts === null &&
        ports === undefined &&
        methods === undefined &&
        requestBytes === undefined &&
        newHost === undefined &&
        listed === null
      if (silent) return []
      // Anything can go through a connection, by any method and of any size: who forbids some of it
      // forbids it, who allows some does not allow it.
      const open = touch.kind === 'net.connect' ? rule.effect !== 'allow' : null
      return [
        null,
        goesTo(each, touch),
        null,
        methods === undefined ? null : (open ?? methods.includes((touch as Fetch).method)),
        null,
        requestBytes === undefined
          ? null
          : (open ?? sized(requestBytes, touch as Fetch, rule.effect)),
        newHost === undefined ? null : newHost === !knownHosts.includes(touch.host),
        listed === null ? null : isNamed(listed, touch, rule.effect),
      ]
    }
    case 'mcp.call':
      // What a server does with a place nobody knows: who forbids the place forbids naming it, who
      // allows it allows no server.
      return paths === null || rule.effect === 'allow' || (touch.paths ?? []).length === 0
        ? []
        : [
            (touch.paths ?? []).some(({ path }) => {
              const own = comparable(path, foldsCase)
              return paths.some((pattern) => pattern.matches(own))
            }),
          ]
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'secrets.get':
    case 'plugin.run':
      return []
    default:
      return assertNever(touch, 'verdicts')
  }
}

type Fetch = CanonicalTouchOf<'net.fetch'>

/** Of a connection nobody knows what goes through it: who allows some of it allows none. */
const isNamed = (
  listed: readonly ListedHost[],
  touch: HostTouch,
  effect: Rule['effect'],
): boolean =>
  touch.kind === 'net.connect'
    ? effect !== 'allow' && listed.some(({ host }) => matchesHost(host, touch, 'any'))
    : listed.some((entry) => namesRequest(entry, touch, effect === 'allow' ? 'https' : 'any'))

/** Whether it goes to one of the hosts and ports; null where the rule names neither. */
function goesTo({ hosts, rule: { when, effect } }: TouchConditions, touch: HostTouch): Verdict {
  const { ports } = when
  if (hosts === null) return ports === undefined ? null : ports.includes(touch.port)
  return (
    (ports === undefined || ports.includes(touch.port)) &&
    hosts.some((host) => matchesHost(host, touch, effect === 'allow' ? 'https' : 'any', ports))
  )
}

/** Without a body there is nothing to send; of any other request without a size it is not known. */
function sized({ over, upTo }: RequestSize, touch: Fetch, effect: Rule['effect']): boolean {
  const bytes = bodyOf(touch)
  if (bytes === null) return effect !== 'allow'
  return (over === undefined || bytes > over) && (upTo === undefined || bytes <= upTo)
}

/** A protected file lies somewhere too: it is in both zones. */
function zonesOf(
  touch: CanonicalTouchOf<'fs.read' | 'fs.write' | 'proc.run'>,
): readonly TouchZone[] {
  const inside = touch.zone === 'workspace'
  if (touch.kind !== 'proc.run')
    return [inside ? 'inside' : 'outside', ...(writesGuarded(touch) ? ['guarded' as const] : [])]
  const leaves = (touch.parts ?? []).some(
    ({ effects, doubts = [] }) => effects.includes('writes-outside') || doubts.includes('below'),
  )
  return [inside ? 'inside' : 'outside', ...(inside && leaves ? ['outside' as const] : [])]
}

/** One of its zones is enough to refuse it; to allow it takes all of them. */
const zoned = (
  zones: readonly TouchZone[] | undefined,
  own: readonly TouchZone[],
  effect: Rule['effect'],
): Verdict =>
  zones === undefined
    ? null
    : effect === 'allow'
      ? own.every((zone) => zones.includes(zone))
      : own.some((zone) => zones.includes(zone))
