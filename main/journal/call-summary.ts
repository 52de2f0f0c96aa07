// The rows of one call, oldest first, as one. Pure.
import { denies } from '../../contract/approval/approval.ts'
import type { CallId } from '../../contract/ids.ts'
import type { CallSummary } from '../../contract/journal/call-summary.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'

/** Null for a call that has no rows. */
export function callSummary(callId: CallId, rows: readonly JournalRow[]): CallSummary | null {
  const [first] = rows
  if (first === undefined) return null
  const found: { -readonly [K in keyof CallSummary]: CallSummary[K] } = {
    callId,
    at: first.at,
    tool: '',
    principal: null,
    channel: null,
    runId: null,
    args: {},
    origins: [],
    taint: null,
    decision: null,
    approvalId: null,
    status: null,
    route: null,
    surface: null,
    durationMs: 0,
    exitCode: null,
    error: null,
  }
  for (const { entry } of rows) {
    if ('tool' in entry && entry.kind !== 'lease') found.tool = entry.tool
    if (entry.kind === 'decision') {
      found.decision = entry.decision
      found.args = entry.args
      found.origins = entry.origins
      found.taint = entry.taint ?? null
      Object.assign(found, whoOf(entry))
      if (entry.decision.effect === 'deny')
        Object.assign(found, { status: 'denied', route: 'policy' })
    } else if (entry.kind === 'refused') {
      Object.assign(found, whoOf(entry), { error: entry.error })
      found.status = 'denied'
      found.route = 'refused'
    } else if (entry.kind === 'asked') found.approvalId = entry.approvalId
    else if (entry.kind === 'answered') {
      found.surface = entry.surface
      if (denies(entry.answer)) Object.assign(found, { status: 'denied', route: entry.route })
    } else if (entry.kind === 'outcome') {
      const { status, route, durationMs, exitCode, error } = entry
      Object.assign(found, { status, route, durationMs, exitCode, error })
    }
  }
  return found
}

const whoOf = ({
  principal,
  channel,
  runId,
}: Pick<CallSummary, 'runId'> & {
  readonly principal: NonNullable<CallSummary['principal']>
  readonly channel: NonNullable<CallSummary['channel']>
}) => ({ principal, channel, runId })
