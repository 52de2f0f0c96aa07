// A rule as it is being written in the form: texts and choices, any of which may still be wrong.
// Pure.
import type { Effect } from '../../../../contract/policy/decision.ts'
import type { Rule, RuleWhen } from '../../../../contract/policy/rule.ts'
import type { RatePer } from '../../../../contract/policy/rule-counts.ts'
import { Category } from '../../../../contract/call/category.ts'
import type { Method } from '../../../../contract/call/touch.ts'
import type { RuleHost } from '../../../../contract/policy/allowed-host.ts'
import type { RuleStart } from '../../../state/policy/policy-draft.ts'
import { entryText, type Condition } from './rule-text.ts'

export const chosenFrom = {
  categories: Category.options,
  tiers: ['R0', 'R1', 'R2', 'R3', 'R4'],
  principals: ['person', 'agent', 'subagent', 'mcp-client', 'schedule', 'cli'],
  channels: ['window', 'browser', 'gateway', 'schedule', 'cli'],
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  taint: ['private', 'untrusted'],
  guarded: ['true', 'false'],
  newHost: ['true', 'false'],
  trust: ['trusted', 'limited', 'untrusted'],
  zones: ['inside', 'outside', 'guarded'],
} as const satisfies Partial<Record<Condition, readonly string[]>>
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export const conditions: readonly Condition[] = [
  'tools',
  'commands',
  'paths',
  'zones',
  'domains',
  'ports',
  'methods',
  'allowlist',
  'requestBytes',
  'newHost',
  'actions',
  'ids',
  'categories',
  'tiers',
  'principals',
  'agents',
  'channels',
  'trust',
  'workspaces',
  'taint',
  'guarded',
  'rate',
  'denials',
  'hours',
]
export const ratePer = ['minute', 'hour', 'day', 'session'] as const satisfies RatePer[]

/**
 * By condition: lines of text, or chosen values one a line. What has several parts is in fields
 * of its own.
 */
export type RuleDraft = {
  readonly id: string
  readonly effect: Effect
  /** Of a rule that asks: how many persons. */
  readonly approvers: 1 | 2
  readonly reason: string
  readonly expires: string
  readonly lists: Readonly<Partial<Record<Condition, string>>>
  readonly hours: {
    readonly from: string
    readonly to: string
    readonly days: readonly string[]
    readonly timeZone: string
  }
  /** Numbers as they are typed. */
  readonly size: { readonly over: string; readonly upTo: string }
  readonly rate: { readonly bound: 'over' | 'upTo'; readonly calls: string; readonly per: RatePer }
}

/** It asks: what a person wants to allow they say themselves. */
export function draftFrom({ tools, reason, pattern }: RuleStart): RuleDraft {
  const words = pattern.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return {
    ...draftOf(null),
    id: words.replaceAll(/^-+|-+$/g, '').slice(0, 40),
    effect: 'confirm',
    reason: `${pattern}: ${reason}`.slice(0, 200),
    lists: { tools: tools.join('\n') },
  }
}

export function draftOf(rule: Rule | null): RuleDraft {
  const { hours, guarded, newHost, requestBytes, rate, denials, allowlist, ...lists } =
    rule?.when ?? {}
  const there = (key: Condition, value: unknown, text = ''): RuleDraft['lists'] =>
    value === undefined ? {} : { [key]: text }
  const calls = rate?.over ?? rate?.upTo
  return {
    id: rule?.id ?? '',
    effect: rule?.effect ?? 'deny',
    approvers: rule?.approvers ?? 1,
    reason: rule?.reason ?? '',
    expires: rule?.expires ?? '',
    lists: {
      ...Object.fromEntries(
        Object.entries(lists).map(([key, list]) => [key, (list ?? []).join('\n')]),
      ),
      ...there('guarded', guarded, String(guarded)),
      ...there('newHost', newHost, String(newHost)),
      ...there('denials', denials, String(denials)),
      ...there('allowlist', allowlist, allowlist?.map(entryText).join('\n')),
      ...there('requestBytes', requestBytes),
      ...there('rate', rate),
      ...there('hours', hours),
    },
    hours: {
      from: hours?.from ?? '22:00',
      to: hours?.to ?? '07:00',
      days: hours?.days ?? [],
      timeZone: hours?.timeZone ?? '',
    },
    size: { over: numberText(requestBytes?.over), upTo: numberText(requestBytes?.upTo) },
    rate: {
      bound: rate?.upTo === undefined ? 'over' : 'upTo',
      calls: calls === undefined ? '10' : String(calls),
      per: rate?.per ?? 'hour',
    },
  }
}

const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value))

export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** What it says. Main checks it: here nothing is refused, and an empty list is left out. */
export function ruleOf(draft: RuleDraft): Rule {
  const { id, effect, approvers, reason, expires, lists } = draft
  const when: Record<string, unknown> = {}
  for (const key of conditions) {
    const text = lists[key]
    if (text === undefined) continue
    const value = conditionOf(key, text, draft)
    if (value !== undefined) when[key] = value
  }
  return {
    id: id.trim(),
    when: when as RuleWhen,
    effect,
    reason: reason.trim(),
    ...(effect === 'confirm' && approvers === 2 ? { approvers } : {}),
    ...(expires.trim() === '' ? {} : { expires: expires.trim() }),
  }
}

/** Undefined: nothing is filled in yet, and that limits nothing. */
const conditionOf = (key: Condition, text: string, draft: RuleDraft): unknown =>
  (inParts[key] ?? listOf)(linesOf(text), draft)

const listOf = (lines: readonly string[]): unknown => (lines.length === 0 ? undefined : lines)

/** Both, or neither yet, is no limit. */
const oneOfTwo = (lines: readonly string[]): unknown =>
  lines.length === 1 ? lines[0] === 'true' : undefined

/** As `entryText` writes it. What is left out has its usual value. */
function entryOf(line: string): RuleHost {
  const [host = '', methods, most] = line.split(/\s+/)
  if (methods === undefined) return host
  const maxBytes = most === undefined ? 1_048_576 : Number(most)
  return { host, methods: methods.split(',') as Method[], maxBytes }
}

const inParts: Readonly<
  Partial<Record<Condition, (lines: readonly string[], draft: RuleDraft) => unknown>>
> = {
  hours(_lines, { hours: { from, to, days: on, timeZone } }) {
    const zone = timeZone.trim()
    return {
      from,
      to,
      ...(on.length === 0 ? {} : { days: on }),
      ...(zone === '' ? {} : { timeZone: zone }),
    }
  },
  requestBytes(_lines, { size }) {
    const bounds = (['over', 'upTo'] as const).flatMap((bound) =>
      size[bound].trim() === '' ? [] : [[bound, Number(size[bound])] as const],
    )
    return bounds.length === 0 ? undefined : Object.fromEntries(bounds)
  },
  rate: (_lines, { rate: { bound, calls, per } }) =>
    calls.trim() === '' ? undefined : { [bound]: Number(calls), per },
  denials: ([first]) => (first === undefined ? undefined : Number(first)),
  guarded: oneOfTwo,
  newHost: oneOfTwo,
  allowlist: (lines) => listOf(lines) && lines.map(entryOf),
  ports: (lines) => listOf(lines) && lines.map(Number),
}

/**
 * The field that a complaint of main is about: `edit.rule.when.domains[0]: …` or
 * `rules[2].when.paths[0] …`; null for none.
 */
export function fieldOf(text: string): string | null {
  const found = /\brules?(?:\[\d+\])?\.(?:when\.)?(\w+)/.exec(text)?.[1]
  return found ?? (/\bwith the id\b|rule with the id/.test(text) ? 'id' : null)
}
