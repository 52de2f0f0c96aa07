// Which answers an approval offers, and which limits it proposes for one that lasts.
import type { Approval, ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JsonObject } from '../../contract/json.ts'
import { relaxesIsolation } from '../gate/bound-args.ts'
import { leasable } from '../gate/lease.ts'
import type { PathRoots } from '../gate/path-glob.ts'
import { namedProposals } from '../gate/propose-named.ts'
import { proposeScopes } from '../gate/propose.ts'
import { hasNamed } from '../gate/raiser-cover.ts'
import { refusalRule } from '../gate/refusal-rule.ts'
import type { DecidedCall } from './evaluate.ts'

/** @param roots for the limits that are proposed. */
export function offeredAnswers(
  id: ApprovalId,
  call: DecidedCall,
  shownArgs: JsonObject,
  roots: PathRoots,
): Pick<Approval, 'answers' | 'proposals'> {
  const { tool, action, decision, args } = call
  const { touches, reasons } = decision
  const scopes = lasts(call)
    ? proposeScopes(touches, roots.workspace, shownAsTheyAre(args, shownArgs))
    : []
  const proposals = [...namedProposals(scopes, reasons, touches, roots)]
  const refusable = refusalRule({ id, tool: tool.manifest.name, action, decision }).ok
  return { answers: answersTo(call, proposals.length > 0, refusable), proposals }
}

/**
 * A value that is hidden in the approval would be a limit that nobody can read, and never the same
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
 * needs limits that can be written down, and a lasting denial a rule that can name the call. What
 * goes out after private data was read has to be named, so there it is within limits or once.
 */
function answersTo(
  evaluated: DecidedCall,
  scopable: boolean,
  refusable: boolean,
): ApprovalAnswer[] {
  const whole = lasts(evaluated) && !hasNamed(evaluated.decision.reasons, 'private')
  const approved: ApprovalAnswer[] = ['once']
  if (whole && (evaluated.call.runId !== null || evaluated.call.principal.kind === 'mcp-client'))
    approved.push('session')
  if (scopable) approved.push('scope')
  if (whole) approved.push('always')
  return [...approved, 'deny-once', ...(refusable ? (['deny-always'] as const) : [])]
}

/** Where the danger is in what was read, an approval is for this once. */
const lasts = ({ decision, tool, args }: DecidedCall): boolean =>
  leasable(decision.tier, decision.by.kind, decision.touches) &&
  !relaxesIsolation(tool.manifest, args) &&
  !hasNamed(decision.reasons, 'untrusted')
