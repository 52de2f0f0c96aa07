// Step 11: what came back, made fit to be shown, stored and given to a model. Cleaned first, so
// that no escape code can hide a secret; redacted second; cut last, so that no cut can leave half a
// secret standing.
import type { CallResult, CallStatus, Route } from '../../contract/call/call.ts'
import type { Content } from '../../contract/call/content.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { assertNever } from '../../contract/never.ts'
import type { SourceLabel } from '../../contract/call/origin.ts'
import type { Reached } from '../../contract/call/powers.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { UndoKept } from '../../contract/call/undo.ts'
import { sanitizeJson } from './sanitize-json.ts'
import type { Executed } from './execute.ts'
import type { EvaluatedCall } from './evaluate.ts'
import { sanitizeOutput } from './sanitize-output.ts'
import type { Cleaning } from './sanitize-output.ts'

const forTool = (name: string, { clean, cut, redact, redactJson }: Cleaning): Cleaning => ({
  clean: lastKept(clean),
  cut,
  redact: lastKept((text) => redact(text, name)),
  redactJson: (value, pointers) => redactJson(value, pointers, name),
})

/** Characters of each stream that a result keeps for the screen. */
const STREAM_CHARS = 200_000

export async function shapeResult(
  judged: EvaluatedCall,
  executed: Executed,
  route: Route,
  needs: Cleaning,
): Promise<CallResult> {
  const { output } = executed
  const { tool, decision } = judged
  const cleaning = forTool(tool.manifest.name, needs)
  const raw = output.ok ? output.value.text : output.error.text
  const shown = await sanitizeOutput(raw, tool.manifest.limits.resultChars, cleaning)
  const stdout = await sanitizeOutput(
    (output.ok && output.value.stdout) || '',
    STREAM_CHARS,
    cleaning,
  )
  const stderr = await sanitizeOutput(
    (output.ok && output.value.stderr) || '',
    STREAM_CHARS,
    cleaning,
  )
  const content = output.ok ? await presentableContent(output.value.content ?? [], cleaning) : []
  const given = output.ok && output.value.data !== undefined ? output.value.data : null
  const cleaned = tool.manifest.builtIn
    ? { data: given, flags: [] }
    : await sanitizeJson(given, cleaning.clean)
  const data =
    given === null ? null : await cleaning.redactJson(cleaned.data, tool.manifest.redaction.result)
  const status: CallStatus = executed.cancelled ? 'cancelled' : output.ok ? 'done' : 'failed'
  return {
    requestId: judged.call.id,
    ok: status === 'done',
    status,
    route,
    decision,
    text: shown.text,
    data,
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode:
      (output.ok && output.value.exitCode) || (output.ok && output.value.exitCode === 0 ? 0 : null),
    ...(content.length === 0 ? {} : { content }),
    truncated: shown.truncated || stdout.truncated || stderr.truncated,
    durationMs: executed.durationMs,
    label: labelOf(decision.touches),
    flags: [...new Set([...shown.flags, ...cleaned.flags])],
    error: output.ok ? null : await presentableError(output.error, shown.text, cleaning),
  }
}

/** Nobody and nothing refused it: it was not wanted any more, or could not go on. */
const broken: ReadonlySet<Route> = new Set([
  'cancelled',
  'run-ended',
  'client-gone',
  'replaced',
  'program-end',
])

/** A call that never ran. `text` is for the model: what happened, and what it can do. */
export function refusal(
  id: CallId,
  route: Route,
  error: Failure,
  decision: Decision | null,
): CallResult {
  return {
    requestId: id,
    ok: false,
    status: broken.has(route) ? 'cancelled' : 'denied',
    route,
    decision,
    text: error.hint === undefined ? error.text : `${error.text} ${error.hint}`,
    data: null,
    stdout: '',
    stderr: '',
    exitCode: null,
    truncated: false,
    durationMs: 0,
    label: 'workspace',
    flags: [],
    error,
  }
}

/**
 * The journal's last word on a call. `touched` is empty and the sandbox null for one that never
 * ran.
 */
export const outcomeEntry = (
  tool: string,
  result: CallResult,
  touched: readonly CanonicalTouch[],
  sandbox: string | null,
  {
    undo,
    reached = [],
  }: { readonly undo?: UndoKept | null; readonly reached?: readonly Reached[] } = {},
): JournalEntry => ({
  kind: 'outcome',
  callId: result.requestId,
  tool,
  status: result.status,
  route: result.route,
  durationMs: result.durationMs,
  bytes:
    Buffer.byteLength(result.text) +
    Buffer.byteLength(result.stdout) +
    Buffer.byteLength(result.stderr),
  exitCode: result.exitCode,
  truncated: result.truncated,
  label: result.label,
  flags: result.flags,
  touched: [...touched],
  sandbox,
  error: result.error,
  ...(reached.length === 0 ? {} : { reached: [...reached] }),
  ...(undo === null || undo === undefined ? {} : { undo }),
})

/** A call that the end of the program cut off: it ran in part. */
export const CUT_OFF = 'call.cut-off'

/**
 * For a call that was let run by a process that ended before it: nobody saw how it went, and it is
 * not run again.
 */
export function endUnknown(
  id: CallId,
  tool: string,
  route: Route,
  decision: Decision | null,
): CallResult {
  const error = failure(
    'call.interrupted',
    'Gatehouse quit while this was running. It may have run. Gatehouse does not run it again.',
  )
  return { ...refusal(id, route, error, decision), status: 'unknown' }
}

/**
 * For a call that a person let run, in a process that ended before it began: it surely did not run,
 * and does not now.
 */
export function endUnbegun(id: CallId, decision: Decision): CallResult {
  const error = failure(
    'call.unbegun',
    'It was allowed, but Gatehouse quit before it started. It did not run.',
    'Make the call again if you still need it.',
  )
  return refusal(id, 'program-end', error, decision)
}

/**
 * For a call that was held, in a process that ended before it was approved, and that nobody can
 * approve any more.
 */
export function endUnapprovedYet(id: CallId, decision: Decision): CallResult {
  const error = failure(
    'call.unapproved',
    'It needed approval, but Gatehouse quit before anyone approved it. It did not run.',
    'Make the call again if you still need it.',
  )
  return refusal(id, 'program-end', error, decision)
}

/** How far the result may be believed, by the least trusted place it can hold text from. */
export function labelOf(touches: readonly CanonicalTouch[]): SourceLabel {
  if (touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect')) return 'untrusted'
  const external = touches.find((touch) => touch.kind === 'mcp.call')
  // What a server that keeps to itself gives back is the person's own, and must not leave by
  // itself.
  if (external !== undefined)
    return external.trust === 'local' && !external.openWorld ? 'private' : 'untrusted'
  if (touches.some((touch) => touch.kind === 'fs.read' && touch.zone !== 'workspace'))
    return 'private'
  return 'workspace'
}

/** Where a result came from, in a few words, for origins and cards. */
export function placeOf(touches: readonly CanonicalTouch[]): string {
  const [first] = touches
  switch (first?.kind) {
    case undefined:
      return 'a tool'
    case 'net.fetch':
    case 'net.connect':
      return first.host
    case 'proc.run':
      return 'a command'
    case 'secrets.get':
      return `the credential ${first.name}`
    case 'mcp.call':
      return `the server ${first.server}`
    case 'fs.read':
    case 'fs.write':
      return first.path
    default:
      return assertNever(first, 'placeOf')
  }
}

/** Base64 characters of pictures and sound that one result keeps, all together. */
const MEDIA_CHARS = 6_000_000
/** Parts of a result that are kept; the text says how many there were. */
const MOST_PARTS = 256

/** Every text in it made fit like any other; what is too much is named in its place. */
async function presentableContent(
  content: readonly Content[],
  cleaning: Cleaning,
): Promise<Content[]> {
  const shown: Content[] = []
  let room = MEDIA_CHARS
  const text = async (raw: string, maxChars = STREAM_CHARS): Promise<string> =>
    (await sanitizeOutput(raw, maxChars, cleaning)).text
  for (const part of content.slice(0, MOST_PARTS)) {
    switch (part.kind) {
      case 'text':
      case 'left-out':
        shown.push({ ...part, text: await text(part.text) })
        break
      case 'image':
      case 'audio':
        if (part.data.length > room)
          shown.push({
            kind: 'left-out',
            text: `${part.kind} of ${part.data.length} characters: too large to keep`,
          })
        else {
          room -= part.data.length
          shown.push({ ...part, mimeType: await text(part.mimeType, 200) })
        }
        break
      case 'blob':
        if (part.data.length > room)
          shown.push({
            kind: 'left-out',
            text: `${part.data.length} characters of base64: too large to keep`,
          })
        else {
          room -= part.data.length
          shown.push({ ...part, uri: await text(part.uri, 4_000) })
        }
        break
      case 'link':
        shown.push({
          kind: 'link',
          uri: await text(part.uri, 4_000),
          name: await text(part.name, 500),
          mimeType: part.mimeType,
        })
        break
      case 'resource':
        shown.push({
          kind: 'resource',
          uri: await text(part.uri, 4_000),
          mimeType: part.mimeType,
          text: await text(part.text),
        })
        break
      default:
        assertNever(part, 'presentableContent')
    }
  }
  if (content.length > MOST_PARTS)
    shown.push({ kind: 'left-out', text: `${content.length - MOST_PARTS} more parts` })
  return shown
}

/** A tool writes its failures, so their words are checked as its results are. */
async function presentableError(
  { code, hint }: Failure,
  text: string,
  cleaning: Cleaning,
): Promise<Failure> {
  const advice = hint === undefined ? undefined : (await sanitizeOutput(hint, 2_000, cleaning)).text
  return failure((await sanitizeOutput(code, 200, cleaning)).text, text, advice)
}

/** Beginning and end of the two texts that a result can have. */
const KEPT = 4

/**
 * The same long text comes twice in most results of servers: as the whole, and as the one part that
 * it is made of.
 */
function lastKept<A extends readonly unknown[], T>(
  work: (text: string, ...rest: A) => T,
): (text: string, ...rest: A) => T {
  const kept: { readonly text: string; readonly key: string; readonly of: T }[] = []
  return (text, ...rest) => {
    const key = JSON.stringify(rest)
    const known = kept.find((one) => one.text === text && one.key === key)
    if (known !== undefined) return known.of
    if (kept.length === KEPT) kept.shift()
    const of = work(text, ...rest)
    kept.push({ text, key, of })
    return of
  }
}
