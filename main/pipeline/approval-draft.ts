// Turns a judged call into the question that a person gets.
import type { Approval, ApprovalAnswer } from '../../contract/approval/approval.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JsonObject } from '../../contract/json.ts'
import { ApprovalId } from '../../contract/ids.ts'
import type { Asking } from './pipeline.ts'
import type { EvaluatedCall } from './evaluate.ts'
import { liftsWalls } from '../gate/bound-args.ts'
import { leasable } from '../gate/lease.ts'
import type { PathRoots } from '../gate/path-glob.ts'
import { namedProposals } from '../gate/propose-named.ts'
import { proposeScopes } from '../gate/propose.ts'
import { hasNamed } from '../gate/raiser-cover.ts'
import { newId } from './new-id.ts'
import { refusalRule } from './refusal-rule.ts'

/** @param roots for the limits that are proposed. */
export function draftApproval(
  { judged, shownArgs, previews, fileHashes, undo }: Asking,
  roots: PathRoots,
  createdAt: number,
  expiresAt: number,
): Approval {
  const { call, tool, action, decision, origins, taint, requestHash, definitionHash } = judged
  const { touches, reasons } = decision
  const scopes = lasts(judged)
    ? proposeScopes(touches, roots.workspace, shownAsTheyAre(judged.args, shownArgs))
    : []
  const proposals = namedProposals(scopes, reasons, touches, roots)
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
    answers: answersTo(
      judged,
      proposals.length > 0,
      refusalRule({ id, tool: tool.manifest.name, action, decision }).ok,
    ),
    proposals: [...proposals],
    state: 'pending',
    answeredAt: null,
    answeredOn: null,
    answer: null,
    route: null,
    word: null,
    edited: null,
    undo,
    again: null,
    rehearsal: null,
  }
}

/**
 * A value that is hidden on the card would be a limit that nobody can read, and never the same
 * again.
 */
const shownAsTheyAre = (args: JsonObject, shown: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(args).filter(
      ([key, value]) => canonicalJson(value) === canonicalJson(shown[key] ?? null),
    ),
  )

/**
 * An approval for the session needs a run, or an agent at work, that it ends with; one that lasts
 * needs limits that can be written down, and a refusal for good a rule that can name the call. What
 * goes out after private data was read has to be named, so there it is within limits or once.
 */
function answersTo(judged: EvaluatedCall, scopable: boolean, refusable: boolean): ApprovalAnswer[] {
  const whole = lasts(judged) && !hasNamed(judged.decision.reasons, 'private')
  const yes: ApprovalAnswer[] = ['once']
  if (whole && (judged.call.runId !== null || judged.call.principal.kind === 'mcp-client'))
    yes.push('session')
  if (scopable) yes.push('scope')
  if (whole) yes.push('always')
  return [...yes, 'deny-once', ...(refusable ? (['deny-always'] as const) : [])]
}

/** Where the danger is in what was read, a yes is for this once. */
const lasts = ({ decision, tool, args }: EvaluatedCall): boolean =>
  leasable(decision.tier, decision.by.kind, decision.touches) &&
  !liftsWalls(tool.manifest, args) &&
  !hasNamed(decision.reasons, 'untrusted')
