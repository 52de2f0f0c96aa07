// Pure. A job acts for the principal that made it: its calls are decided for both, and the stricter
// decision wins.
import type { Decision } from '../../contract/policy/decision.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { tierRank } from '../../contract/call/tier.ts'
import { decide } from './decide.ts'
import type { DecisionRequest } from './decision-request.ts'
import type { Policy } from './policy.ts'

/** @param maker on whose word it is made; null: on the principal's own */
export function decideFor(
  request: DecisionRequest,
  maker: Principal | null,
  policyOf: (asker: Principal) => Policy,
): Decision {
  const own = decide(request, policyOf(request.principal))
  if (maker === null) return own
  const makers = decide({ ...request, principal: maker }, policyOf(maker))
  return notBeyond(own, makers, maker.name)
}

/**
 * Never looser than for the one who had it made: what they are denied is denied, and what they are
 * asked about is asked about, unless a lease for the job itself covers it.
 */
function notBeyond(own: Decision, makers: Decision, name: string): Decision {
  const frees = own.effect === 'allow' && own.by.kind !== 'lease'
  const stricter =
    (makers.effect === 'deny' && own.effect !== 'deny') ||
    (makers.effect === 'confirm' && frees) ||
    (makers.approvers === 2 && own.effect === 'confirm' && own.approvers !== 2)
  if (!stricter) return own
  const reason = {
    code: 'schedule.maker',
    text: `This job was made by ${name} and can do no more than ${name} can.`,
  }
  return {
    ...makers,
    policyHash: own.policyHash,
    tier: tierRank(own.tier) > tierRank(makers.tier) ? own.tier : makers.tier,
    reasons: [...makers.reasons, reason],
  }
}
