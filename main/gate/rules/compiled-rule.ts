// Pure. A rule as it is held against calls: its patterns read once, and its place among all rules.
import { canonicalJson } from '../../../contract/json.ts'
import { readCommandPattern } from '../../../contract/policy/command-pattern.ts'
import type { Effect } from '../../../contract/policy/decision.ts'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { guardedNaming } from '../guarded-names.ts'
import type { GuardedNaming } from '../guarded-names.ts'
import { listedHost } from '../listed-host.ts'
import { comparable, pathPattern } from '../path-glob.ts'
import type { PathRoots } from '../path-glob.ts'
import { asksEarlier } from './rule-earlier.ts'
import { openHours, type EvaluationTime, type ReadHours } from './rule-hours.ts'
import { asksOfTouches } from './rule-touches.ts'
import type { TouchConditions } from './rule-touches.ts'

export type CompiledRule = TouchConditions & {
  /** Place among all rules, strictest first, then by id: what decides between two that hold. */
  readonly order: number
  /** Those of the rule: looked at first of all, and most rules are of another agent. */
  readonly agents: readonly string[] | null
  readonly hours: ((at: EvaluationTime) => boolean) | null
  readonly earlier: boolean
  /** Which protected paths each of its patterns names by itself. */
  readonly guardedNames: readonly GuardedNaming[]
  readonly expiresAt: number
}

/** All that can apply in this workspace, in `order`. */
export function compileEach(rules: readonly Rule[], roots: PathRoots): readonly CompiledRule[] {
  const hoursOf = openHours()
  return rules
    .filter((rule) => worksIn(rule, roots))
    .flatMap((rule): readonly Reading[] => [
      { rule, unsure: rule.effect === 'confirm' ? 'also' : null },
      ...whereUnsure(rule),
    ])
    .sort((a, b) => strictestFirst(a.rule, b.rule))
    .map((reading, order) => compile(reading, order, roots, hoursOf))
}

type Reading = Pick<CompiledRule, 'rule' | 'unsure'>

/**
 * A word that is known only while it runs may make a command the one that a rule denies: that is
 * asked, so that neither the rule is stepped round nor every variable denied.
 */
const whereUnsure = (rule: Rule): readonly Reading[] =>
  rule.effect === 'deny' && rule.when.commands !== undefined
    ? [
        {
          rule: {
            ...rule,
            effect: 'confirm',
            reason: 'A part of it is known only while it runs, and may be what this rule denies.',
          },
          unsure: 'only',
        },
      ]
    : []

/** A policy is one of a workspace: what speaks of others only is left out of it. */
function worksIn({ when: { workspaces } }: Rule, roots: PathRoots): boolean {
  const folder = comparable(roots.workspace, roots.foldsCase)
  return (
    workspaces === undefined || workspaces.some((glob) => pathPattern(glob, roots).matches(folder))
  )
}

const strictness: { readonly [E in Effect]: number } = { deny: 0, confirm: 1, allow: 2 }

/** Of two rules that ask, the one that asks two persons is the stricter. */
const strictestFirst = (a: Rule, b: Rule): number =>
  strictness[a.effect] - strictness[b.effect] ||
  (b.approvers ?? 1) - (a.approvers ?? 1) ||
  (a.id === b.id ? byWhole(a, b) : a.id < b.id ? -1 : 1)

/** Ids are unique in a configuration; where they are not, the whole of the rule tells two apart. */
const byWhole = (a: Rule, b: Rule): number => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)

function compile(
  { rule, unsure }: Reading,
  order: number,
  roots: PathRoots,
  hoursOf: ReadHours,
): CompiledRule {
  const { paths, domains, commands, allowlist, hours, agents } = rule.when
  return {
    rule,
    order,
    agents: agents ?? null,
    hours: hours === undefined ? null : hoursOf(hours, rule.effect),
    earlier: asksEarlier(rule.when),
    paths: paths?.map((glob) => pathPattern(glob, roots)) ?? null,
    hosts: domains?.map(readHostPattern) ?? null,
    commands: commands?.map(readCommandPattern) ?? null,
    listed: allowlist?.map(listedHost) ?? null,
    asks: asksOfTouches(rule.when),
    unsure,
    guardedNames: paths?.map((glob) => guardedNaming(glob, roots)) ?? [],
    expiresAt: rule.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(rule.expires),
  }
}
