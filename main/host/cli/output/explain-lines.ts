// Lines of JSON in, lines of JSON out: one answer for each question, in order, as soon as it is
// there.
import { strictJson } from '../../../../contract/strict-json.ts'
import { failure } from '../../../../contract/failure.ts'
import { SupposedCall } from '../../../../contract/policy/supposed.ts'
import type { Supposed } from '../../../../contract/policy/supposed.ts'
import { printJson } from '../command.ts'
import type { Call } from '../command.ts'
import { complain } from './complain.ts'
import { exit } from '../exit.ts'
import type { Session } from '../session/session.ts'

/** As many lines as go into one question, whichever is reached first. Characters. */
const mostCalls = 200
const mostChars = 1_000_000
/** A line longer than this is no call of anybody's; it gets its error and is not kept. */
const longestLine = 1_000_000

export async function explainLines(
  { context, json }: Call,
  session: Session,
  text: { readonly text?: string },
): Promise<number> {
  for await (const lines of groups(context.input())) {
    const read = lines.map(readLine)
    const calls = read.flatMap((one) => (one.kind === 'call' ? [one.call] : []))
    const explained =
      calls.length === 0 ? null : await session.call('policy.explain', { calls, ...text })
    if (explained !== null && !explained.ok) return complain(context, explained.error, json)
    const answers = explained === null ? [] : [...explained.value]
    for (const one of read) printJson(context, one.kind === 'call' ? answers.shift() : one.answer)
  }
  return exit.done
}

type Read =
  | { readonly kind: 'call'; readonly call: SupposedCall }
  | { readonly kind: 'fault'; readonly answer: Supposed }

function readLine(line: string | null): Read {
  const hint =
    'Write {"tool": …, "args": {…}}. You can add id, principal, agent, channel, taint, at and earlier.'
  const fault = (id: string | number | null, why: string): Read => ({
    kind: 'fault',
    answer: { id, error: failure('explain.bad-line', why, hint) },
  })
  if (line === null) return fault(null, `The line is longer than ${longestLine} characters.`)
  const read = strictJson(line)
  if (!read.ok)
    return fault(
      null,
      read.error.kind === 'syntax'
        ? 'The line is not JSON.'
        : `The line is refused: ${read.error.text}.`,
    )
  const { value } = read
  const parsed = SupposedCall.safeParse(value)
  if (parsed.success) return { kind: 'call', call: parsed.data }
  const [issue] = parsed.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  return fault(idOf(value), `The line is not a call: ${where}${issue?.message ?? ''}.`)
}

function idOf(value: unknown): string | number | null {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/**
 * Lines that have come so far, never waiting for more; null for one that is too long. Empty lines
 * are left out.
 */
async function* groups(pieces: AsyncIterable<string>): AsyncGenerator<readonly (string | null)[]> {
  let rest = ''
  let over = false
  for await (const piece of pieces) {
    const parts = piece.split('\n')
    const lines: (string | null)[] = []
    for (const [at, part] of parts.entries()) {
      over ||= rest.length + part.length > longestLine
      rest = over ? '' : rest + part
      if (at === parts.length - 1) break
      if (over) lines.push(null)
      else if (rest.trim() !== '') lines.push(rest)
      rest = ''
      over = false
    }
    yield* cut(lines)
  }
  if (over) yield [null]
  else if (rest.trim() !== '') yield [rest]
}

function* cut(lines: readonly (string | null)[]): Generator<readonly (string | null)[]> {
  let group: (string | null)[] = []
  let chars = 0
  for (const line of lines) {
    const length = line?.length ?? 0
    if (group.length > 0 && (group.length >= mostCalls || chars + length > mostChars)) {
      yield group
      group = []
      chars = 0
    }
    group.push(line)
    chars += length
  }
  if (group.length > 0) yield group
}
