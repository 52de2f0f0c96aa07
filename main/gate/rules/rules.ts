// Pure. The person's rules, compiled once into an index, so that a decision looks at the few rules
// that could speak and not at all of them. Order means nothing: what is asked is which rules hold,
// and the strictest of them decides.
import { namesKind, namesWorkers, type Workers } from './rule-callers.ts'
import type { Effect, Reason } from '../../../contract/policy/decision.ts'
import { assertNever } from '../../../contract/never.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { bareName } from '../../../contract/policy/command-names.ts'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { readCommandPattern } from '../../../contract/policy/command-pattern.ts'
import type { EarlierFacts } from '../decision-request.ts'
import { comparable, matchName, pathPattern, upwards } from '../path-glob.ts'
import type { PathRoots } from '../path-glob.ts'
import { guardedNaming } from '../guarded-names.ts'
import type { GuardedNaming } from '../guarded-names.ts'
import { unnamedBy } from '../lease/raiser-cover.ts'
import { perKind, type CallKind } from './call-kind.ts'
import { asksEarlier, holdsEarlier } from './rule-earlier.ts'
import { listedHost } from '../listed-host.ts'
import { openHours, type EvaluationTime, type ReadHours } from './rule-hours.ts'
import { asksOfTouches, speaksOfTouches } from './rule-touches.ts'
import type { TouchConditions } from './rule-touches.ts'
import { hostKeys, programs, writesGuarded, writesUnseen } from '../touch-facts.ts'

export type RuleFacts = CallKind &
  Workers & {
    readonly touches: readonly CanonicalTouch[]
    readonly privateRead: boolean
    readonly untrustedRead: boolean
    /** What raises the call: some of it a rule that allows has to name. */
    readonly raisers: readonly Reason[]
    readonly at: EvaluationTime
    readonly earlier?: EarlierFacts | undefined
    /** Arguments of an agent's own tool that no rule can speak of. */
    readonly unspoken?: boolean
  }

export type RuleSet = {
  readonly count: number
  /** Whether one of them needs to know what the caller did before. */
  readonly asksEarlier: boolean
  /**
   * Of all rules that apply to a call the strictest, and of those the first by id; null when none
   * holds.
   */
  strictest(facts: RuleFacts): Rule | null
  /** The first by id of those that hold and have this effect. */
  first(facts: RuleFacts, effect: Effect): Rule | null
}

type Compiled = TouchConditions & {
  /** Place among all rules, strictest first, then by id: what decides between two that hold. */
  readonly order: number
  readonly hours: ((at: EvaluationTime) => boolean) | null
  readonly earlier: boolean
  /** Which protected paths each of its patterns names by itself. */
  readonly guardedNames: readonly GuardedNaming[]
  readonly expiresAt: number
}

/**
 * Rules that can speak for one tool and kind of caller, by what they ask besides. Every list is in
 * `order`.
 */
type Bucket = {
  readonly anywhere: readonly Compiled[]
  readonly byName: ReadonlyMap<string, readonly Compiled[]>
  readonly byPath: ReadonlyMap<string, readonly Compiled[]>
  readonly byHost: ReadonlyMap<string, readonly Compiled[]>
  readonly byProgram: ReadonlyMap<string, readonly Compiled[]>
}

const strictness: { readonly [E in Effect]: number } = { deny: 0, confirm: 1, allow: 2 }

export function compileRules(rules: readonly Rule[], roots: PathRoots): RuleSet {
  const { foldsCase } = roots
  const hoursOf = openHours()
  const compiled = rules
    .filter((rule) => worksIn(rule, roots))
    .flatMap((rule): readonly Reading[] => [
      { rule, unsure: rule.effect === 'confirm' ? 'also' : null },
      ...whereUnsure(rule),
    ])
    .sort((a, b) => strictestFirst(a.rule, b.rule))
    .map((reading, order) => compile(reading, order, roots, hoursOf))
  const bucketOf = perKind((facts) => sort(compiled.filter(({ rule }) => concerns(rule, facts))))

  /** Each list is walked only until one holds, or until nothing better can come. */
  const search = (facts: RuleFacts, effect: Effect | null): Rule | null => {
    if (compiled.length === 0) return null
    let best: Compiled | null = null
    for (const list of listsOf(bucketOf(facts), facts, foldsCase)) {
      for (const each of list) {
        if (best !== null && each.order >= best.order) break
        if ((effect === null || each.rule.effect === effect) && holds(each, facts, foldsCase)) {
          best = each
          break
        }
      }
    }
    return best?.rule ?? null
  }

  return {
    count: rules.length,
    asksEarlier: compiled.some(({ earlier }) => earlier),
    strictest: (facts) => search(facts, null),
    first: search,
  }
}

type Reading = Pick<Compiled, 'rule' | 'unsure'>

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
): Compiled {
  const { paths, domains, commands, allowlist, hours } = rule.when
  return {
    rule,
    order,
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

/**
 * The part of a rule that does not hang on this one call: what kind of caller, which tool, which
 * tier.
 */
function concerns({ effect, when }: Rule, facts: CallKind): boolean {
  return (
    // A rule that allows a command says nothing of what came of it, unless it names just that.
    (effect !== 'allow' || facts.phased !== true || when.ids !== undefined) &&
    globbed(when.tools, facts.tool) &&
    namesCapability(effect, when, facts) &&
    (when.actions === undefined ||
      (facts.action !== null && when.actions.includes(facts.action))) &&
    (when.principals === undefined || namesKind(effect, when.principals, facts.principalKind)) &&
    (when.tiers === undefined || when.tiers.includes(facts.tier)) &&
    (when.channels === undefined || when.channels.some((channel) => channel === facts.channel)) &&
    (when.trust === undefined || when.trust.includes(facts.trust))
  )
}

/** By either id, and by its category. What is only supposed of a tool frees nothing. */
function namesCapability(
  effect: Effect,
  { ids, categories }: Rule['when'],
  { capability, otherCapability, supposed, category }: CallKind,
): boolean {
  const said = effect !== 'allow' || supposed !== true
  return (
    (ids === undefined ||
      (said && globbed(ids, capability)) ||
      (otherCapability !== undefined && globbed(ids, otherCapability))) &&
    (categories === undefined || (said && categories.includes(category)))
  )
}

const globbed = (globs: readonly string[] | undefined, name: string): boolean =>
  globs === undefined || globs.some((glob) => matchName(glob, name))

/**
 * A rule is filed under the first kind of touch it speaks of, or under the name it asks for: it
 * cannot hold without one of those.
 */
function sort(rules: readonly Compiled[]): Bucket {
  const anywhere: Compiled[] = []
  const byName = new Map<string, Compiled[]>()
  const byPath = new Map<string, Compiled[]>()
  const byHost = new Map<string, Compiled[]>()
  const byProgram = new Map<string, Compiled[]>()
  for (const each of rules) {
    const { agents } = each.rule.when
    if (each.paths !== null) for (const { prefix } of each.paths) file(byPath, prefix, each)
    else if (each.hosts !== null)
      for (const { host, below } of each.hosts) file(byHost, below ? `*.${host}` : host, each)
    else if (each.commands?.every(({ words }) => words.length > 0) === true)
      for (const { words } of each.commands)
        file(byProgram, programOfRule(words[0] as string, each.rule.effect), each)
    else if (agents !== undefined && !agents.some((glob) => glob.includes('*')))
      for (const name of agents) file(byName, name, each)
    else anywhere.push(each)
  }
  return { anywhere, byName, byPath, byHost, byProgram }
}

const programOfRule = (command: string, effect: Effect): string =>
  (effect === 'allow' ? String : bareName)(command.split(' ')[0] ?? '')

function file(map: Map<string, Compiled[]>, key: string, each: Compiled): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [each])
  else if (list.at(-1) !== each) list.push(each)
}

/**
 * Plain lists and loops: this is asked for every call, and generators would be a third of the time
 * of a decision.
 */
function listsOf(
  bucket: Bucket,
  { touches, principalName, workers = [principalName] }: RuleFacts,
  foldsCase: boolean,
): readonly (readonly Compiled[])[] {
  const lists: (readonly Compiled[])[] = [bucket.anywhere]
  for (const name of workers) {
    const named = bucket.byName.get(name)
    if (named !== undefined) lists.push(named)
  }
  for (const touch of touches) {
    switch (touch.kind) {
      case 'fs.read':
      case 'fs.write':
        if (bucket.byPath.size > 0)
          gather(lists, bucket.byPath, upwards(comparable(touch.path, foldsCase)))
        break
      case 'net.fetch':
      case 'net.connect':
        if (bucket.byHost.size > 0) gather(lists, bucket.byHost, hostKeys(touch.host))
        break
      case 'proc.run':
        if (bucket.byPath.size > 0)
          gather(lists, bucket.byPath, upwards(comparable(touch.cwd, foldsCase)))
        if (bucket.byProgram.size > 0) gather(lists, bucket.byProgram, programs(touch))
        break
      case 'memory':
      case 'schedule':
      case 'subagent':
      case 'record':
      case 'event':
      case 'notification':
      case 'result':
      case 'secrets.get':
      case 'mcp.call':
      case 'plugin.run':
        break
      default:
        assertNever(touch, 'listsOf')
    }
  }
  return lists
}

function gather(
  lists: (readonly Compiled[])[],
  map: ReadonlyMap<string, readonly Compiled[]>,
  keys: Iterable<string>,
): void {
  for (const key of keys) {
    const list = map.get(key)
    if (list !== undefined) lists.push(list)
  }
}

/** What hangs on this call: who by name, time, taint, touches. */
function holds(each: Compiled, facts: RuleFacts, foldsCase: boolean): boolean {
  const { when } = each.rule
  if (facts.at.epochMs >= each.expiresAt) return false
  if (when.agents !== undefined && !namesWorkers(each.rule.effect, when.agents, facts)) return false
  if (each.hours !== null && !each.hours(facts.at)) return false
  if (each.earlier && !holdsEarlier(when, facts.earlier)) return false
  if (
    when.taint !== undefined &&
    !when.taint.some((taint) => (taint === 'private' ? facts.privateRead : facts.untrustedRead))
  )
    return false
  if (when.guarded !== undefined && !asGuarded(each.rule, facts.touches)) return false
  if (each.rule.effect === 'allow' && facts.unspoken === true) return false
  if (
    each.rule.effect === 'allow' &&
    unnamedBy(each.rule, each.guardedNames, facts.raisers, facts.touches).length > 0
  )
    return false
  return speaksOfTouches(each, facts.touches, facts.earlier?.knownHosts ?? [], foldsCase)
}

/** What a command, a server or a plugin would write, nobody knows: no rule that allows takes it for plain. */
const asGuarded = ({ effect, when }: Rule, touches: readonly CanonicalTouch[]): boolean =>
  touches.some(writesGuarded) === when.guarded &&
  (effect !== 'allow' || !touches.some(writesUnseen))
