// What an answer can bring about besides itself: a lease, a rule, a changed call, a proof used up.
// Joins the queue to the modules that do it.
import type { Approval, Reply } from '../../../contract/approval/approval.ts'
import type { CallState } from '../../../contract/call/call.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId, RunId, SessionId } from '../../../contract/ids.ts'
import { LeaseId } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import { LeaseScope, noPatterns } from '../../../contract/approval/lease.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { assertNever } from '../../../contract/never.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { restoreRedactedArgs } from '../../approvals/restore-redacted-args.ts'
import type { ApprovalQueueDeps, Keep } from '../../approvals/approval-queue-deps.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import { decisionEntry } from '../../pipeline/pipeline.ts'
import type { Waits } from '../../pipeline/pipeline.ts'
import { evaluate } from '../../pipeline/evaluate.ts'
import { denial } from '../../pipeline/run.ts'
import type { ConfigStore } from '../../config/config.ts'
import { neverRelax } from '../../config/may-relax.ts'
import { boundArgs } from '../../gate/bound-args.ts'
import { compileLease, readPointer } from '../../gate/compiled-lease.ts'
import { valueAt } from '../../gate/lease.ts'
import { misfit } from '../../gate/lease-width.ts'
import { boundsShown } from '../../gate/raiser-bounds.ts'
import type { RaisedFacts } from '../../gate/raiser-bounds.ts'
import { raiserCodes, raisersOn, uncoveredBy, unshown } from '../../gate/raiser-cover.ts'
import type { PathRoots } from '../../gate/path-glob.ts'
import { nativeTool } from '../../clients/hook/native-tool.ts'
import type { Attempt } from '../../store/attempts.ts'
import type { LeasesTable } from '../../store/leases-table.ts'
import type { WiredPipeline } from './pipeline.ts'
import { newId } from '../../pipeline/new-id.ts'
import { draftApproval } from '../../pipeline/approval-draft.ts'
import { refusalRule } from '../../pipeline/refusal-rule.ts'

export type ApprovalDeps = {
  readonly pipeline: WiredPipeline
  readonly leases: LeasesTable
  readonly config: ConfigStore
  readonly presence: StepUp
  readonly waits: Waits
  readonly changed: (callId: CallId, runId: RunId | null, state: CallState) => void
  /** The arguments as they were asked for, secrets included. */
  readonly requestOf: (approval: Approval) => JsonObject | null
  /** As a screen shows them. */
  readonly shownArgs: (approval: Approval) => JsonObject
  readonly attempt: Attempt
  readonly now: () => number
}

export function wireApprovals(
  parts: ApprovalDeps,
): Pick<ApprovalQueueDeps, 'prove' | 'wantsProof' | 'lasting' | 'edited'> {
  const { pipeline, leases, config, presence, waits, changed, requestOf, now } = parts

  const keepLease =
    (lease: Lease): Keep =>
    async () => {
      const written = await pipeline.journal({
        kind: 'lease',
        leaseId: lease.id,
        tool: lease.tool,
        change: 'granted',
      })
      if (!written.ok) return written
      const kept = await parts.attempt(() => leases.insert(lease))
      return kept.ok ? ok(null) : kept
    }
  const keepRule =
    (rule: Rule): Keep =>
    async () => {
      const updated = await config.update({ addRule: rule }, neverRelax)
      return updated.ok ? ok(null) : updated
    }

  return {
    prove: (proof) => presence.prove(proof),
    // On the command line anybody who can type can be a program: once there is a passphrase, a yes
    // has to show it.
    wantsProof: (surface) => surface === 'cli' && presence.state().passphrase,

    lasting(approval, reply) {
      const brought = broughtBy(approval, reply, pipeline.policy().roots, now())
      if (!brought.ok) return brought
      const { lease, rule } = brought.value
      return ok(lease !== undefined ? keepLease(lease) : rule !== undefined ? keepRule(rule) : null)
    },

    async edited(approval, typed) {
      const { callId: id, principal, channel, runId, tool } = approval
      const whole = restoreRedactedArgs(typed, parts.shownArgs(approval), requestOf(approval) ?? {})
      if (!whole.ok) return whole
      const args = whole.value
      const judged = await evaluate({ id, principal, channel, runId, tool, args }, pipeline)
      if (!judged.ok) return judged
      if (judged.value.decision.effect === 'deny') return err(denial(judged.value.decision))
      // What a person edits they have to mean: it stays a question that their yes answers, even
      // where it would be free.
      const anew = {
        ...judged.value,
        decision: { ...judged.value.decision, effect: 'confirm' as const },
      }
      const shownArgs = (await pipeline.redactJson(
        anew.args,
        anew.tool.manifest.redaction.args,
        anew.tool.manifest.name,
      )) as JsonObject
      const written = await pipeline.journal(decisionEntry(anew, shownArgs))
      if (!written.ok) return written
      const [previews, fileHashes, undo] = await Promise.all([
        pipeline.previews(anew),
        pipeline.fileHashes(anew),
        pipeline.undo.forecast(anew),
      ])
      const asked = draftApproval(
        { judged: anew, shownArgs, previews, fileHashes, undo },
        pipeline.policy().roots,
        now(),
        approval.expiresAt,
      )
      const changedQuestion: Approval = {
        ...asked,
        edited: approval.edited ?? approval.args,
        again: approval.again,
      }
      const moved = (): void => {
        const waiting = waits.get(approval.id)
        waits.delete(approval.id)
        if (waiting !== undefined) waits.set(asked.id, waiting)
        changed(id, runId, { kind: 'held', approvalId: asked.id, decision: anew.decision })
      }
      return ok({ question: changedQuestion, request: anew.args, moved })
    },
  }
}

/**
 * The lease or the rule that an answer would bring about; neither for one that counts this once.
 */
export function broughtBy(
  approval: Approval,
  reply: Pick<Reply, 'answer' | 'scope'>,
  roots: PathRoots,
  now: number,
): Result<{ readonly lease?: Lease; readonly rule?: Rule }, Failure> {
  switch (reply.answer) {
    case 'once':
    case 'deny-once':
      return ok({})
    case 'session':
      return ok({ lease: leaseOf(approval, { session: approval.principal.session }, now) })
    case 'always':
      return ok({ lease: leaseOf(approval, { principal: approval.principal }, now) })
    case 'scope': {
      const lease = scoped(approval, reply, roots, now)
      return lease.ok ? ok({ lease: lease.value }) : lease
    }
    case 'deny-always': {
      const rule = refusalRule(approval)
      return rule.ok ? ok({ rule: rule.value }) : rule
    }
    default:
      return assertNever(reply.answer, 'broughtBy')
  }
}

/** Bound to a session or to an asker; by just what was shown unless limits of its own are given. */
function leaseOf(
  approval: Approval,
  whose: { session?: SessionId; principal?: Approval['principal'] },
  createdAt: number,
): Lease {
  const { principal } = whose
  return {
    id: LeaseId.parse(newId('lease')),
    createdAt,
    approvalId: approval.id,
    session: whose.session ?? null,
    principal: principal === undefined ? null : { kind: principal.kind, name: principal.name },
    tool: approval.tool,
    action: approval.action,
    touches: [...approval.decision.touches],
    patterns: noPatterns,
    args: nativeArgs(approval),
    raisers: raiserCodes(approval.decision.reasons),
    bounds: boundsShown(raisersOn(approval.decision.reasons), factsOf(approval)),
    maxUses: null,
    expiresAt: null,
    uses: 0,
    revokedAt: null,
  }
}

const factsOf = ({ decision, principal, definitionHash }: Approval): RaisedFacts => ({
  ...{ touches: decision.touches, principal, definition: definitionHash },
})

/**
 * A yes for what an agent runs itself is also one for its arguments, but those that are written
 * down as harmless.
 */
function nativeArgs({ tool, args }: Approval): Lease['args'] {
  const manifest = nativeTool(tool)?.tool.manifest
  if (manifest === undefined) return {}
  return Object.fromEntries(
    boundArgs(manifest, args).map((pointer) => [
      pointer,
      JSON.parse(valueAt(args, readPointer(pointer)) ?? 'null') as Json,
    ]),
  )
}

function scoped(
  approval: Approval,
  reply: Pick<Reply, 'scope'>,
  roots: PathRoots,
  now: number,
): Result<Lease, Failure> {
  if (reply.scope === undefined)
    return err(
      failure(
        'approval.no-scope',
        'The limits of this lease are missing.',
        'Add the paths, hosts or commands it covers.',
      ),
    )
  const { patterns, maxUses, expiresInSeconds } = LeaseScope.parse(reply.scope)
  const expiresAt = expiresInSeconds === null ? null : now + expiresInSeconds * 1000
  // Limits for a command say how its parts begin; how they are joined, and where they run, is as
  // the card showed it.
  const lines = approval.decision.touches.filter(({ kind }) => kind === 'proc.run')
  const whole = leaseOf(approval, { principal: approval.principal }, now)
  const lease: Lease = { ...whole, touches: lines, patterns, maxUses, expiresAt }
  const { touches, reasons } = approval.decision
  const [left] = uncoveredBy(compileLease(lease, roots), raisersOn(reasons), factsOf(approval))
  const wrong =
    misfit(lease, touches, roots) ??
    otherArgs(patterns.args ?? {}, approval.args) ??
    unshown(lease, reasons) ??
    (left === undefined ? null : `These limits must name: ${left.text}`)
  return wrong === null
    ? ok(lease)
    : err(failure('approval.scope', wrong, 'A lease cannot be wider than what this call showed.'))
}

const otherArgs = (
  limits: NonNullable<Lease['patterns']['args']>,
  args: JsonObject,
): string | null => {
  const other = Object.entries(limits).find(
    ([pointer, value]) => valueAt(args, readPointer(pointer)) !== canonicalJson(value),
  )
  return other === undefined ? null : `The call was not made with that ${other[0].slice(1)}.`
}
