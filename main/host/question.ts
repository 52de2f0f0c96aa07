// Turns a judged call into the question that a person gets.
import type { Approval, ApprovalAnswer } from '../../contract/approval.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JsonObject } from '../../contract/json.ts'
import { ApprovalId } from '../../contract/ids.ts'
import type { Asking } from '../call/dispatch.ts'
import type { Judged } from '../call/judge.ts'
import { liftsWalls } from '../gate/bound-args.ts'
import { leasable } from '../gate/lease.ts'
import { proposeScopes } from '../gate/propose.ts'
import { newId } from './new-id.ts'

/** @param workspace real path, for the limits that are proposed. */
export function question(
  { judged, shownArgs, previews, fileHashes, undo }: Asking,
  workspace: string,
  createdAt: number,
  expiresAt: number,
): Approval {
  const proposals = lasts(judged) ? proposeScopes(judged.decision.touches, workspace, shownAsTheyAre(judged.args, shownArgs)) : []
  const { call, tool, action, decision, origins, taint, requestHash, definitionHash } = judged
  return {
    id: ApprovalId.parse(newId('apr')),
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
    answers: answersTo(judged, proposals.length > 0),
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

/** A yes for the session needs a run that it ends with; one that lasts needs limits that can be written down. */
function answersTo(judged: Judged, scopable: boolean): ApprovalAnswer[] {
  const yes: ApprovalAnswer[] = ['once']
  if (lasts(judged) && judged.call.runId !== null) yes.push('session')
  if (scopable) yes.push('scope')
  if (lasts(judged)) yes.push('always')
  return [...yes, 'deny-once', 'deny-always']
}

/** Where the danger is in what was read, a yes is for this once. */
const lasts = ({ decision, tool, args }: Judged): boolean =>
  leasable(decision.tier, decision.by.kind, decision.touches) &&
  !liftsWalls(tool.manifest, args) &&
  !decision.reasons.some(({ code }) => code === 'origin.untrusted')
