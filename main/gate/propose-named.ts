// Pure. Of the limits that could be proposed for a card, those that cover what it shows: a wide one
// never reaches a protected file unnamed, and sending after private data was read is named in
// words.
import type { Reason } from '../../contract/policy/decision.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { writesGuarded } from './touch-facts.ts'
import { guardedNaming } from './guarded-names.ts'
import type { PathRoots } from './path-glob.ts'
import type { Proposal } from './propose.ts'
import { hasNamed } from './raiser-cover.ts'

/** None where the target came out of untrusted text: an approval of that is for this once. */
export function namedProposals(
  proposals: readonly Proposal[],
  reasons: readonly Reason[],
  touches: readonly CanonicalTouch[],
  roots: PathRoots,
): readonly Proposal[] {
  if (hasNamed(reasons, 'untrusted')) return []
  const guarded = touches.filter(writesGuarded)
  const fitting = proposals.filter(({ patterns }) => {
    const names = patterns.paths.map((glob) => guardedNaming(glob, roots))
    return guarded.every(({ path }) => names.some((each) => each(path)))
  })
  if (!hasNamed(reasons, 'private')) return fitting
  return fitting.map(({ patterns, text }) => ({
    patterns: { ...patterns, taint: ['private'] },
    text: `${text}, also after private data was read`,
  }))
}
