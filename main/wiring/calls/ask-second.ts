// Asks a person at another machine for the second approval: signs what the first person saw, and keeps
// it in a table. The fleet, which is opened later, takes it from there.
import type { Approval } from '../../../contract/approval/approval.ts'
import { ok } from '../../../contract/result.ts'
import type { ApprovalQueueDeps } from '../../approvals/approval-queue-deps.ts'
import type { ConfigStore } from '../../config/config.ts'
import { writeRequest } from '../../fleet/approve/write-request.ts'
import type { WriteEntry } from '../../pipeline/pipeline-deps.ts'
import type { SigningKeys } from '../../secrets/signing-key.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'
import type { Attempt } from '../../store/attempts.ts'
import type { SecondRequestsTable } from '../../store/tables/second-requests-table.ts'
import { fleetSigner } from '../fleet-signer.ts'

export type AskSecondDeps = {
  readonly config: Pick<ConfigStore, 'current'>
  readonly signingKeys: Pick<SigningKeys, 'signer'>
  readonly requests: Pick<SecondRequestsTable, 'put'>
  readonly approvals: Pick<ApprovalsTable, 'get'>
  readonly attempt: Attempt
  readonly journal: WriteEntry
  /** As a screen shows it: every secret replaced. */
  readonly shown: (approval: Approval) => Approval
  readonly asked: (approval: Approval) => void
}

export const wireAskSecond = (deps: AskSecondDeps): ApprovalQueueDeps['second'] => ({
  async ask(approval, first) {
    const { id, callId, tool, expiresAt } = approval
    const signer = fleetSigner(deps.signingKeys)
    if (!signer.ok) return signer
    const written = writeRequest(deps.shown(approval), first, deps.config.current().fleet, (text) =>
      ok(signer.value.sign(text)),
    )
    if (!written.ok) return written
    const { request, asked, body, signature } = written.value
    const put = await deps.attempt(() =>
      deps.requests.put({
        approvalId: id,
        request,
        body,
        signature,
        expiresAt,
        first,
        asked: [...asked],
      })
        ? deps.approvals.get(id)
        : null,
    )
    if (!put.ok || put.value === null) return put
    await deps.journal(
      {
        kind: 'second-approval',
        change: 'asked',
        request,
        toolName: tool,
        text: '',
        machine: asked
          .map(({ machine }) => machine)
          .join(', ')
          .slice(0, 200),
        person: asked
          .map(({ person }) => person)
          .join(', ')
          .slice(0, 200),
        call: callId,
        approvalId: id,
        surface: first.surface,
        stepUp: first.stepUp,
      },
      'owed',
    )
    deps.asked(put.value)
    return put
  },
})
