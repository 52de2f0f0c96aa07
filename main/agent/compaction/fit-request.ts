// What the model is asked next, made to fit into what it takes at once: older results are left out
// first, then older steps. The person's words, the rules, the tools and what is open always stay. Pure.
import type { RunItem } from '../../../contract/agent/run.ts'
import type { Tokens } from '../../../contract/policy/config/model-price.ts'
import { expected } from '../limits/allowance.ts'
import { requestOf, type RequestFacts } from '../request.ts'
import { type Cut, cutOf, furtherCuts, newestOf } from './cut.ts'

/** Tokens, where nobody knows what the model takes. */
const USUAL_WINDOW = 100_000
/** What of a model's window a request may fill: the answer needs room, and tokens are estimated. */
const SHARE = 0.8
/** How full it is after a cut, so that the next steps need none. */
const AIM = 0.6

export type Fitted = ReturnType<typeof requestOf> & {
  /** Null: nothing more than before had to be cut. */
  readonly cut: Cut | null
  readonly tokensBefore: number
  /** What the answer is expected to use. */
  readonly use: Tokens
  /** As short as it gets, and still longer than the limit. */
  readonly tooLong: boolean
}

/** `set`: by the person. `window`: what the server says its model takes. `answer`: may be that long. */
export function tokenLimit(
  set: number | null,
  window: number | undefined,
  answer: number | null,
): number {
  if (set !== null) return set
  const all = window ?? USUAL_WINDOW
  return Math.floor(Math.max(all / 4, Math.min(all * SHARE, all - (answer ?? 0))))
}

export function fitRequest(items: readonly RunItem[], facts: RequestFacts, limit: number): Fitted {
  const now = cutOf(items)
  const sized = (cut: Cut) => {
    const asked = requestOf(items, facts, cut)
    return { ...asked, use: expected(asked.request) }
  }
  const whole = sized(now)
  const tokensBefore = whole.use.tokensIn
  if (tokensBefore <= limit) return { ...whole, cut: null, tokensBefore, tooLong: false }
  const cuts = furtherCuts(items, now)
  // What the newest step gave is cut only where nothing else helps.
  const newest = newestOf(items)
  const older = cuts.filter(({ results }) => results < newest)
  const best =
    mildest(older, (each) => sized(each).use.tokensIn <= limit * AIM) ??
    mildest(cuts, (each) => sized(each).use.tokensIn <= limit) ??
    cuts.at(-1) ??
    null
  if (best === null) return { ...whole, cut: null, tokensBefore, tooLong: true }
  const fitted = sized(best)
  return { ...fitted, cut: best, tokensBefore, tooLong: fitted.use.tokensIn > limit }
}

/** Each cut is shorter than the one before it. Null: none fits. */
function mildest(cuts: readonly Cut[], fits: (cut: Cut) => boolean): Cut | null {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const cut = cuts[middle]
    if (cut !== undefined && fits(cut)) high = middle
    else low = middle + 1
  }
  return cuts[low] ?? null
}
