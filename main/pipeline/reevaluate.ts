// When the policy changes, every question that waits is judged again: what is now refused is
// withdrawn, the rest is put before the person with the decision as it stands today. An answer can
// so never rest on a policy that is gone.
import type { Approval } from '../../contract/approval/approval.ts'
import type { DecidedBy } from '../../contract/policy/decision.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Hidden } from '../gate/view.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluateDeps, EvaluatedCall } from './evaluate.ts'

export type ReevaluateDeps = EvaluateDeps & {
  readonly pending: () => Iterable<Approval>
  readonly requestOf: (approval: Approval) => JsonObject | null
  /** Puts the question anew, as it stands today. */
  readonly reask: (approval: Approval, judged: EvaluatedCall, request: JsonObject) => Promise<void>
  readonly withdraw: (approval: Approval, why: Turned) => Promise<void>
  /**
   * What keeps the tool out of the asker's view now; null where nothing does, or where there is no
   * such tool.
   */
  readonly hidden: (approval: Approval) => Hidden | null
}

/** What changed, so that a call which could be asked is refused now. */
export type Turned =
  | 'emergency-stop'
  | 'guard'
  | 'preset'
  | 'policy-change'
  | 'tool-gone'
  | 'unrecorded'

export async function reevaluate(needs: ReevaluateDeps): Promise<void> {
  for (const approval of needs.pending()) {
    const args = needs.requestOf(approval)
    const { callId, principal, channel, runId, tool } = approval
    const judgement =
      args === null
        ? null
        : await evaluate({ id: callId, principal, channel, runId, tool, args }, needs)
    // Its arguments cannot be read any more.
    if (args === null || judgement === null) await needs.withdraw(approval, 'unrecorded')
    else if (!judgement.ok)
      await needs.withdraw(approval, turnedBy(needs.hidden(approval), judgement.error.code))
    else if (judgement.value.decision.effect === 'deny')
      await needs.withdraw(approval, decidedBy(judgement.value.decision.by.kind))
    else if (judgement.value.decision.policyHash !== approval.policyHash) {
      // Once held, a call stays held: a policy that became freer is no person's yes.
      const decision = { ...judgement.value.decision, effect: 'confirm' as const }
      await needs.reask(approval, { ...judgement.value, decision }, args)
    }
  }
}

const turnedBy = (hidden: Hidden | null, code: string): Turned =>
  hidden === 'guard' || hidden === 'preset'
    ? hidden
    : code === 'tool.unknown'
      ? 'tool-gone'
      : 'policy-change'

const decidedBy = (kind: DecidedBy['kind']): Turned =>
  kind === 'emergency-stop' || kind === 'guard' || kind === 'preset' ? kind : 'policy-change'
