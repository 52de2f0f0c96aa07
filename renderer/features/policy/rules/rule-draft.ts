// A rule as it is being written in the form: texts and choices, any of which may still be wrong.
// Pure.
import type { Effect } from '../../../../contract/policy/decision.ts'
import type { Rule, RuleWhen } from '../../../../contract/policy/rule.ts'
import type { Condition } from './rule-text.ts'

export const chosenFrom = {
  tiers: ['R0', 'R1', 'R2', 'R3', 'R4'],
  principals: ['person', 'agent', 'subagent', 'mcp-client', 'schedule', 'cli'],
  channels: ['window', 'browser', 'gateway', 'schedule', 'cli'],
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  taint: ['private', 'untrusted'],
  guarded: ['true', 'false'],
} as const satisfies Partial<Record<Condition, readonly string[]>>
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export const conditions: readonly Condition[] = [
  'tools',
  'commands',
  'paths',
  'domains',
  'ports',
  'methods',
  'actions',
  'capabilities',
  'tiers',
  'principals',
  'agents',
  'channels',
  'taint',
  'guarded',
  'hours',
]

/**
 * By condition: lines of text, or chosen values one a line. `hours` stands in fields of its own.
 */
export type RuleDraft = {
  readonly id: string
  readonly effect: Effect
  readonly reason: string
  readonly expires: string
  readonly lists: Readonly<Partial<Record<Condition, string>>>
  readonly hours: { readonly from: string; readonly to: string; readonly days: readonly string[] }
}

export function draftOf(rule: Rule | null): RuleDraft {
  const { hours, guarded, ...lists } = rule?.when ?? {}
  return {
    id: rule?.id ?? '',
    effect: rule?.effect ?? 'deny',
    reason: rule?.reason ?? '',
    expires: rule?.expires ?? '',
    lists: {
      ...Object.fromEntries(
        Object.entries(lists).map(([key, list]) => [key, (list ?? []).join('\n')]),
      ),
      ...(guarded === undefined ? {} : { guarded: String(guarded) }),
      ...(hours === undefined ? {} : { hours: '' }),
    },
    hours: { from: hours?.from ?? '22:00', to: hours?.to ?? '07:00', days: hours?.days ?? [] },
  }
}

export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** What it says. Main checks it: here nothing is refused, and an empty list is left out. */
export function ruleOf({ id, effect, reason, expires, lists, hours }: RuleDraft): Rule {
  const when: Record<string, unknown> = {}
  for (const key of conditions) {
    const text = lists[key]
    if (text === undefined) continue
    if (key === 'hours')
      when[key] = {
        from: hours.from,
        to: hours.to,
        ...(hours.days.length === 0 ? {} : { days: hours.days }),
      }
    else if (key === 'guarded') {
      // Both, or neither yet: that limits nothing.
      const [only, other] = linesOf(text)
      if (only !== undefined && other === undefined) when[key] = only === 'true'
    } else if (linesOf(text).length > 0)
      when[key] = key === 'ports' ? linesOf(text).map(Number) : linesOf(text)
  }
  return {
    ...{ id: id.trim(), when: when as RuleWhen, effect, reason: reason.trim() },
    ...(expires.trim() === '' ? {} : { expires: expires.trim() }),
  }
}

/**
 * The field that a complaint of main is about: `edit.rule.when.domains[0]: …` or
 * `rules[2].when.paths[0] …`; null for none.
 */
export function fieldOf(text: string): string | null {
  const found = /\brules?(?:\[\d+\])?\.(?:when\.)?(\w+)/.exec(text)?.[1]
  return found ?? (/\bwith the id\b|rule with the id/.test(text) ? 'id' : null)
}
