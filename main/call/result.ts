// Step 11: what came back, made fit to be shown, stored and given to a model. Cleaned first, so that no escape code can
// hide a secret; redacted second; cut last, so that no cut can leave half a secret standing.
import type { CallResult, CallStatus, Route } from '../../contract/call.ts'
import type { Decision } from '../../contract/decision.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal.ts'
import type { Json } from '../../contract/json.ts'
import { assertNever } from '../../contract/never.ts'
import type { SourceLabel } from '../../contract/origin.ts'
import type { CanonicalTouch } from '../../contract/touch.ts'
import type { Executed } from './execute.ts'
import type { Judged } from './judge.ts'

export type Cleaning = {
  readonly clean: (text: string, limits: { readonly maxChars: number }) => { text: string; flags: readonly string[]; truncated: boolean }
  readonly redact: (text: string) => Promise<string>
  readonly redactJson: (value: Json, pointers: readonly string[]) => Promise<Json>
}

/** Characters of each stream that a result keeps for the screen. */
const STREAM_CHARS = 200_000

export async function shapeResult(judged: Judged, executed: Executed, route: Route, cleaning: Cleaning): Promise<CallResult> {
  const { output } = executed
  const { tool, decision } = judged
  const raw = output.ok ? output.value.text : output.error.text
  const shown = await presentable(raw, tool.manifest.limits.resultChars, cleaning)
  const stdout = await presentable((output.ok && output.value.stdout) || '', STREAM_CHARS, cleaning)
  const stderr = await presentable((output.ok && output.value.stderr) || '', STREAM_CHARS, cleaning)
  const data =
    output.ok && output.value.data !== undefined ? await cleaning.redactJson(output.value.data, tool.manifest.redaction.result) : null
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
    exitCode: (output.ok && output.value.exitCode) || (output.ok && output.value.exitCode === 0 ? 0 : null),
    truncated: shown.truncated || stdout.truncated || stderr.truncated,
    durationMs: executed.durationMs,
    label: labelOf(decision.touches),
    flags: [...shown.flags],
    error: output.ok ? null : { ...output.error, text: shown.text },
  }
}

/** A call that never ran. `text` is for the model: what happened, and what it can do. */
export function refusal(id: CallId, route: Route, error: Failure, decision: Decision | null): CallResult {
  return {
    requestId: id,
    ok: false,
    status: route === 'cancelled' ? 'cancelled' : 'denied',
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

/** The journal's last word on a call. `touched` is empty and the sandbox null for one that never ran. */
export const outcomeEntry = (
  tool: string,
  result: CallResult,
  touched: readonly CanonicalTouch[],
  sandbox: string | null,
): JournalEntry => ({
  kind: 'outcome',
  callId: result.requestId,
  tool,
  status: result.status,
  route: result.route,
  durationMs: result.durationMs,
  bytes: Buffer.byteLength(result.text) + Buffer.byteLength(result.stdout) + Buffer.byteLength(result.stderr),
  exitCode: result.exitCode,
  truncated: result.truncated,
  label: result.label,
  flags: result.flags,
  touched: [...touched],
  sandbox,
  error: result.error,
})

/** For a call that was let run by a process that ended before it: nobody saw how it went, and it is not run again. */
export function endUnknown(id: CallId, tool: string, route: Route, decision: Decision | null): CallResult {
  const error = failure(
    'call.interrupted',
    'It started, and Gatehouse ended before its end was seen. It may have run; it is not run again by itself.',
  )
  return { ...refusal(id, route, error, decision), status: 'unknown' }
}

/** For a call that a person let run, in a process that ended before it began: it surely did not run, and does not now. */
export function endUnbegun(id: CallId, decision: Decision): CallResult {
  const error = failure(
    'call.unbegun',
    'It was allowed, and Gatehouse ended before it began. It did not run.',
    'Ask again if it is still wanted.',
  )
  return refusal(id, 'cancelled', error, decision)
}

/** How far the result may be believed, by the least trusted place it can hold text from. */
export function labelOf(touches: readonly CanonicalTouch[]): SourceLabel {
  if (touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect')) return 'untrusted'
  if (touches.some((touch) => touch.kind === 'fs.read' && touch.zone !== 'workspace')) return 'private'
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
    case 'fs.read':
    case 'fs.write':
      return first.path
    default:
      return assertNever(first, 'placeOf')
  }
}

async function presentable(
  text: string,
  maxChars: number,
  { clean, redact }: Cleaning,
): Promise<{ text: string; flags: readonly string[]; truncated: boolean }> {
  if (text === '') return { text: '', flags: [], truncated: false }
  const cleaned = clean(text, { maxChars: Number.POSITIVE_INFINITY })
  const cut = clean(await redact(cleaned.text), { maxChars })
  return { text: cut.text, flags: cleaned.flags, truncated: cut.truncated }
}
