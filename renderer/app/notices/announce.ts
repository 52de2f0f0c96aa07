// What is said of held calls to those who do not see them: that they came, that their time runs
// out, that it has. Pure.
import type { Approval } from '../../../contract/approval/approval.ts'
import { callTitle, plainTitle } from '../../../contract/approval/call-title.ts'
import { queueOrder } from '../../state/live/queue.ts'
import { strings } from '../strings.ts'

export type Said = { readonly polite: string; readonly urgent: string }
type Open = ReadonlyMap<string, Approval>

/** With less than this left it is said once more. */
export const SOON_MS = 60_000
/** One that never had longer than this is said when it comes, and that is enough. */
const SHORT_MS = 2 * SOON_MS

const phrase = (approval: Approval, workspace: string): string =>
  plainTitle(callTitle(approval, workspace))

/**
 * Null: nothing that has to be said. Only what can do the worst interrupts what is being read out.
 */
export function changeWords(
  before: Open,
  after: Open,
  now: number,
  workspace: string,
): Said | null {
  const arrived = queueOrder([...after.values()].filter(({ id }) => !before.has(id)))
  const ranOut = [...before.values()].filter(
    ({ id, expiresAt }) => !after.has(id) && expiresAt <= now,
  )
  const [worst] = arrived
  const [gone] = ranOut
  const lost =
    gone === undefined
      ? ''
      : ranOut.length === 1
        ? strings.ranOut(phrase(gone, workspace))
        : strings.ranOutMany(ranOut.length)
  if (worst === undefined) return lost === '' ? null : { polite: lost, urgent: '' }
  const { tier } = worst.decision
  const came =
    arrived.length === 1
      ? strings.arrived(tier, phrase(worst, workspace))
      : strings.arrivedMany(arrived.length, tier)
  const said = [came, lost].filter((text) => text !== '').join('. ')
  return tier === 'R4' ? { polite: '', urgent: said } : { polite: said, urgent: '' }
}

/** Calls whose last minute has begun. */
export const runningOut = (open: Open, now: number): readonly Approval[] =>
  [...open.values()].filter(
    ({ createdAt, expiresAt }) =>
      expiresAt > now && expiresAt - now < SOON_MS && expiresAt - createdAt > SHORT_MS,
  )

export const soonWords = (soon: readonly Approval[], workspace: string): string => {
  const [first] = soon
  return first === undefined
    ? ''
    : soon.length === 1
      ? strings.soon(phrase(first, workspace))
      : strings.soonMany(soon.length)
}
