// When to tell a person who looks elsewhere that calls are held, and in which words. Calls that
// come within a short while are notified of together, once. Each by the title of its card: of an
// address only its host, of a file only its path, of a command what the card's title has of it.
import type { Approval } from './approval.ts'
import { callTitle, plainTitle } from './call-title.ts'
import type { ApprovalId } from '../ids.ts'
import { tierRank } from '../call/tier.ts'

type NotifiedApproval = Pick<
  Approval,
  'id' | 'title' | 'tool' | 'args' | 'decision' | 'principal' | 'staged' | 'rehearsal' | 'from'
>

export type Digest = {
  opened(approval: NotifiedApproval): void
  /** Answered, or run out: nobody needs to be told about it any more. */
  closed(id: ApprovalId): void
}

export type DigestDeps = {
  /** Whether the person has the window in front of them, who then needs no notification. */
  readonly inFront: () => boolean
  readonly now: () => number
  readonly after: (ms: number, act: () => void) => unknown
  /** Riskiest first; at least one. */
  readonly show: (held: readonly [NotifiedApproval, ...NotifiedApproval[]]) => void
}

/**
 * How long a call is held before it is announced, so that calls held together share one notification.
 */
export const GATHER_MS = 2_000
/** From one notification to the next. */
export const APART_MS = 10_000

export function openDigest({ inFront, now, after, show }: DigestDeps): Digest {
  const waiting = new Map<ApprovalId, NotifiedApproval>()
  let last = Number.NEGATIVE_INFINITY
  let set = false
  const notify = (): void => {
    set = false
    const [first, ...rest] = [...waiting.values()].toSorted(
      (a, b) => tierRank(b.decision.tier) - tierRank(a.decision.tier),
    )
    waiting.clear()
    if (first === undefined || inFront()) return
    last = now()
    show([first, ...rest])
  }
  return {
    opened(approval) {
      if (inFront()) return
      waiting.set(approval.id, approval)
      if (set) return
      set = true
      after(Math.max(GATHER_MS, last + APART_MS - now()), notify)
    },
    closed: (id) => void waiting.delete(id),
  }
}

const NAMED = 3

/** Two short lines. */
export function digestText(
  [first, ...rest]: readonly [NotifiedApproval, ...NotifiedApproval[]],
  workspace: string,
): {
  readonly title: string
  readonly body: string
} {
  const named = (one: NotifiedApproval): string => plainTitle(callTitle(one, workspace))
  if (rest.length === 0)
    return {
      title: named(first),
      body:
        first.from === undefined
          ? `${first.principal.name.slice(0, 60)} needs approval (${first.decision.tier}).`
          : `${first.from.person.slice(0, 60)} asks for a second approval on ${first.from.machine} (${first.decision.tier}).`,
    }
  const all = [first, ...rest].map((one) => `${named(one)} (${one.decision.tier})`)
  const kinds = [...new Set(all)].map((kind) => {
    const times = all.filter((each) => each === kind).length
    return times === 1 ? kind : `${times} × ${kind}`
  })
  const more = kinds.length - NAMED
  return {
    title: `${all.length} pending approvals`,
    body: `${kinds.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  }
}
