// Which lease to propose after several equal approvals. Pure. Never for something that sends data out,
// and never for R4: a habit is no reason to open a way out.
import { denies, type Approval, type ScopeProposal } from '../../contract/approval/approval.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import { EQUAL_APPROVALS, type Suggestion } from '../../contract/approval/suggestion.ts'
import { canonicalJson } from '../../contract/json.ts'
import { assertNever } from '../../contract/never.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { compileLease } from '../gate/lease/compiled-lease.ts'
import { isGivenTo, reaches } from '../gate/lease/lease.ts'
import type { PathRoots } from '../gate/path-glob.ts'
import { touchKey, writesGuarded } from '../gate/touch-facts.ts'

/** `key`: the same for the same scope of the same caller, whichever card shows it. */
export type KeyedSuggestion = Suggestion & { readonly key: string }

/**
 * The narrowest scope that was approved often enough, for each of the newest calls.
 * @param answered newest first
 * @param leases those in force
 */
export function suggest(
  answered: readonly Approval[],
  leases: readonly Lease[],
  roots: PathRoots,
): readonly KeyedSuggestion[] {
  const times = countEqual(answered)
  const found = new Map<string, KeyedSuggestion>()
  for (const approval of answered) {
    if (!isYes(approval) || isCovered(approval, leases, roots)) continue
    const proposal = approval.proposals.findIndex(
      (scope) => suggestible(approval, scope) && often(times.get(keyOf(approval, scope))),
    )
    const scope = approval.proposals[proposal]
    if (scope === undefined) continue
    const key = keyOf(approval, scope)
    if (found.has(key)) continue
    const { id, principal } = approval
    found.set(key, {
      key,
      id,
      proposal,
      text: scope.text,
      times: times.get(key) ?? 0,
      principal: { kind: principal.kind, name: principal.name },
    })
  }
  return [...found.values()]
}

/** The suggestion that one of the scopes of this card is; null: none is. */
export function suggestionFor(
  approval: Approval,
  suggestions: readonly KeyedSuggestion[],
): Suggestion | null {
  for (const [proposal, scope] of approval.proposals.entries()) {
    if (!suggestible(approval, scope)) continue
    const found = suggestions.find(({ key }) => key === keyOf(approval, scope))
    if (found === undefined) continue
    const { text, principal, times } = found
    return { id: approval.id, proposal, text, principal, times }
  }
  return null
}

const often = (times: number | undefined): boolean => (times ?? 0) >= EQUAL_APPROVALS

const isYes = ({ state, route, answer }: Approval): boolean =>
  (state === 'approved' || state === 'consumed') &&
  (route === null || route === 'person') &&
  answer !== null &&
  !denies(answer)

/** How often each scope was approved since it was last denied. */
function countEqual(answered: readonly Approval[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  const closed = new Set<string>()
  for (const approval of answered) {
    const said = isYes(approval)
    if (!said && approval.route !== 'person') continue
    for (const scope of approval.proposals) {
      const key = keyOf(approval, scope)
      if (!said) closed.add(key)
      else if (!closed.has(key)) times.set(key, (times.get(key) ?? 0) + 1)
    }
  }
  return times
}

const keyOf = (
  { principal, tool, action, decision }: Approval,
  { patterns, exact }: ScopeProposal,
): string =>
  canonicalJson([
    principal.kind,
    principal.name,
    patterns.edits === true ? null : tool,
    action,
    patterns,
    // A scope for a command is one for its folder and its operators too.
    exact ? decision.touches.map(touchKey) : decision.touches.flatMap(shapeOf),
  ])

const shapeOf = (touch: CanonicalTouch): string[] =>
  touch.kind === 'proc.run'
    ? [touch.cwd, canonicalJson((touch.parts ?? []).map(({ joint = '', via }) => [joint, ...via]))]
    : []

const suggestible = (
  { answers, decision, durations }: Approval,
  { allows }: ScopeProposal,
): boolean =>
  allows &&
  answers.includes('scope') &&
  durations.includes('until-revoked') &&
  decision.tier !== 'R4' &&
  decision.touches.length > 0 &&
  decision.touches.every(staysInside)

/** Of a command only what is known to stay: one whose effect is unknown may go anywhere. */
function staysInside(touch: CanonicalTouch): boolean {
  switch (touch.kind) {
    case 'fs.read':
      return touch.zone === 'workspace'
    case 'fs.write':
      return touch.zone === 'workspace' && !writesGuarded(touch)
    case 'proc.run':
      return (
        touch.zone === 'workspace' &&
        (touch.parts ?? []).length > 0 &&
        (touch.parts ?? []).every(
          ({ opaque, exact, effects }) =>
            exact &&
            !opaque &&
            effects.every((effect) => effect === 'read-only' || effect === 'writes-inside'),
        )
      )
    case 'net.fetch':
    case 'net.connect':
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
      return false
    default:
      return assertNever(touch, 'staysInside')
  }
}

const isCovered = (
  { tool, action, principal, decision }: Approval,
  leases: readonly Lease[],
  roots: PathRoots,
): boolean =>
  leases.some((lease) => {
    const same = lease.patterns.edits === true || (lease.tool === tool && lease.action === action)
    const whose = lease.principal === null || isGivenTo(lease, principal)
    if (!same || !whose) return false
    // An answer for one run is no reason not to propose one that stays.
    if (lease.effect === 'allow' && lease.session !== null) return false
    const compiled = compileLease(lease, roots)
    return decision.touches.every((touch) => reaches(compiled, touch))
  })
