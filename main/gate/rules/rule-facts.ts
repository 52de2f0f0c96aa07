// Pure. The facts of one call that a rule is compared with.
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { Reason } from '../../../contract/policy/decision.ts'
import type { EarlierFacts } from '../decision-request.ts'
import type { CallKind } from './call-kind.ts'
import type { Workers } from './rule-callers.ts'
import type { EvaluationTime } from './rule-hours.ts'

export type RuleFacts = CallKind &
  Workers & {
    readonly touches: readonly CanonicalTouch[]
    readonly privateRead: boolean
    readonly untrustedRead: boolean
    /** What raises the call: some of it a rule that allows has to name. */
    readonly raisers: readonly Reason[]
    readonly at: EvaluationTime
    readonly earlier?: EarlierFacts | undefined
    /** Arguments of an agent's own tool that no rule can speak of. */
    readonly unspoken?: boolean
  }
