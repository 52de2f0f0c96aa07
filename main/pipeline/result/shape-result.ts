// Step 6: what came back, made fit to be shown, stored and given to a model. Cleaned first, so that
// no escape code can hide a secret; redacted second; cut last, so that no cut can leave half a
// secret behind.
import type { CallResult, CallStatus, Route } from '../../../contract/call/call.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { withAdvice } from '../advice.ts'
import type { DecidedCall } from '../evaluate.ts'
import { alsoPrivate, labelOf } from './result-label.ts'
import type { ExecuteDeps } from '../pipeline-deps.ts'
import type { Executed } from '../run-tool.ts'
import { keepLong, type KeepLong } from './long-result.ts'
import { sanitizeContent } from './sanitize-content.ts'
import { sanitizeJson } from './sanitize-json.ts'
import { STREAM_CHARS, sanitizeOutput } from './sanitize-output.ts'
import type { Cleaning } from './sanitize-output.ts'

const forTool = (name: string, { clean, cut, redact, redactJson }: Cleaning): Cleaning => ({
  clean: lastStored(clean),
  cut,
  redact: lastStored((text) => redact(text, name)),
  redactJson: (value, pointers) => redactJson(value, pointers, name),
})

export async function shapeResult(
  call: DecidedCall,
  executed: Executed,
  route: Route,
  deps: Cleaning & Pick<ExecuteDeps, 'provenance'> & { readonly keepLong: KeepLong | null },
): Promise<CallResult> {
  const { output } = executed
  const { tool, decision } = call
  const cleaning = forTool(tool.manifest.name, deps)
  // A model reads nothing but the text of a result: what it can do next belongs there too.
  const raw = output.ok ? output.value.text : withAdvice(output.error)
  const shown = await sanitizeOutput(raw, tool.manifest.limits.resultChars, cleaning)
  const stored =
    deps.keepLong === null || !shown.truncated
      ? {}
      : await keepLong(raw, shown.text, call.call, deps.keepLong, cleaning)
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
  const content = output.ok ? await sanitizeContent(output.value.content ?? [], cleaning) : []
  const given = output.ok && output.value.data !== undefined ? output.value.data : null
  const cleaned = tool.manifest.builtIn
    ? { data: given, flags: [] }
    : await sanitizeJson(given, cleaning.clean)
  const data =
    given === null ? null : await cleaning.redactJson(cleaned.data, tool.manifest.redaction.result)
  const taint = deps.provenance.taint(call.call.principal.session)
  const status: CallStatus = executed.cancelled ? 'cancelled' : output.ok ? 'done' : 'failed'
  return {
    requestId: call.call.id,
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
    ...stored,
    durationMs: executed.durationMs,
    label:
      call.call.untrusted === true
        ? 'untrusted'
        : labelOf(decision.touches, taint, tool.manifest, executed.readBack),
    ...(alsoPrivate(tool.manifest, decision.touches, taint, executed.readBack)
      ? { holdsPrivate: true }
      : {}),
    flags: [...new Set([...shown.flags, ...cleaned.flags])],
    error: output.ok
      ? null
      : await sanitizeError(output.error, tool.manifest.limits.resultChars, cleaning),
  }
}

/** A tool writes its failures, so their words are checked as its results are. */
async function sanitizeError(
  { code, text, hint }: Failure,
  most: number,
  cleaning: Cleaning,
): Promise<Failure> {
  const clean = async (words: string, chars: number): Promise<string> =>
    (await sanitizeOutput(words, chars, cleaning)).text
  return failure(
    await clean(code, 200),
    await clean(text, most),
    hint === undefined ? undefined : await clean(hint, 2_000),
  )
}

/** Beginning and end of the two texts that a result can have. */
const MOST_RETAINED = 4

/**
 * The same long text comes twice in most results of servers: as the whole, and as the one part that
 * it is made of.
 */
function lastStored<A extends readonly unknown[], T>(
  work: (text: string, ...rest: A) => T,
): (text: string, ...rest: A) => T {
  const stored: { readonly text: string; readonly key: string; readonly of: T }[] = []
  return (text, ...rest) => {
    const key = JSON.stringify(rest)
    const known = stored.find((one) => one.text === text && one.key === key)
    if (known !== undefined) return known.of
    if (stored.length === MOST_RETAINED) stored.shift()
    const of = work(text, ...rest)
    stored.push({ text, key, of })
    return of
  }
}
