// Turns a judged call into the question that a person gets.
import type { Approval, ApprovalAnswer } from '../../contract/approval.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JsonObject } from '../../contract/json.ts'
import { ApprovalId } from '../../contract/ids.ts'
import type { Asking } from '../call/dispatch.ts'
import type { Judged } from '../call/judge.ts'
import { leasable } from '../gate/lease.ts'
import { proposeScopes } from '../gate/propose.ts'
import { newId } from './new-id.ts'
import { refusalRule } from './refusal-rule.ts'

/** @param workspace real path, for the limits that are proposed. */
export function question(
  { judged, shownArgs, previews, fileHashes, undo }: Asking,
  workspace: string,
  createdAt: number,
  expiresAt: number,
): Approval {
  const proposals = lasts(judged) ? proposeScopes(judged.decision.touches, workspace, shownAsTheyAre(judged.args, shownArgs)) : []
  const { call, tool, action, decision, origins, taint, requestHash, definitionHash } = judged
  const id = ApprovalId.parse(newId('apr'))
  return {
    id,
    callId: call.id,
    runId: call.runId,
    createdAt,
    expiresAt,
    principal: call.principal,
    channel: call.channel,
    tool: tool.manifest.name,
    title: tool.manifest.title,
    action,
    decision,
    args: shownArgs,
    origins: [...origins],
    taint,
    previews: [...previews],
    requestHash,
    definitionHash,
    policyHash: decision.policyHash,
    fileHashes: { ...fileHashes },
    answers: answersTo(judged, proposals.length > 0, refusalRule({ id, tool: tool.manifest.name, action, decision }).ok),
    proposals: [...proposals],
    state: 'pending',
    answeredAt: null,
    answeredOn: null,
    answer: null,
    word: null,
    edited: null,
    undo,
    again: null,
    rehearsal: null,
  }
}

/** A value that is hidden on the card would be a limit that nobody can read, and never the same again. */
const shownAsTheyAre = (args: JsonObject, shown: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([key, value]) => canonicalJson(value) === canonicalJson(shown[key] ?? null)))

/**
 * An approval for the session needs a run, or an agent at work, that it ends with; one that lasts needs limits that can be written
 * down, and a refusal for good a rule that can name the call.
 */
function answersTo(judged: Judged, scopable: boolean, refusable: boolean): ApprovalAnswer[] {
  const yes: ApprovalAnswer[] = ['once']
  if (lasts(judged) && (judged.call.runId !== null || judged.call.principal.kind === 'mcp-client')) yes.push('session')
  if (scopable) yes.push('scope')
  if (lasts(judged)) yes.push('always')
  return [...yes, 'deny-once', ...(refusable ? (['deny-always'] as const) : [])]
}

/** Where the danger is in what was read, a yes is for this once. */
const lasts = ({ decision }: Judged): boolean =>
  leasable(decision.tier, decision.by.kind, decision.touches) && !decision.reasons.some(({ code }) => code === 'origin.untrusted')
