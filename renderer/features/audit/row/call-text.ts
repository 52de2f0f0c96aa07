// One call of the audit in words: who, what, what decided, how long. Pure.
import { callTitle, type CallTitle } from '../../../../contract/approval/call-title.ts'
import type { CallSummary } from '../../../../contract/journal/call-summary.ts'
import { badExit } from '../../../state/call-text.ts'
import { strings } from '../strings.ts'

const { calls: words } = strings

/** What it would have done, in the title of its card. */
export function titleOfCall(call: CallSummary, workspace: string): CallTitle {
  const { tool, args, act, decision } = call
  if (act !== undefined) return { ...act, code: false, rest: '', where: null }
  return decision === null
    ? { verb: words.refusedVerb, target: tool, code: true, rest: '', where: null }
    : callTitle({ title: tool, tool, args, decision }, workspace)
}

export type EndWords = {
  readonly text: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain'
}

/** How it ended and what decided that: `Allowed by you`, `Blocked by policy`. */
export function decidedBy(call: CallSummary): EndWords {
  const { status, route, surface } = call
  if (status === null || route === null) return { text: words.open, tone: 'plain' }
  const exit = badExit({ status, exitCode: call.exitCode })
  if (status === 'denied')
    return { text: route === 'person' ? words.denied(surface) : words.deniedBy[route], tone: 'bad' }
  if (status === 'cancelled') return { text: words.cancelled[route], tone: 'warn' }
  if (status === 'unknown') return { text: words.unknown, tone: 'warn' }
  const by = route === 'person' ? words.allowed(surface) : words.allowedBy[route]
  if (status === 'failed') return { text: `${by}, ${words.failed}`, tone: 'bad' }
  return exit === null ? { text: by, tone: 'ok' } : { text: `${by}, exit ${exit}`, tone: 'warn' }
}

/** Of a call on another machine: the person who decided it there is not the reader. */
export const decidedElsewhere = (call: CallSummary): EndWords =>
  decidedBy({ ...call, surface: null })
