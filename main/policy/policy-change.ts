// A change of configuration is a change of policy: journalled, and every held question judged
// again.
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import type { CallState } from '../../contract/call/call.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { ApprovalQueue } from '../approvals/approval-queue-deps.ts'
import type { Waits } from '../pipeline/pipeline.ts'
import type { EvaluatedCall } from '../pipeline/evaluate.ts'
import { reevaluate } from '../pipeline/reevaluate.ts'
import { hiddenBy } from '../gate/view.ts'
import type { Hidden } from '../gate/view.ts'
import type { ConfigStore } from '../config/config.ts'
import { nativeTool } from '../clients/hook/native-tool.ts'
import type { Registry } from '../registry/registry.ts'
import type { WiredPipeline } from '../wiring/calls/pipeline.ts'
import { draftApproval } from '../pipeline/approval-draft.ts'

export type PolicyChangeDeps = {
  readonly pipeline: WiredPipeline
  readonly approvalQueue: ApprovalQueue
  readonly config: ConfigStore
  readonly waits: Waits
  readonly requestOf: (approval: Approval) => JsonObject | null
  readonly changed: (callId: CallId, runId: RunId | null, state: CallState) => void
  readonly registry: Pick<Registry, 'get'>
  readonly now: () => number
}

/** Gives what to do after every change of the configuration. */
export function policyChange(needs: PolicyChangeDeps): () => Promise<void> {
  const { pipeline, approvalQueue, config, waits, requestOf, changed, now } = needs
  let known = pipeline.policy().hash
  const hidden = ({ tool, principal }: Approval): Hidden | null => {
    const found = needs.registry.get(tool) ?? nativeTool(tool)
    return found === null
      ? null
      : hiddenBy(found.tool.manifest, principal, pipeline.policy(principal))
  }

  const reask = async (
    approval: Approval,
    judged: EvaluatedCall,
    request: JsonObject,
  ): Promise<void> => {
    const [previews, fileHashes, undo] = await Promise.all([
      pipeline.previews(judged),
      pipeline.fileHashes(judged),
      pipeline.undo.forecast(judged),
    ])
    const anew = {
      ...draftApproval(
        { judged, shownArgs: approval.args, previews, fileHashes, undo },
        pipeline.policy().roots,
        now(),
        approval.expiresAt,
      ),
      edited: approval.edited,
      again: approval.again,
    }
    await approvalQueue.replace(approval.id, anew, request, () => {
      const waiting = waits.get(approval.id)
      waits.delete(approval.id)
      if (waiting !== undefined) waits.set(anew.id, waiting)
      changed(approval.callId, approval.runId, {
        kind: 'held',
        approvalId: anew.id,
        decision: judged.decision,
      })
    })
  }

  return async () => {
    const problem = config.problem()
    const { hash } = pipeline.policy()
    if (problem !== null)
      await pipeline.journal({
        kind: 'policy',
        change: 'rejected',
        policyHash: hash,
        text: problemLine(problem),
      })
    if (hash === known) return
    known = hash
    await pipeline.journal({ kind: 'policy', change: 'changed', policyHash: hash, text: '' })
    await reevaluate({
      ...pipeline,
      pending: approvalQueue.pending,
      requestOf,
      withdraw: ({ id }, why) => approvalQueue.cancel(id, why),
      reask,
      hidden,
    })
  }
}

export const problemLine = ({
  file,
  line,
  column,
  text,
}: {
  file: string
  line: number
  column: number
  text: string
}): string => `${file}:${line}:${column} ${text}`
