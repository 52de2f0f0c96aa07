// Whether one rule says nothing that another does not say already. Errs on the side of no: two
// rules that are compared wrongly would raise a false alarm, two that are not compared raise none.
// Pure.
import { readHostPattern, schemeOf } from '../../../contract/policy/host-pattern.ts'
import type { Rule, RuleWhen } from '../../../contract/policy/rule.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { readCommandPattern } from '../../../contract/policy/command-pattern.ts'
import { concerned } from '../checks/known-names.ts'
import type { PolicyFacts } from '../facts.ts'

/** What a rule can only speak of to cover another where that one speaks of it too. */
const spokenByBoth = [
  'paths',
  'commands',
  'domains',
  'actions',
  'tiers',
  'principals',
  'channels',
  'trust',
  'zones',
  'workspaces',
  'ports',
  'methods',
  'taint',
  'agents',
] as const satisfies readonly (keyof RuleWhen)[]

/** Those of them that it speaks of, one bit each. */
export const topicsOf = ({ when }: Rule): number =>
  spokenByBoth.reduce((bits, key, at) => (when[key] === undefined ? bits : bits | (1 << at)), 0)

/**
 * Whether one with these topics can cover one with those; `covers` says whether it does. For a long list
 * of rules, in which each is held against each other.
 */
export const mayCover = (outer: number, inner: number): boolean => (outer & ~inner) === 0

/**
 * Whenever `inner` holds, `outer` holds. The two may differ in effect: an allow rule holds when all
 * touches match, the others when one does (contract/policy/rule.ts).
 */
export function covers(outer: Rule, inner: Rule, facts: PolicyFacts): boolean {
  if (
    outer.expires !== undefined &&
    (inner.expires === undefined || Date.parse(inner.expires) > Date.parse(outer.expires))
  )
    return false
  // Without a scheme a host is https for an allow rule and either for the others, and `ports` are
  // in for a port.
  if (
    outer.effect === 'allow' &&
    inner.effect !== 'allow' &&
    (outer.when.domains?.some((text) => schemeOf(text) === null) === true ||
      outer.when.allowlist !== undefined)
  )
    return false
  if (
    outer.when.domains !== undefined &&
    JSON.stringify(outer.when.ports) !== JSON.stringify(inner.when.ports)
  )
    return false
  // Where a rule that allows speaks of zones it is silent of commands that it does not name.
  if (
    outer.effect === 'allow' &&
    outer.when.zones !== undefined &&
    outer.when.commands === undefined &&
    (inner.effect !== 'allow' || inner.when.commands !== undefined)
  )
    return false
  // A rule that allows is silent of commands where it speaks of guarded files; the others are not.
  if (outer.when.guarded !== undefined && outer.effect === 'allow' && inner.effect !== 'allow')
    return false
  return (
    saysNoMore(outer.when, inner.when, facts) &&
    touchesToo(outer, inner) &&
    namesToo(outer, inner, facts)
  )
}

/**
 * A rule that allows covers some things only where it names them: the wider of two may name less.
 */
function namesToo(outer: Rule, inner: Rule, { namesGuarded }: PolicyFacts): boolean {
  if (outer.effect !== 'allow' || inner.effect !== 'allow') return true
  if (inner.when.taint !== undefined && outer.when.taint === undefined) return false
  return (inner.when.paths ?? []).every(
    (path) => !namesGuarded(path) || outer.when.paths?.includes(path) === true,
  )
}

/**
 * Each condition of `outer` is one of `inner` too, and as wide or wider. In the order of what two
 * rules differ in most, and what takes longest last.
 */
function saysNoMore(outer: RuleWhen, inner: RuleWhen, facts: PolicyFacts): boolean {
  return (
    within(outer.paths, inner.paths, pathWithin) &&
    within(outer.commands, inner.commands, commandWithin) &&
    within(outer.domains, inner.domains, (a, b) => hostWithin(a, b, facts)) &&
    within(outer.actions, inner.actions, same) &&
    within(outer.tiers, inner.tiers, same) &&
    within(outer.principals, inner.principals, same) &&
    within(outer.channels, inner.channels, same) &&
    within(outer.trust, inner.trust, same) &&
    within(outer.zones, inner.zones, same) &&
    within(outer.workspaces, inner.workspaces, pathWithin) &&
    (outer.requestBytes === undefined || equal(outer.requestBytes, inner.requestBytes ?? null)) &&
    (outer.allowlist === undefined || equal(outer.allowlist, inner.allowlist ?? null)) &&
    (outer.newHost === undefined || outer.newHost === inner.newHost) &&
    (outer.denials === undefined || outer.denials === inner.denials) &&
    (outer.rate === undefined || equal(counted(outer), counted(inner))) &&
    within(outer.ports, inner.ports, same) &&
    within(outer.methods, inner.methods, same) &&
    within(outer.taint, inner.taint, same) &&
    (outer.guarded === undefined || outer.guarded === inner.guarded) &&
    within(outer.agents, inner.agents, (a, b) => facts.matchName(a, b)) &&
    (outer.hours === undefined || equal(outer.hours, inner.hours ?? null)) &&
    namesWithin(outer, inner, facts)
  )
}

/** Every member of `inner` lies in some member of `outer`. No list is no limit. */
function within<T>(
  outer: readonly T[] | undefined,
  inner: readonly T[] | undefined,
  lies: (outer: T, inner: T) => boolean,
): boolean {
  return (
    outer === undefined ||
    (inner !== undefined && inner.every((member) => outer.some((wide) => lies(wide, member))))
  )
}

/** Begins with the same words, and lets no less vary. */
function commandWithin(outer: string, inner: string): boolean {
  if (outer === inner) return true
  // Nearly all of a thousand rules differ in their first words: no list is made of them for that.
  const prefix = outer.endsWith(' {any}') ? outer.slice(0, -' {any}'.length) : outer
  if (outer !== '{any}' && !inner.startsWith(prefix)) return false
  const [wide, narrow] = [readCommandPattern(outer), readCommandPattern(inner)]
  return (
    (wide.varies || !narrow.varies) && wide.words.every((word, at) => narrow.words[at] === word)
  )
}

const same = (a: unknown, b: unknown): boolean => a === b
const equal = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

/** What is counted are calls of the tools and actions that the rule names. */
const counted = ({ rate, tools, ids, categories, actions }: RuleWhen): unknown => [
  rate ?? null,
  categories ?? null,
  tools ?? null,
  ids ?? null,
  actions ?? null,
]

/** A `*` of a pattern lies in a `*` only, so a pattern may be matched like a name. */
function namesWithin(outer: RuleWhen, inner: RuleWhen, facts: PolicyFacts): boolean {
  const matches = facts.matchName
  if (
    within(outer.categories, inner.categories, same) &&
    within(outer.tools, inner.tools, matches) &&
    within(outer.ids, inner.ids, matches)
  )
    return true
  // Written out on one side by tool and on the other by capability: then the tools they mean are
  // compared.
  const writtenOut = [inner.tools, inner.ids].some(
    (list) => list !== undefined && !list.some((name) => name.includes('*')),
  )
  return (
    writtenOut &&
    facts.tools.every((tool) => !concerned(inner, tool, matches) || concerned(outer, tool, matches))
  )
}

/** Equal, or below a folder that ends in a double star. Nothing is said of patterns with `..`. */
function pathWithin(outer: string, inner: string): boolean {
  if (outer === inner) return true
  if (!outer.endsWith('**')) return false
  const folder = outer.slice(0, -2)
  // Of a thousand rules each is held against each other, and nearly all of them differ here.
  const below = inner === folder.slice(0, -1) || inner.startsWith(folder)
  if (!below && folder !== '' && folder !== '/') return false
  if (
    [outer, inner].some(
      (glob) =>
        glob.includes('\\') || glob.split('/').some((name) => name === '..' || name === '.'),
    )
  )
    return false
  if (outer === '/**') return true
  if (/[*?]/.test(folder) || (folder !== '' && !folder.endsWith('/'))) return false
  // A pattern without a root counts from the workspace.
  if (folder === '') return !/^([/~]|[A-Za-z]:)/.test(inner)
  return below
}

function hostWithin(outer: string, inner: string, { isPublicName }: PolicyFacts): boolean {
  if (outer === inner) return true
  if (!outer.includes('*.')) return false
  const [wide, narrow] = [readHostPattern(outer), readHostPattern(inner)]
  if (
    !wide.below ||
    wide.scheme !== narrow.scheme ||
    wide.port !== narrow.port ||
    !narrow.host.endsWith(`.${wide.host}`)
  )
    return false
  return narrow.below || isPublicName(narrow.host)
}

/**
 * What is said of touches applies to `outer` as well, given that each of its conditions is no
 * narrower.
 */
function touchesToo(outer: Rule, inner: Rule): boolean {
  const asked = spoken(outer.when)
  if (asked.length === 0) return true
  // One touch was enough for inner: the same one is enough for outer, unless that asks for all of
  // them.
  if (inner.effect !== 'allow') return outer.effect !== 'allow'
  const given = spoken(inner.when)
  const [files, net] = [
    ['paths', 'commands', 'zones'],
    ['domains', 'ports', 'methods', 'requestBytes', 'newHost', 'allowlist'],
  ] as const
  if (outer.effect === 'allow') {
    // Outer has to speak of each kind of touch that inner may have let through.
    return given.every((kind) =>
      reach[kind].every((touch) => asked.some((other) => reaches(other, touch))),
    )
  }
  // Inner held on all touches; one of them has to be of the kind that outer asks for.
  return asked.every((kind) => {
    if (kind === 'paths' || kind === 'zones')
      return given.every((other) => files.some((name) => name === other))
    if (kind === 'commands') return given.every((other) => other === 'commands')
    return given.every((other) => net.some((name) => name === other))
  })
}

type Spoken = keyof typeof reach
const reach = {
  paths: ['file', 'command'],
  commands: ['command'],
  domains: ['request'],
  ports: ['request'],
  methods: ['request'],
  zones: ['file'],
  requestBytes: ['request'],
  newHost: ['request'],
  allowlist: ['request'],
} as const satisfies Readonly<Partial<Record<keyof RuleWhen, readonly string[]>>>
const reaches = (kind: Spoken, touch: string): boolean => reach[kind].some((each) => each === touch)
const spoken = (when: RuleWhen): readonly Spoken[] =>
  (Object.keys(reach) as Spoken[]).filter((kind) => when[kind] !== undefined)
