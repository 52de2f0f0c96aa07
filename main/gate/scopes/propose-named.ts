// Pure. Of the scopes of a card, those that an approval may have: a wide one never reaches a
// protected file unnamed, and sending after private data was read is named in words. The others can
// only be denied.
import type { Reason } from '../../../contract/policy/decision.ts'
import type { ScopeProposal } from '../../../contract/approval/approval.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { writesGuarded } from '../touch-facts.ts'
import { guardedNaming } from '../guarded-names.ts'
import type { PathRoots } from '../path-glob.ts'
import type { Proposal } from './scope-facts.ts'
import { hasNamed } from '../lease/raiser-cover.ts'

/**
 * No approval where the target came out of untrusted text: that is for this once.
 * @param lasts whether an approval of this call may be in force any longer than it
 */
export function namedProposals(
  proposals: readonly Proposal[],
  lasts: boolean,
  reasons: readonly Reason[],
  touches: readonly CanonicalTouch[],
  roots: PathRoots,
): readonly ScopeProposal[] {
  const guarded = touches.filter(writesGuarded)
  const allowable = lasts && !hasNamed(reasons, 'untrusted')
  const both = reasons.some(({ code }) => code === 'flow.both')
  const isPrivate = both || hasNamed(reasons, 'private')
  return proposals.map(({ patterns, text, exact = false }) => {
    const names = patterns.paths.map((glob) => guardedNaming(glob, roots))
    const reaches = exact || guarded.every(({ path }) => names.some((each) => each(path)))
    const allows = allowable && reaches
    if (!allows || !isPrivate) return { patterns, text, exact, allows }
    // To a service that takes whatever it is given, private data goes by what it is given, or not.
    // A URL carries what is left open of it.
    const bound =
      patterns.urlHosts === undefined &&
      (patterns.free === undefined || Object.keys(patterns.args ?? {}).length > 0)
    if (!bound) return { patterns, text, exact, allows: false }
    return {
      exact,
      allows,
      patterns: { ...patterns, taint: both ? ['private', 'untrusted'] : ['private'] },
      text: `${text}, also after private data ${both ? 'and text that anyone may have written were' : 'was'} read`,
    }
  })
}
