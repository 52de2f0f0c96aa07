// When the policy changes, every question that waits is judged again: what is now refused is withdrawn, the rest is put
// before the person with the decision as it stands today. An answer can so never rest on a policy that is gone.
import type { Approval } from '../../contract/approval.ts'
import type { JsonObject } from '../../contract/json.ts'
import { judge } from './judge.ts'
import type { JudgeNeeds, Judged } from './judge.ts'

export type RejudgeNeeds = JudgeNeeds & {
  readonly pending: () => readonly Approval[]
  readonly requestOf: (approval: Approval) => JsonObject | null
  /** Puts the question anew, as it stands today. */
  readonly reask: (approval: Approval, judged: Judged, request: JsonObject) => Promise<void>
  readonly withdraw: (approval: Approval) => Promise<void>
}

export async function rejudge(needs: RejudgeNeeds): Promise<void> {
  for (const approval of needs.pending()) {
    const args = needs.requestOf(approval)
    const { callId, principal, channel, runId, tool } = approval
    const judgement = args === null ? null : await judge({ id: callId, principal, channel, runId, tool, args }, needs)
    if (args === null || judgement === null || !judgement.ok || judgement.value.decision.effect === 'deny') await needs.withdraw(approval)
    else if (judgement.value.decision.policyHash !== approval.policyHash) {
      // Once held, a call stays held: a policy that became freer is no person's yes.
      const decision = { ...judgement.value.decision, effect: 'confirm' as const }
      await needs.reask(approval, { ...judgement.value, decision }, args)
    }
  }
}
