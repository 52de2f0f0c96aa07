// Pure. What raises a call has to have been on the card of the lease that lets it run, and three
// things have to be named one by one, in leases and in rules that allow: protected files, a target out
// of untrusted text, sending after private data was read.
import type { Reason } from '../../../contract/policy/decision.ts'
import type { Lease, LeasePatterns } from '../../../contract/approval/lease.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { CompiledLease } from './compiled-lease.ts'
import type { GuardedNaming } from '../guarded-names.ts'
import { beyond, boundsOf } from './raiser-bounds.ts'
import type { RaisedFacts } from './raiser-bounds.ts'
import { GUARDED_ARGUMENT } from '../raises/guarded-argument-raise.ts'
import { QUESTION } from '../raises/question-raise.ts'
import { NAMELESS } from '../raises/recipient-raise.ts'
import { touchKey, writesGuarded } from '../touch-facts.ts'

const GUARDED = 'path.guarded'
/** By what a lease or a rule names it. */
const named: Readonly<Record<string, 'private' | 'untrusted'>> = {
  'flow.private-out': 'private',
  'origin.untrusted': 'untrusted',
}

/**
 * Of the reasons on a card those that raise the call. What a layer said is none, and neither is the
 * tool's own tier.
 */
export const raisersOn = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.filter(
    ({ code }) =>
      code === 'setting.tier' ||
      code === 'flow.private-out' ||
      (/^(?:path|size|host|command|secret|principal|channel|tool|origin)\./.test(code) &&
        code !== 'command.sandboxed-read'),
  )

/** The codes that a lease keeps of its card. */
export const raiserCodes = (reasons: readonly Reason[]): string[] =>
  [...new Set(raisersOn(reasons).map(({ code }) => code))].toSorted()

/**
 * What a lease by hand shows by being written: where its paths, hosts and commands lead. Sizes and
 * changed tools are not in it.
 */
export const raisersByHand = ({ paths, hosts, commands, taint = [] }: LeasePatterns): string[] => [
  'principal.delegated',
  ...(paths.length === 0 ? [] : [GUARDED, 'path.read-outside', 'path.write-outside']),
  ...(hosts.length === 0 ? [] : ['host.connects', 'host.sends', 'host.unlisted']),
  ...(commands.length === 0
    ? []
    : ['command.network', 'command.unlisted', 'command.writes-outside']),
  ...Object.entries(named).flatMap(([code, name]) => (taint.includes(name) ? [code] : [])),
]

/**
 * What raises this call and is not in the lease, or goes beyond what its card showed. Empty: it
 * covers all of it.
 */
export function uncoveredBy(
  { lease, shown, hosts, guardedNames }: CompiledLease,
  raisers: readonly Reason[],
  facts: RaisedFacts,
): readonly Reason[] {
  const namesAll = (): boolean =>
    facts.touches.every(
      (touch) =>
        !writesGuarded(touch) ||
        shown.has(touchKey(touch)) ||
        guardedNames.some((names) => names(touch.path)),
    )
  /**
   * One limit of the card that covers both hosts. What is before the host has to be the same.
   */
  const alike = (code: string, one: string, other: string): boolean => {
    if (!code.startsWith('host.')) return false
    const [a, b] = [one.split(' '), other.split(' ')]
    const [host, asked] = [a.pop() ?? '', b.pop() ?? '']
    return (
      a.join(' ') === b.join(' ') &&
      hosts.some(
        (rule) => rule.below && [host, asked].every((name) => name.endsWith(`.${rule.host}`)),
      )
    )
  }
  const withoutEnd = (code: string): boolean => {
    if (!lease.raisers.includes(code)) return true
    if (code === GUARDED) return !namesAll()
    const name = named[code]
    return name !== undefined && lease.patterns.taint?.includes(name) !== true
  }
  // By hand there was no card: its limits are all there is, and sizes are not in its codes.
  const over = (code: string): readonly Reason[] => {
    const said = raisers.filter((raiser) => raiser.code === code)
    // Who is named in it was on a card, whatever was read since.
    if (code === NAMELESS)
      return (facts.nameless ?? []).every((pointer) => binds(lease, pointer)) ? [] : said
    if (code === QUESTION)
      return (facts.questions ?? []).every((pointer) => binds(lease, pointer)) ? [] : said
    if (withoutEnd(code)) return said
    return lease.approvalId === null ? [] : beyond(said, lease.bounds, boundsOf(code, facts), alike)
  }
  const left = new Set([...new Set(raisers.map(({ code }) => code))].flatMap(over))
  return raisers.filter((raiser) => left.has(raiser))
}

const binds = ({ args, patterns }: Lease, pointer: string): boolean =>
  [args, patterns.args, patterns.urlHosts].some(
    (bound) => bound !== undefined && (Object.hasOwn(bound, pointer) || Object.hasOwn(bound, '')),
  )

/**
 * As far as a rule that allows has to name it: with `paths` that write out a protected file, with
 * `taint` for the other two.
 */
export function unnamedBy(
  { when }: Pick<Rule, 'when'>,
  guardedNames: readonly GuardedNaming[],
  raisers: readonly Reason[],
  touches: readonly CanonicalTouch[],
): readonly Reason[] {
  return raisers.filter(({ code }) => {
    if (code === GUARDED)
      return !touches.every(
        (touch) => !writesGuarded(touch) || guardedNames.some((names) => names(touch.path)),
      )
    const name =
      code === 'origin.argument' || code === NAMELESS || code === GUARDED_ARGUMENT
        ? 'untrusted'
        : code === QUESTION
          ? 'private'
          : named[code]
    return name !== undefined && when.taint?.includes(name) !== true
  })
}

/** Whether the card shows that which has to be named by itself. */
export const hasNamed = (reasons: readonly Reason[], name: 'private' | 'untrusted'): boolean =>
  reasons.some(({ code }) => named[code] === name)

/**
 * What is wrong with these limits for a card with these reasons, in one sentence; null when they
 * fit.
 */
export function unshown(lease: Lease, reasons: readonly Reason[]): string | null {
  const both = reasons.some(({ code }) => code === 'flow.both')
  const odd = both
    ? undefined
    : (lease.patterns.taint ?? []).find((name) => !hasNamed(reasons, name))
  if (odd === undefined) return null
  return odd === 'private'
    ? 'The call does not send out after private data was read.'
    : 'The target of the call did not come out of untrusted text.'
}
