// What each scope of a pending approval would have answered, of the newest calls in the journal: the
// same gate decides them again. Asked for when a card is opened, and never on the way of a call.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { ScopeChoice } from '../../../contract/approval/lease.ts'
import type { ScopePreview, ScopePreviews } from '../../../contract/approval/suggestion.ts'
import { lastingAnswer } from '../../approvals/lasting-answer.ts'
import { previewLease, type HistoricDecision } from '../../gate/simulate.ts'
import { protectedReach } from '../../policy/protected-reach.ts'
import type { PreviewDeps } from '../policy/preview-deps.ts'

/** Calls that are looked at. */
const PREVIEWED = 200

export const scopePreviews =
  ({ tried, config, runner, inForce, lasting }: PreviewDeps) =>
  async (approval: Approval): Promise<Omit<ScopePreviews, 'suggestion'>> => {
    await runner.ready
    const history = await tried.history(inForce, PREVIEWED)
    const policy = inForce.policy()
    const replay = tried.replay(config.current(), policy)
    const [lasts] = approval.durations.toReversed()
    const sumsOf = (answer: 'scope' | 'deny-scope', choice: ScopeChoice) => {
      const brought = lastingAnswer(approval, { answer, choice }, lasting())
      if (!brought.ok || brought.value.lease === undefined) return null
      const { lease } = brought.value
      return { lease, simulation: previewLease(before(history, approval), lease, policy, replay) }
    }
    const preview = async (proposal: number): Promise<ScopePreview> => {
      if (lasts === undefined) return none
      const allowed = sumsOf('scope', { proposal, lasts })
      const denied = sumsOf('deny-scope', { proposal, lasts })
      const sums = denied?.simulation.sums ?? {}
      return {
        allowed: allowed?.simulation.sums['confirm>allow'] ?? 0,
        refused: allowed?.simulation.wouldAllowRefused ?? 0,
        denied: (sums['confirm>deny'] ?? 0) + (sums['allow>deny'] ?? 0),
        protectedPaths: allowed === null ? null : await protectedReach(allowed.lease, policy.roots),
      }
    }
    return {
      calls: before(history, approval).length,
      scopes: await Promise.all(approval.proposals.map((_, at) => preview(at))),
    }
  }

const none: ScopePreview = { allowed: 0, refused: 0, denied: 0, protectedPaths: null }

/** The call that is held is none of those before it. */
const before = (
  history: readonly HistoricDecision[],
  { callId }: Approval,
): readonly HistoricDecision[] => history.filter(({ entry }) => entry.callId !== callId)
