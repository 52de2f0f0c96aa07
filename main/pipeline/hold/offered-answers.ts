// Which answers an approval offers, and which scopes one that is to last could have.
import type { Approval, ApprovalAnswer } from '../../../contract/approval/approval.ts'
import { LeasePatterns } from '../../../contract/approval/lease.ts'
import type { LeaseDuration } from '../../../contract/approval/lease.ts'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { relaxesIsolation } from '../../gate/bound-args.ts'
import { isEditor, onlyEdits } from '../../gate/edits.ts'
import { runsPlugin } from '../../gate/lease/external-lease.ts'
import { leasable } from '../../gate/lease/lease.ts'
import type { PathRoots } from '../../gate/path-glob.ts'
import { namedProposals } from '../../gate/scopes/propose-named.ts'
import { proposeScopes } from '../../gate/scopes/propose.ts'
import { hasNamed } from '../../gate/lease/raiser-cover.ts'
import { refusalRule } from '../../gate/rules/refusal-rule.ts'
import type { DecidedCall } from '../evaluate.ts'

export type OfferDeps = {
  /** For the scopes that are proposed. */
  readonly roots: PathRoots
  /** How many of its first words say what a command is; null: nobody knows. */
  readonly verbLength: (part: CommandPart) => number | null
}

export function offeredAnswers(
  id: ApprovalId,
  call: DecidedCall,
  shownArgs: JsonObject,
  { roots, verbLength }: OfferDeps,
): Pick<Approval, 'answers' | 'proposals' | 'durations'> {
  const { tool, action, decision, args } = call
  const { touches, reasons } = decision
  const shown = shownAsTheyAre(args, shownArgs)
  // A scope that its answer would refuse is no choice.
  const scopes = proposeScopes(touches, {
    workspace: roots.workspace,
    args: shown,
    wholeArgs: Object.keys(shown).length === Object.keys(args).length,
    external: tool.manifest.external,
    declaredArgs: declaredArgs(tool.inputSchema),
    edits: onlyEdits(touches) && (isEditor(tool.manifest.id) || isCommit(call)),
    verbLength,
  }).filter(({ patterns }) => LeasePatterns.safeParse(patterns).success)
  const named = namedProposals(scopes, lasts(call), reasons, touches, roots)
  // What two persons approve is approved once: a scope can only be denied.
  const proposals = named.map((scope) =>
    decision.approvers === 2 ? { ...scope, allows: false } : scope,
  )
  const refusable = refusalRule({ id, tool: tool.manifest.name, action, decision }).ok
  return {
    answers: answersTo(call, proposals, refusable),
    proposals,
    durations: [...(hasRun(call) ? (['run'] as const) : []), ...always],
  }
}

const always: readonly LeaseDuration[] = ['hour', 'today', 'until-revoked']

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

/** The names of the schema, as JSON Pointers. */
const declaredArgs = (schema: AnyTool['inputSchema']): readonly string[] =>
  Object.keys((schema?.['properties'] ?? {}) as object).map(
    (name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  )

/** Something that an answer for the run can end with: a run, or an agent at work. */
const hasRun = ({ call }: DecidedCall): boolean =>
  call.runId !== null || call.principal.kind === 'mcp-client'

/** What a command changed in a layer is asked about, and no longer the command. */
const isCommit = (call: DecidedCall): boolean =>
  call.tool.manifest.id === 'system.run' && onlyEdits(call.decision.touches)

/**
 * An approval for the session needs a run that it ends with; one that lasts needs a scope, and a
 * lasting denial a rule that can name the call. What goes out after private data was read has to be
 * named, so there it is within a scope or once; and what a command changed is approved as edits or
 * once.
 */
function answersTo(
  evaluated: DecidedCall,
  proposals: Approval['proposals'],
  refusable: boolean,
): ApprovalAnswer[] {
  // What a server's tool or a plugin may be asked again is one of the scopes: it has no "the same" without them.
  const own = evaluated.tool.manifest.external === undefined && !runsPlugin(evaluated.decision)
  const scoped = own || proposals.some(isWide)
  const whole =
    lasts(evaluated) &&
    scoped &&
    evaluated.decision.by.kind !== 'flow' &&
    !hasNamed(evaluated.decision.reasons, 'private') &&
    !isCommit(evaluated)
  const approved: ApprovalAnswer[] = ['once']
  if (whole && hasRun(evaluated)) approved.push('session')
  if (proposals.some(({ allows }) => allows)) approved.push('scope')
  if (whole) approved.push('always')
  return [
    ...approved,
    'deny-once',
    ...(proposals.length > 0 ? (['deny-scope'] as const) : []),
    ...(refusable ? (['deny-always'] as const) : []),
  ]
}

const isWide = ({ allows, exact }: Approval['proposals'][number]): boolean => allows && !exact

/** Where the danger is in what was read, an approval is for this once. */
const lasts = ({ decision, tool, args }: DecidedCall): boolean =>
  decision.approvers !== 2 &&
  leasable(decision.tier, decision.by.kind, decision.touches, tool.manifest.external) &&
  !relaxesIsolation(tool.manifest, args) &&
  !hasNamed(decision.reasons, 'untrusted')
