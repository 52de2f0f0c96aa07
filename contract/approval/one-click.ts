// Which held calls a notification may approve: those a person can see whole in it. Pure.
import type { Approval } from './approval.ts'
import { tierRank } from '../call/tier.ts'

/** What every system shows of a notification without cutting it. */
const FITS = 140
/** Nothing that a system could draw as something else: no marks of direction, no look-alikes. */
const PLAIN = /^[\x20-\x7e]*$/

/** The call whole, in one line; null for one that only its card can show. */
export function oneClickText(
  approval: Pick<
    Approval,
    | 'review'
    | 'tool'
    | 'args'
    | 'decision'
    | 'taint'
    | 'answers'
    | 'previews'
    | 'staged'
    | 'edited'
    | 'again'
  >,
): string | null {
  const { decision, taint, answers, previews, staged, edited, again, review } = approval
  const small =
    decision.effect === 'confirm' &&
    tierRank(decision.tier) <= tierRank('R2') &&
    !decision.stepUp &&
    answers.includes('once') &&
    taint.privateRead.length === 0 &&
    taint.untrustedRead.length === 0 &&
    previews.length === 0 &&
    // A result is read on its card.
    review === null &&
    staged === null &&
    edited === null &&
    again === null
  if (!small) return null
  const values = Object.entries(approval.args)
  if (values.some(([, value]) => typeof value === 'object' && value !== null)) return null
  const text = `${approval.tool} ${values.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')}`
  return text.length <= FITS && PLAIN.test(text) ? text : null
}
