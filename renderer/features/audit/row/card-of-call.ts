// What the journal has of a call that nobody was asked about, as the card takes it. Pure.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ApprovalId, DefinitionHash, RequestHash } from '../../../../contract/ids.ts'
import type { CallSummary } from '../../../../contract/journal/call-summary.ts'

/** Null for one that was refused before there was anything to decide. */
export function cardOfCall(call: CallSummary): Approval | null {
  const { callId, runId, at, principal, channel, tool, args, decision } = call
  if (decision === null || principal === null || channel === null) return null
  return {
    // No approval has it: it names the call itself, and the card only shows it.
    id: callId as string as ApprovalId,
    callId,
    runId,
    principal,
    channel,
    tool,
    args,
    decision,
    createdAt: at,
    expiresAt: at,
    title: tool,
    action: null,
    origins: call.origins,
    taint: call.taint ?? { privateRead: [], untrustedRead: [] },
    previews: [],
    requestHash: '' as RequestHash,
    definitionHash: '' as DefinitionHash,
    policyHash: decision.policyHash,
    fileHashes: {},
    answers: [],
    proposals: [],
    durations: [],
    state: call.status === 'denied' ? 'denied' : 'consumed',
    answeredAt: null,
    answeredOn: null,
    answer: null,
    route: null,
    word: null,
    edited: null,
    undo: null,
    again: null,
    rehearsal: null,
    staged: null,
    untried: null,
    review: null,
    cut: null,
  }
}
