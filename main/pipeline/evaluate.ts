// Steps 1 to 6 of the pipeline: name, arguments, touches, context, tier, decision. Done for every
// call, and done again for the same call right before it may run.
import type { z } from 'zod'
import type { Decision } from '../../contract/policy/decision.ts'
import { DEEPEST, isTooDeep } from '../../contract/call/depth.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { RequestHash } from '../../contract/ids.ts'
import type { DefinitionHash, SessionId } from '../../contract/ids.ts'
import { JsonObject, canonicalJson, isSurelyJson } from '../../contract/json.ts'
import type { ArgumentOrigin, Taint } from '../../contract/call/origin.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { CanonicalTouch, Touch } from '../../contract/call/touch.ts'
import { decide } from '../gate/decide.ts'
import type { CompiledLease } from '../gate/compiled-lease.ts'
import type { Policy } from '../gate/policy.ts'
import type { Question } from '../gate/question.ts'
import type { EvaluationTime } from '../gate/rule-hours.ts'
import type { Provenance } from '../provenance/provenance.ts'
import type { Rate } from './rate.ts'
import type { ToolCall } from './tool-call.ts'

export type EvaluatedCall = {
  readonly call: ToolCall
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  readonly action: string | null
  /** Parsed, defaults filled: what would run. */
  readonly args: JsonObject
  readonly requestHash: RequestHash
  readonly origins: readonly ArgumentOrigin[]
  readonly taint: Taint
  readonly decision: Decision
  /** What was put to the gate, so that it can be explained. */
  readonly question: Question
  /** What hangs on the tool and the arguments alone. */
  readonly read: Read
}

type Read = {
  /** As the tool's schema gives it. */
  readonly input: unknown
  readonly args: JsonObject
  readonly action: string | null
  /** As the tool names them. */
  readonly named: readonly Touch[]
  readonly requestHash: RequestHash
}

/**
 * `reviewed`: null for what is built in; for a tool from outside, whether a person has looked at it
 * as it is now.
 */
export type Found = {
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  readonly reviewed?: boolean | null
  readonly native?: boolean
}

/** `native`: the tool is the asker's own, which runs outside of Gatehouse. */
export type Asker = { readonly principal: Principal; readonly native: boolean }

export type EvaluateDeps = {
  /** The tool, when it is in the principal's view; else a failure whose text helps a model. */
  readonly find: (principal: Principal, name: string) => Result<Found, Failure>
  readonly canonical: (touch: Touch, asker?: Asker) => Promise<Result<CanonicalTouch, Failure>>
  /** The one that holds for this asker; without one, the person's own. */
  readonly policy: (asker?: Principal) => Policy
  /** Not revoked, bound to this session or to none, their patterns read. */
  readonly leases: (session: SessionId) => readonly CompiledLease[]
  /** Local time, for rules and leases that end. */
  readonly moment: () => EvaluationTime
  /** A sandbox holds on this machine. */
  readonly sandboxed: () => boolean
  /** A person stopped everything. */
  readonly frozen: () => boolean
  readonly memory: Provenance
  readonly rate: Rate
  readonly sha256: (text: string) => string
}

/** A call read as far as the question that it puts to the gate. */
export type Prepared = Omit<EvaluatedCall, 'decision'>

/**
 * A failure here means there was nothing to decide: no such tool, bad arguments, a touch that leads
 * nowhere.
 * @param earlier the same call, judged before: its arguments are not read again for the same tool.
 *   All else is looked at anew.
 */
export async function evaluate(
  call: ToolCall,
  needs: EvaluateDeps,
  earlier?: EvaluatedCall,
): Promise<Result<EvaluatedCall, Failure>> {
  const prepared = await prepare(call, needs, earlier)
  if (!prepared.ok) return prepared
  return ok({
    ...prepared.value,
    decision: decide(prepared.value.question, needs.policy(call.principal)),
  })
}

/** Steps 1 to 4: the same for a call that is to run and for one that is only asked about. */
export async function prepare(
  call: ToolCall,
  needs: EvaluateDeps,
  earlier?: EvaluatedCall,
): Promise<Result<Prepared, Failure>> {
  const found = needs.find(call.principal, call.tool)
  if (!found.ok) return found
  const { tool, definitionHash, reviewed = null } = found.value

  const known =
    earlier?.call === call && earlier.tool === tool
      ? ok(earlier.read)
      : readCall(tool, call.args, needs.sha256)
  if (!known.ok) return known
  const read = known.value
  const { args, action, named, requestHash } = read

  const touches: CanonicalTouch[] = []
  for (const touch of named) {
    const canonical = await needs.canonical(touch, {
      principal: call.principal,
      native: found.value.native === true,
    })
    if (!canonical.ok) return canonical
    touches.push(canonical.value)
  }

  const { session } = call.principal
  const origins = needs.memory.origins(session, args, named)
  const taint = needs.memory.taint(session)
  const question: Question = {
    manifest: tool.manifest,
    action,
    args,
    touches,
    origins,
    taint,
    principal: call.principal,
    channel: call.channel,
    used: needs.rate.used(session, tool.manifest.name),
    leases: needs.leases(session),
    at: needs.moment(),
    frozen: needs.frozen(),
    // Asks the machine, and means something only for what runs commands.
    sandboxed: tool.needs.includes('proc.run') && needs.sandboxed(),
    // What is built in needs no review; from outside nothing counts as reviewed that was not said
    // to be.
    reviewed: tool.manifest.builtIn ? null : (reviewed ?? false),
    definition: definitionHash,
  }
  return ok({
    call,
    tool,
    definitionHash,
    action,
    args,
    requestHash,
    origins,
    taint,
    question,
    read,
  })
}

function readCall(
  tool: AnyTool,
  given: unknown,
  sha256: (text: string) => string,
): Result<Read, Failure> {
  const parsed = parseArguments(tool, given)
  if (!parsed.ok) return parsed
  const { input, args } = parsed.value
  const action = tool.action(input)
  const requestHash = RequestHash.parse(
    sha256(canonicalJson({ tool: tool.manifest.name, action, args })),
  )
  return ok({ input, args, action, named: tool.touches(input), requestHash })
}

/** One sentence for every door. */
export const tooDeep = (what: string): Failure =>
  failure(
    'args.too-deep',
    `${what} are nested deeper than ${DEEPEST} levels.`,
    'Send arguments with fewer levels.',
  )

function parseArguments(
  tool: AnyTool,
  args: unknown,
): Result<{ input: unknown; args: JsonObject }, Failure> {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) {
    return err(
      failure(
        'args.not-an-object',
        `The arguments of ${tool.manifest.name} have to be one JSON object.`,
        expected(tool),
      ),
    )
  }
  if (isTooDeep(args)) return err(tooDeep(`The arguments of ${tool.manifest.name}`))
  const parsed = tool.input.safeParse(args)
  if (!parsed.success) {
    const faults = parsed.error.issues.slice(0, 6).map(faultText).join('; ')
    return err(
      failure(
        'args.invalid',
        `The arguments of ${tool.manifest.name} do not fit: ${faults}.`,
        expected(tool),
      ),
    )
  }
  const { data } = parsed
  return ok({
    input: data,
    args: isSurelyJson(data) ? (data as JsonObject) : JsonObject.parse(data),
  })
}

/** The check of a server's schema says the place itself. */
const faultText = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 || issue.message.startsWith('/')
    ? issue.message
    : `${issue.path.map(String).join('.')}: ${issue.message}`

function expected({ input, inputSchema }: AnyTool): string {
  const declared = 'shape' in input ? input.shape : inputSchema?.['properties']
  // Names that a server chose are repeated here only where they could not be anything but names.
  const all = Object.keys(declared !== null && typeof declared === 'object' ? declared : {})
  const names = all.filter((name) => /^[\w.$-]{1,64}$/.test(name)).slice(0, MOST_NAMED)
  const more = all.length === names.length ? [] : [`${all.length - names.length} more`]
  return `It takes: ${[...names, ...more].join(', ') || 'nothing'}.`
}

const MOST_NAMED = 40
