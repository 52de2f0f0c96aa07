// When the policy changes, every pending approval is evaluated again: what is refused now is
// withdrawn, the rest is asked again with the decision of today. So an answer can never rest on a
// policy that is gone.
import type { DecidedBy } from '../../contract/policy/decision.ts'
import type { Hidden } from '../gate/view.ts'
import { evaluate } from './evaluate.ts'
import type { HeldQueue, PipelineDeps, Turned } from './pipeline-deps.ts'
import { callOf } from './release.ts'
import { askAgain } from './resume.ts'
import { commitPhase } from './staging/stage.ts'
import type { Waiters } from './hold/waiters.ts'

export async function reevaluate(
  deps: PipelineDeps,
  queue: HeldQueue,
  waiters: Waiters,
): Promise<void> {
  for (const approval of queue.pending()) {
    // Its call has run: no policy decides about it any more.
    if (approval.review !== null) continue
    const args = await deps.requestOf(approval)
    // It could not be read now. It stays pending, bound to the policy of before: it cannot run.
    if (!args.ok) continue
    if (args.value === null) {
      await queue.cancel(approval.id, 'unrecorded')
      continue
    }
    const evaluated = await evaluate(callOf(approval, args.value), deps)
    if (!evaluated.ok) {
      const why = turnedBy(deps.hidden(approval), evaluated.error.code)
      await queue.cancel(approval.id, why)
      continue
    }
    const changes = approval.staged === null ? null : await deps.staging.stored(approval.callId)
    const now = changes === null ? evaluated : await commitPhase(evaluated.value, changes, deps)
    if (!now.ok || (approval.staged !== null && changes === null)) {
      await queue.cancel(approval.id, 'policy-change')
      continue
    }
    // Refused before it could be staged, it is refused now.
    const decision =
      evaluated.value.decision.effect === 'deny' ? evaluated.value.decision : now.value.decision
    if (decision.effect === 'deny') {
      await queue.cancel(approval.id, decidedBy(decision.by.kind))
      continue
    }
    if (decision.policyHash === approval.policyHash) continue
    const again = await askAgain(now.value, { approval }, deps, waiters, {
      changes,
      untried: approval.untried,
    })
    if (again.ok) await queue.replace(approval.id, again.value)
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
