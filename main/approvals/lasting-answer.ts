// The lease or the rule that an answer creates. Checked before the answer takes effect, and created
// only once it has won.
import type { Approval, Reply } from '../../contract/approval/approval.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { LeaseId, SessionId } from '../../contract/ids.ts'
import { canonicalJson, type Json, type JsonObject } from '../../contract/json.ts'
import {
  LeaseScope,
  noPatterns,
  type Lease,
  type LeasePatterns,
  type ScopeChoice,
} from '../../contract/approval/lease.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { assertNever } from '../../contract/never.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import { boundArgs } from '../gate/bound-args.ts'
import { compileLease, readPointer } from '../gate/lease/compiled-lease.ts'
import { runsPlugin } from '../gate/lease/external-lease.ts'
import { givenTo, valueAt } from '../gate/lease/lease.ts'
import { misfit } from '../gate/scopes/lease-width.ts'
import { readingOnly } from '../gate/scopes/reading-only.ts'
import type { PathRoots } from '../gate/path-glob.ts'
import { boundsShown, steeredArgs, type RaisedFacts } from '../gate/lease/raiser-bounds.ts'
import { raiserCodes, raisersOn, uncoveredBy, unshown } from '../gate/lease/raiser-cover.ts'
import { refusalRule } from '../gate/rules/refusal-rule.ts'
import { leaseEnd } from './lease-end.ts'

export type LastingAnswerDeps = {
  readonly roots: PathRoots
  readonly now: () => number
  readonly newLeaseId: () => LeaseId
  /** The manifest of a tool that an agent runs itself; null for every other tool. */
  readonly leftToClient: (tool: string) => Manifest | null
}

/**
 * The lease or the rule that an answer would bring about; neither for one that counts this once.
 */
export function lastingAnswer(
  approval: Approval,
  reply: Pick<Reply, 'answer' | 'scope' | 'choice'>,
  deps: LastingAnswerDeps,
): Result<{ readonly lease?: Lease; readonly rule?: Rule }, Failure> {
  switch (reply.answer) {
    case 'once':
    case 'deny-once':
      return ok({})
    case 'session':
      return ok({
        lease: {
          ...leaseOf(approval, { session: approval.principal.session }, deps),
          lasts: 'run',
        },
      })
    case 'always':
      return ok({
        lease: {
          ...leaseOf(approval, { principal: approval.principal }, deps),
          lasts: 'until-revoked',
        },
      })
    case 'scope':
    case 'deny-scope': {
      const { answer, choice } = reply
      const lease =
        choice !== undefined
          ? chosenScope(approval, answer === 'scope' ? 'allow' : 'deny', choice, deps)
          : answer === 'scope'
            ? scoped(approval, reply, deps)
            : err(noScope)
      return lease.ok ? ok({ lease: lease.value }) : lease
    }
    case 'deny-always': {
      const rule = refusalRule(approval)
      return rule.ok ? ok({ rule: rule.value }) : rule
    }
    default:
      return assertNever(reply.answer, 'lastingAnswer')
  }
}

/** Bound to a session or to an asker; by just what was shown unless limits of its own are given. */
function leaseOf(
  approval: Approval,
  whose: { session?: SessionId; principal?: Approval['principal'] },
  { now, newLeaseId, leftToClient }: LastingAnswerDeps,
): Lease {
  const { principal } = whose
  const manifest = leftToClient(approval.tool)
  // Of a server's tool or a plugin "the same again" is the widest that its card offers: recipients of
  // the one, and manifest, program and folders of the other stay.
  const wide = approval.proposals.findLast(
    ({ patterns, allows }) => allows && patterns.free !== undefined,
  )
  return {
    id: newLeaseId(),
    createdAt: now(),
    effect: 'allow',
    text: (wide ?? approval.proposals.find(({ exact }) => exact))?.text ?? '',
    lasts: null,
    approvalId: approval.id,
    session: whose.session ?? null,
    principal: principal === undefined ? null : givenTo(principal),
    tool: approval.tool,
    action: approval.action,
    definition: approval.definitionHash,
    touches: [...approval.decision.touches],
    patterns: wide?.patterns ?? noPatterns,
    args: manifest === null ? {} : boundValues(manifest, approval.args),
    raisers: raiserCodes(approval.decision.reasons),
    bounds: boundsShown(raisersOn(approval.decision.reasons), factsOf(approval)),
    maxUses: null,
    expiresAt: null,
    uses: 0,
    revokedAt: null,
  }
}

const noScope = failure(
  'approval.no-scope',
  'The scope of this answer is missing.',
  'Choose one that the approval offers.',
)

/** One of the scopes on the card, as the card says it. Never more than the call showed. */
function chosenScope(
  approval: Approval,
  effect: Lease['effect'],
  { proposal, lasts, maxUses = null, expiresInSeconds = null }: ScopeChoice,
  deps: LastingAnswerDeps,
): Result<Lease, Failure> {
  const scope = approval.proposals[proposal]
  if (scope === undefined || (effect === 'allow' && !scope.allows)) return err(noScope)
  if (!approval.durations.includes(lasts))
    return err(
      failure(
        'approval.no-duration',
        'This answer cannot be in force for that long.',
        `Choose one of: ${approval.durations.join(', ')}.`,
      ),
    )
  const { principal, decision } = approval
  const asShown = scope.exact || runsPlugin(decision)
  const exactly = leaseOf(approval, { principal }, deps)
  const lease: Lease = {
    ...exactly,
    effect,
    lasts,
    text: scope.text,
    patterns: readingOnly(scope.patterns, decision.touches),
    touches: asShown ? exactly.touches : linesOf(approval),
    // What is denied is denied with any arguments but those of its scope.
    args: effect === 'allow' ? exactly.args : {},
    session: lasts === 'run' ? principal.session : null,
    maxUses,
    expiresAt:
      expiresInSeconds === null
        ? leaseEnd(lasts, exactly.createdAt)
        : exactly.createdAt + expiresInSeconds * 1000,
  }
  if (effect === 'deny') return ok(lease)
  const wrong =
    (asShown ? null : misfit(lease, decision.touches, deps.roots)) ??
    unnamed(lease, approval, deps.roots)
  return wrong === null ? ok(lease) : err(tooWide(wrong))
}

/**
 * A scope for a command says how its parts begin; how they are joined, and where they run, is as the
 * card showed it.
 */
const linesOf = ({ decision }: Approval): Approval['decision']['touches'] =>
  decision.touches.filter(({ kind }) => kind === 'proc.run')

const tooWide = (text: string): Failure =>
  failure('approval.scope', text, 'A lease cannot be wider than what this call showed.')

/** What raises the call and these limits do not name, in one sentence; null when they name all. */
function unnamed(lease: Lease, approval: Approval, roots: PathRoots): string | null {
  const { reasons } = approval.decision
  const [left] = uncoveredBy(compileLease(lease, roots), raisersOn(reasons), factsOf(approval))
  return (
    unshown(lease, reasons) ?? (left === undefined ? null : `These limits must name: ${left.text}`)
  )
}

const factsOf = (approval: Approval): RaisedFacts => ({
  touches: approval.decision.touches,
  principal: approval.principal,
  channel: approval.channel,
  definition: approval.definitionHash,
  steered: steeredArgs(approval.origins, approval.args),
})

/**
 * A lease for what an agent runs itself is bound to its arguments too, but for those that are known
 * to be harmless.
 */
const boundValues = (manifest: Manifest, args: JsonObject): Lease['args'] =>
  Object.fromEntries(
    boundArgs(manifest, args).map((pointer) => [
      pointer,
      JSON.parse(valueAt(args, readPointer(pointer)) ?? 'null') as Json,
    ]),
  )

function scoped(
  approval: Approval,
  reply: Pick<Reply, 'scope'>,
  deps: LastingAnswerDeps,
): Result<Lease, Failure> {
  if (reply.scope === undefined) return err(noScope)
  const { patterns, maxUses, expiresInSeconds } = LeaseScope.parse(reply.scope)
  const { roots } = deps
  const expiresAt = expiresInSeconds === null ? null : deps.now() + expiresInSeconds * 1000
  const whole = leaseOf(approval, { principal: approval.principal }, deps)
  const lease: Lease = {
    ...whole,
    touches: linesOf(approval),
    patterns: readingOnly(patterns, approval.decision.touches),
    text: '',
    maxUses,
    expiresAt,
  }
  const wrong =
    unoffered(patterns) ??
    misfit(lease, approval.decision.touches, roots) ??
    otherArgs(patterns.args ?? {}, approval.args) ??
    unnamed(lease, approval, roots)
  return wrong === null ? ok(lease) : err(tooWide(wrong))
}

/** Parts of a line, edits by any tool, and hosts of URLs are scopes only as a card offers them. */
const unoffered = ({ parts, edits, urlHosts }: LeasePatterns): string | null =>
  parts === undefined && edits === undefined && urlHosts === undefined
    ? null
    : 'A scope of this kind can only be chosen from those that the card offers.'

const otherArgs = (
  limits: NonNullable<Lease['patterns']['args']>,
  args: JsonObject,
): string | null => {
  const other = Object.entries(limits).find(
    ([pointer, value]) => valueAt(args, readPointer(pointer)) !== canonicalJson(value),
  )
  return other === undefined ? null : `The call was not made with that ${other[0].slice(1)}.`
}
