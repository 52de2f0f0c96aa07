// Step 1: from a name and arguments to a tool and its parsed input. Nothing is looked up but the
// registry, so it is done again wherever a stored call is taken up.
import type { Failure } from '../../contract/failure.ts'
import { RequestHash } from '../../contract/ids.ts'
import type { DefinitionHash } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { HERE } from '../../contract/call/tool-source.ts'
import type { Execution } from '../../contract/call/tool-source.ts'
import type { Touch } from '../../contract/call/touch.ts'
import { parseArguments } from './parse-arguments.ts'
import type { ToolCall } from './tool-call.ts'

/**
 * `reviewed`: null for what is built in; for a tool from outside, whether a person has reviewed it
 * as it is now. `execution`: left out, Gatehouse runs it.
 */
export type Found = {
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  readonly reviewed?: boolean | null
  readonly execution?: Execution
}

export type ResolveDeps = {
  /** The tool, when it is in the principal's view; else a failure whose text helps a model. */
  readonly find: (principal: Principal, name: string) => Result<Found, Failure>
  readonly sha256: (text: string) => string
}

export type ResolvedCall = {
  readonly call: ToolCall
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  /** Null for what is built in; nothing from outside counts as reviewed unless its source says so. */
  readonly reviewed: boolean | null
  readonly execution: Execution
  readonly read: ReadCall
} & Pick<ReadCall, 'args' | 'action' | 'requestHash'>

/** What follows from the tool and the arguments alone. */
type ReadCall = {
  /** As the tool's schema gives it. */
  readonly input: unknown
  /** Parsed, defaults filled: what would run. */
  readonly args: JsonObject
  readonly action: string | null
  /** As the tool names them. */
  readonly named: readonly Touch[]
  readonly requestHash: RequestHash
}

/**
 * Err: no such tool, or arguments that do not fit it.
 * @param earlier the same call, resolved before: its arguments are not read again for the same
 *   tool.
 */
export function resolve(
  call: ToolCall,
  { find, sha256 }: ResolveDeps,
  earlier?: ResolvedCall,
): Result<ResolvedCall, Failure> {
  const found = find(call.principal, call.tool)
  if (!found.ok) return found
  const { tool, definitionHash, reviewed, execution = HERE } = found.value
  const known =
    earlier?.call === call && earlier.tool === tool
      ? ok(earlier.read)
      : readCall(tool, call.args, sha256)
  if (!known.ok) return known
  const read = known.value
  const { args, action, requestHash } = read
  return ok({
    call,
    tool,
    definitionHash,
    reviewed: tool.manifest.builtIn ? null : (reviewed ?? false),
    execution,
    read,
    args,
    action,
    requestHash,
  })
}

function readCall(
  tool: AnyTool,
  given: unknown,
  sha256: (text: string) => string,
): Result<ReadCall, Failure> {
  const parsed = parseArguments(tool, given)
  if (!parsed.ok) return parsed
  const { input, args } = parsed.value
  const action = tool.action(input)
  const requestHash = RequestHash.parse(
    sha256(canonicalJson({ tool: tool.manifest.name, action, args })),
  )
  return ok({ input, args, action, named: tool.touches(input), requestHash })
}
