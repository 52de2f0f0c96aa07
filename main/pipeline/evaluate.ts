// Step 2: what the call would touch, where its arguments came from, its tier and its decision: one
// EvaluatedCall. Done when a call comes in, and again for the same call right before it runs.
import type { Decision } from '../../contract/policy/decision.ts'
import { undeclared } from '../../contract/call/powers/data-access.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { CallId, SessionId } from '../../contract/ids.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { ArgumentOrigin, Taint } from '../../contract/call/origin.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Execution } from '../../contract/call/tool-source.ts'
import type { CanonicalTouch, Touch } from '../../contract/call/touch.ts'
import { decideFor } from '../gate/decide-for.ts'
import type { CompiledLease } from '../gate/lease/compiled-lease.ts'
import type { Policy } from '../gate/policy.ts'
import type { DecisionRequest, EarlierFacts } from '../gate/decision-request.ts'
import type { EvaluationTime } from '../gate/rules/rule-hours.ts'
import type { Provenance } from '../provenance/provenance.ts'
import { rateKey } from './rate.ts'
import type { Rate } from './rate.ts'
import { makerOf } from './maker-of.ts'
import { resolve } from './resolve.ts'
import type { ResolvedCall, ResolveDeps } from './resolve.ts'
import type { ToolCall } from './tool-call.ts'

/** A call and the decision about it: all that is known of one that was built from its approval. */
export type DecidedCall = ResolvedCall & { readonly decision: Decision }

export type EvaluatedCall = AskedCall & DecidedCall

/** A call with all that the gate looks at, not decided yet. */
export type AskedCall = ResolvedCall & {
  readonly origins: readonly ArgumentOrigin[]
  readonly taint: Taint
  /** What was put to the gate, so that it can be explained. */
  readonly request: DecisionRequest
}

/** Who asks, and who would run it. */
export type Asker = {
  readonly principal: Principal
  readonly execution: Execution
  /** Of the tool, whose own service may be reached; left out: it has none. */
  readonly manifest?: Manifest
}

export type EvaluateDeps = ResolveDeps & {
  readonly canonical: (touch: Touch, asker?: Asker) => Promise<Result<CanonicalTouch, Failure>>
  /** A path that a commit writes: the very name that the layer has it by, through no link. */
  readonly canonicalEntry: (touch: Touch) => Promise<Result<CanonicalTouch, Failure>>
  /** The policy in force for this asker; without one, the person's own. */
  readonly policy: (asker?: Principal) => Policy
  /** Not revoked, bound to this session or to none, their patterns read. */
  readonly leases: (session: SessionId) => readonly CompiledLease[]
  /** Local time, for rules and leases that end; left out, now. */
  readonly evaluationTime: (epochMs?: number) => EvaluationTime
  /** Settled when it is known whether one does; never rejects. */
  readonly sandboxTried: () => Promise<void>
  /** A sandbox holds on this machine. */
  readonly sandboxed: () => boolean
  /** A person stopped everything. */
  readonly frozen: () => boolean
  readonly provenance: Provenance
  /**
   * What of the arguments is in words of servers other than the one that is called; left out
   * where there are no servers.
   */
  readonly steered?: (args: JsonObject, named: readonly Touch[]) => readonly ArgumentOrigin[]
  readonly rate: Rate
  readonly prior: Prior
}

/** What callers did before, for rules that ask for it. */
export type Prior = {
  /** Resolves when all of it is known; rejects where it cannot be. */
  readonly known: () => Promise<void>
  /** Before this call, which does not count itself. */
  readonly facts: (
    asker: Principal,
    touches: readonly CanonicalTouch[],
    callId: CallId,
  ) => EarlierFacts
}

/**
 * Err: there is nothing to decide, because there is no such tool, the arguments do not fit, or a
 * touch leads nowhere.
 * @param earlier the same call, resolved before: its arguments are not read again for the same
 *   tool. Everything else is looked up again.
 */
export async function evaluate(
  call: ToolCall,
  deps: EvaluateDeps,
  earlier?: ResolvedCall,
): Promise<Result<EvaluatedCall, Failure>> {
  const asked = await prepare(call, deps, earlier)
  if (!asked.ok) return asked
  const decision = decideFor(asked.value.request, makerOf(call.principal), deps.policy)
  return ok({ ...asked.value, decision: decision.effect === 'deny' ? closed(decision) : decision })
}

/** Who is refused a file learns nothing of what is in it. */
const closed = (decision: Decision): Decision => ({
  ...decision,
  touches: decision.touches.map((touch) => {
    if (touch.kind !== 'fs.read') return touch
    const { content: _unseen, ...rest } = touch
    return rest
  }),
})

/** Everything but the decision: the same for a call that is to run and for one that is explained. */
export async function prepare(
  call: ToolCall,
  deps: EvaluateDeps,
  earlier?: ResolvedCall,
): Promise<Result<AskedCall, Failure>> {
  const resolved = resolve(call, deps, earlier)
  if (!resolved.ok) return resolved
  const { tool, definitionHash, reviewed, execution, read } = resolved.value
  const { args, action, named } = read

  const reached = undeclared(
    tool.manifest,
    named.map(({ kind }) => kind),
  )
  if (reached !== null) return err(notDeclared(tool.manifest.name, reached))
  const touches: CanonicalTouch[] = []
  for (const touch of named) {
    const canonical = await deps.canonical(touch, {
      principal: call.principal,
      execution,
      manifest: tool.manifest,
    })
    if (!canonical.ok) return canonical
    touches.push(canonical.value)
  }

  const tooMuch = handedOnTooMuch(named, touches)
  if (tooMuch !== null) return err(tooMuch)

  const runs = tool.requiredPowers.includes('proc.run')
  if (runs) await deps.sandboxTried()
  const { session } = call.principal
  const asked = deps.policy(call.principal).asksEarlier
  if (asked) await deps.prior.known()
  const origins = [
    ...deps.provenance.origins(session, args, named),
    ...(deps.steered?.(args, named) ?? []),
  ]
  const taint = deps.provenance.taint(session)
  const request: DecisionRequest = {
    manifest: tool.manifest,
    action,
    args,
    touches,
    origins,
    taint,
    principal: call.principal,
    channel: call.channel,
    used: deps.rate.used(rateKey(call.principal), tool.manifest.name),
    leases: deps.leases(session),
    at: deps.evaluationTime(),
    frozen: deps.frozen(),
    // Asks the machine, and means something only for what runs commands.
    sandboxed: runs && deps.sandboxed(),
    reviewed,
    definition: definitionHash,
    ...(asked ? { earlier: deps.prior.facts(call.principal, touches, call.id) } : {}),
  }
  return ok({ ...resolved.value, origins, taint, request })
}

/** Each file was looked at by itself; what is handed on is all of them. */
function handedOnTooMuch(
  named: readonly Touch[],
  touches: readonly CanonicalTouch[],
): Failure | null {
  const most = named.flatMap((touch) =>
    touch.kind === 'fs.read' && touch.handedOn !== undefined ? [touch.handedOn.mostBytes] : [],
  )
  if (most.length === 0) return null
  const bytes = touches.reduce(
    (sum, touch) => sum + (touch.kind === 'fs.read' ? (touch.content?.bytes ?? 0) : 0),
    0,
  )
  return bytes <= Math.min(...most)
    ? null
    : failure(
        'file.too-large',
        `The files have ${bytes} bytes together; at most ${Math.min(...most)} can be sent.`,
        'Send fewer or smaller files.',
      )
}

/** A tool is reviewed by what it declares, so it gets nothing else. */
const notDeclared = (name: string, data: string): Failure =>
  failure(
    'tool.undeclared',
    `${name} would reach ${data}, which its manifest does not declare, so the call was refused.`,
    'The tool has to declare it. Nothing was touched.',
  )
