// Calls of the gateway's clients that ran in an earlier process, of which the client may not have heard: it is told so once
// when it asks the same again, instead of a second run.
import { setImmediate } from 'node:timers/promises'
import type { CallResult } from '../../contract/call.ts'
import type { CallId, SessionId } from '../../contract/ids.ts'
import type { JournalFilter, JournalRow } from '../../contract/journal.ts'
import { failure } from '../../contract/failure.ts'
import { refusal } from '../call/result.ts'

export type Recalled = {
  readonly callId: CallId
  readonly client: string
  readonly session: SessionId
  readonly tool: string
  readonly key: string
  readonly result: CallResult
}

export type RecallNeeds = {
  readonly page: (filter: JournalFilter, before: number | undefined, limit: number) => readonly JournalRow[]
  /** Whether a call of this tool changes anything. What only looks may simply run again. */
  readonly sideEffects: (tool: string) => boolean
  readonly now: () => number
  /** The number of the first row of this process. */
  readonly before: number
  /** Newest first. */
  readonly found: (call: Recalled) => void
}

const withinMs = 10 * 60_000
const pageRows = 100
const mostPages = 100
/** Of one client: as many results as are kept for it anyway. */
const mostOfClient = 256

/** In small pieces, for a start shall not wait for it; but no call may be taken before it has ended. Rejects when the journal cannot be read. */
export async function recallCalls({ page, sideEffects, now, before: first, found }: RecallNeeds): Promise<void> {
  const filter: JournalFilter = { kinds: ['decision', 'outcome'], tool: null, effect: null, callId: null, runId: null, text: '' }
  const ended = new Map<CallId, { readonly status: string; readonly at: number }>()
  const ofClient = new Map<string, number>()
  let before = first
  for (let pages = 0; pages < mostPages; pages++) {
    await setImmediate()
    const rows = page(filter, before, pageRows)
    for (const { seq, at, entry } of rows) {
      before = seq
      if (now() - at > withinMs) return
      if (entry.kind === 'outcome' && ['done', 'failed', 'unknown'].includes(entry.status))
        ended.set(entry.callId, { status: entry.status, at })
      if (entry.kind !== 'decision' || entry.principal.kind !== 'mcp-client' || !sideEffects(entry.tool)) continue
      const end = ended.get(entry.callId)
      if (end === undefined) continue
      const { callId, tool, requestHash: key, principal, decision } = entry
      const known = ofClient.get(principal.name) ?? 0
      if (known >= mostOfClient) continue
      ofClient.set(principal.name, known + 1)
      found({
        callId,
        client: principal.name,
        session: principal.session,
        tool,
        key,
        result: refusal(callId, 'refused', told(end), decision),
      })
    }
    if (rows.length < pageRows) return
  }
}

const told = ({ status, at }: { readonly status: string; readonly at: number }) => {
  const time = new Date(at).toISOString().slice(11, 19)
  const how = status === 'unknown' ? 'nobody saw its end, and it may have run' : `it ended: ${status}`
  return failure(
    'call.before-restart',
    `This same call was made already, before Gatehouse was started again: at ${time} UTC ${how}. Its result is not kept, and it is not run again by this request.`,
    'Look at what it did. If it is wanted once more, make the call again.',
  )
}
