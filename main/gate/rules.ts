// Pure. The person's rules, compiled once into an index, so that a decision looks at the few rules
// that could speak and not at all of them. Order means nothing: what is asked is which rules hold,
// and the strictest of them decides.
import type { Effect, Reason } from '../../contract/policy/decision.ts'
import { assertNever } from '../../contract/never.ts'
import { canonicalJson } from '../../contract/json.ts'
import { concernsLine } from '../../contract/policy/command-concern.ts'
import { programOf } from '../../contract/policy/command-spelling.ts'
import { readHostPattern } from '../../contract/policy/host-pattern.ts'
import type { HostRule } from '../../contract/policy/host-pattern.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { readCommandPattern, type CommandPattern } from '../../contract/policy/command-pattern.ts'
import { coversLine, isExact } from './command-cover.ts'
import { comparable, matchName, pathPattern, upwards } from './path-glob.ts'
import type { PathPattern, PathRoots } from './path-glob.ts'
import { guardedNaming } from './guarded-names.ts'
import type { GuardedNaming } from './guarded-names.ts'
import { unnamedBy } from './raiser-cover.ts'
import { within } from './rule-hours.ts'
import type { EvaluationTime } from './rule-hours.ts'
import { hostKeys, matchesHost, programs, writesGuarded } from './touch-facts.ts'
import type { HostTouch } from './touch-facts.ts'

export type RuleFacts = {
  readonly tool: string
  readonly capability: string
  /** Asked about a layer, not about the call as it is: see `Phase`. */
  readonly phased?: boolean
  readonly action: string | null
  readonly tier: Tier
  readonly principalKind: string
  readonly principalName: string
  readonly channel: string
  readonly touches: readonly CanonicalTouch[]
  readonly privateRead: boolean
  readonly untrustedRead: boolean
  /** What raises the call: some of it a rule that allows has to name. */
  readonly raisers: readonly Reason[]
  readonly at: EvaluationTime
  /** Arguments of an agent's own tool that no rule can speak of. */
  readonly unspoken?: boolean
}

export type RuleSet = {
  readonly count: number
  /**
   * Of all rules that hold for a call the strictest, and of those the first by id; null when none
   * holds.
   */
  strictest(facts: RuleFacts): Rule | null
  /** The first by id of those that hold and have this effect. */
  first(facts: RuleFacts, effect: Effect): Rule | null
}

type Compiled = {
  readonly rule: Rule
  /** Place among all rules, strictest first, then by id: what decides between two that hold. */
  readonly order: number
  readonly paths: readonly PathPattern[] | null
  readonly hosts: readonly HostRule[] | null
  /** As the rule writes them. */
  readonly commands: readonly CommandPattern[] | null
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
/**
 * Tools, kinds of callers, channels and tiers that are kept apart at once; a flood of tool names
 * cannot fill memory.
 */
const MOST_BUCKETS = 4_000

export function compileRules(rules: readonly Rule[], roots: PathRoots): RuleSet {
  const { foldsCase } = roots
  const compiled = [...rules].sort(strictestFirst).map((rule, order) => compile(rule, order, roots))
  const buckets = new Map<string, Bucket>()

  const bucketOf = (facts: RuleFacts): Bucket => {
    const { tool, capability, action, principalKind, channel, tier } = facts
    const key = `${tool} ${capability} ${tier} ${principalKind} ${channel} ${action ?? ''}`
    const known = buckets.get(key)
    if (known !== undefined) return known
    if (buckets.size >= MOST_BUCKETS) buckets.clear()
    const bucket = sort(compiled.filter(({ rule }) => concerns(rule, facts)))
    buckets.set(key, bucket)
    return bucket
  }

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

  return { count: rules.length, strictest: (facts) => search(facts, null), first: search }
}

const strictestFirst = (a: Rule, b: Rule): number =>
  strictness[a.effect] - strictness[b.effect] ||
  (a.id === b.id ? byWhole(a, b) : a.id < b.id ? -1 : 1)

/** Ids are unique in a configuration; where they are not, the whole of the rule tells two apart. */
const byWhole = (a: Rule, b: Rule): number => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)

function compile(rule: Rule, order: number, roots: PathRoots): Compiled {
  const { paths, domains, commands } = rule.when
  return {
    rule,
    order,
    paths: paths?.map((glob) => pathPattern(glob, roots)) ?? null,
    hosts: domains?.map(readHostPattern) ?? null,
    commands: commands?.map(readCommandPattern) ?? null,
    guardedNames: paths?.map((glob) => guardedNaming(glob, roots)) ?? [],
    expiresAt: rule.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(rule.expires),
  }
}

/**
 * The part of a rule that does not hang on this one call: what kind of caller, which tool, which
 * tier.
 */
function concerns({ effect, when }: Rule, facts: RuleFacts): boolean {
  return (
    // A rule that allows a command says nothing of what came of it, unless it names just that.
    (effect !== 'allow' || facts.phased !== true || when.capabilities !== undefined) &&
    globbed(when.tools, facts.tool) &&
    globbed(when.capabilities, facts.capability) &&
    (when.actions === undefined ||
      (facts.action !== null && when.actions.includes(facts.action))) &&
    (when.principals === undefined ||
      when.principals.some((kind) => kind === facts.principalKind)) &&
    (when.tiers === undefined || when.tiers.includes(facts.tier)) &&
    (when.channels === undefined || when.channels.some((channel) => channel === facts.channel))
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

const programOfRule = (command: string, effect: Effect): string => {
  const [program = ''] = command.split(' ')
  return effect === 'allow' ? program : programOf(program)
}

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
  { touches, principalName }: RuleFacts,
  foldsCase: boolean,
): readonly (readonly Compiled[])[] {
  const lists: (readonly Compiled[])[] = [bucket.anywhere]
  const named = bucket.byName.get(principalName)
  if (named !== undefined) lists.push(named)
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
      case 'secrets.get':
      case 'mcp.call':
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
  keys: readonly string[],
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
  if (when.agents !== undefined && !globbed(when.agents, facts.principalName)) return false
  if (when.hours !== undefined && !within(when.hours, facts.at)) return false
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
  return speaksOfTouches(each, facts.touches, foldsCase)
}

/** What a command or a server would write, nobody knows: no rule that allows takes it for plain. */
const asGuarded = ({ effect, when }: Rule, touches: readonly CanonicalTouch[]): boolean =>
  touches.some(writesGuarded) === when.guarded &&
  (effect !== 'allow' || touches.every(({ kind }) => kind !== 'proc.run' && kind !== 'mcp.call'))

function speaksOfTouches(
  each: Compiled,
  touches: readonly CanonicalTouch[],
  foldsCase: boolean,
): boolean {
  const { paths, hosts, commands, rule } = each
  const { methods, ports } = rule.when
  const goes = hosts ?? ports ?? null
  if (rule.effect === 'allow' && !isSure(commands, touches)) return false
  if (paths === null && goes === null && commands === null && methods === undefined) return true
  const spoken = touches.map((touch) => verdicts(each, touch, foldsCase))
  if (rule.effect === 'allow')
    return (
      touches.length > 0 &&
      spoken.every((list) => list.length > 0 && list.every((approved) => approved !== false))
    )
  // Each kind of condition has to be met by some touch; a call without such touches is not spoken
  // of.
  const asked = [paths, goes, commands, methods ?? null].map((condition) => condition !== null)
  return asked.every((is, at) => !is || spoken.some((list) => list[at] === true))
}

/** What is allowed without a person is known before it runs, but for what a rule says may vary. */
const isSure = (commands: Compiled['commands'], touches: readonly CanonicalTouch[]): boolean =>
  touches.every(
    (touch) =>
      touch.kind !== 'proc.run' ||
      isExact(touch) ||
      (commands !== null && coversLine(commands, touch)),
  )

type Verdict = boolean | null

/**
 * For paths, hosts, commands and methods: met, not met, or null where the rule or the touch has
 * nothing to say. Empty: a kind of touch the rule does not speak of.
 */
function verdicts(each: Compiled, touch: CanonicalTouch, foldsCase: boolean): readonly Verdict[] {
  const { paths, hosts, commands, rule } = each
  const { methods, ports } = rule.when
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write': {
      if (paths === null) return []
      const path = comparable(touch.path, foldsCase)
      return [paths.some((pattern) => pattern.matches(path)), null, null, null]
    }
    case 'net.fetch':
      if (hosts === null && ports === undefined && methods === undefined) return []
      return [
        null,
        goesTo(each, touch),
        null,
        methods === undefined ? null : methods.includes(touch.method),
      ]
    case 'proc.run': {
      if (commands === null && paths === null) return []
      const cwd = comparable(touch.cwd, foldsCase)
      const inside = paths === null ? null : paths.some((pattern) => pattern.matches(cwd))
      if (commands === null) return [inside, null, null, null]
      const concerned = ({ words }: CommandPattern): boolean =>
        concernsLine(words.join(' '), touch.parts ?? [])
      const met = rule.effect === 'allow' ? coversLine(commands, touch) : commands.some(concerned)
      return [inside, null, met, null]
    }
    case 'net.connect':
      if (hosts === null && ports === undefined && methods === undefined) return []
      // Any method can go through a connection: who forbids one forbids it, who allows some does
      // not allow it.
      return [
        null,
        goesTo(each, touch),
        null,
        methods === undefined ? null : rule.effect !== 'allow',
      ]
    case 'secrets.get':
    case 'mcp.call':
      return []
    default:
      return assertNever(touch, 'verdicts')
  }
}

/** Whether it goes to one of the hosts and ports; null where the rule names neither. */
function goesTo({ hosts, rule: { when, effect } }: Compiled, touch: HostTouch): Verdict {
  const { ports } = when
  if (hosts === null) return ports === undefined ? null : ports.includes(touch.port)
  return (
    (ports === undefined || ports.includes(touch.port)) &&
    hosts.some((host) => matchesHost(host, touch, effect === 'allow' ? 'https' : 'any', ports))
  )
}
