// What a lasting answer to a held call would have decided about the newest calls.
import type { Approval, Reply } from '../../../contract/approval/approval.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { LastingPreview } from '../../../contract/policy/simulation.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { lastingAnswer } from '../../approvals/lasting-answer.ts'
import { previewLease, previewRule } from '../../gate/simulate.ts'
import { protectedReach } from '../../policy/protected-reach.ts'
import type { PreviewDeps } from './preview-deps.ts'

/** Decisions that a preview looks at. */
const PREVIEWED = 1_000

export const lastingPreview =
  ({ tried, config, runner, inForce, lasting }: PreviewDeps) =>
  async (
    approval: Approval,
    reply: Pick<Reply, 'answer' | 'scope' | 'choice'>,
  ): Promise<Result<LastingPreview, Failure>> => {
    const brought = lastingAnswer(approval, reply, lasting())
    if (!brought.ok) return brought
    const { lease, rule } = brought.value
    await runner.ready
    const history = await tried.history(inForce, PREVIEWED)
    const current = config.current()
    if (lease !== undefined) {
      const policy = inForce.policy()
      const guarded = await protectedReach(lease, policy.roots)
      return ok({
        ...previewLease(history, lease, policy, tried.replay(current, policy)),
        protectedPaths: guarded,
      })
    }
    if (rule === undefined)
      return err(
        failure(
          'approval.nothing-lasting',
          'This answer covers one call, so it would not have changed past calls.',
        ),
      )
    const policy = tried.under({ ...current, rules: [...current.rules, rule] }).policy()
    return ok({
      ...previewRule(history, rule, policy, tried.replay(current, policy)),
      protectedPaths: null,
    })
  }
