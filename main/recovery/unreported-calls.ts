// Calls that ran in an earlier process, shortly before this one: a client of the gateway may not
// have heard of their end, and is told so once when it makes the same call again, instead of a
// second run; and a card for the same call says that it ran.
import { setImmediate } from 'node:timers/promises'
import type { CallResult } from '../../contract/call/call.ts'
import type { CallId } from '../../contract/ids.ts'
import type { JournalEntry, JournalFilter, JournalRow } from '../../contract/journal/journal.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { failure } from '../../contract/failure.ts'
import { CUT_OFF, refusal } from '../pipeline/refusals.ts'

export type UnreportedCalls = {
  readonly callId: CallId
  readonly principal: Principal
  readonly tool: string
  /** The request hash: tool and canonical arguments. */
  readonly key: string
  /** For anyone who makes the same call again. */
  readonly result: CallResult
  /** For the card of the same call: what came of it. */
  readonly note: string
}

export type UnreportedCallsDeps = {
  readonly page: (
    filter: JournalFilter,
    before: number | undefined,
    limit: number,
  ) => readonly JournalRow[]
  /** Whether such a call changes anything. What only looks may simply run again. */
  readonly changes: (tool: string, action: string | null) => boolean
  readonly now: () => number
  /** The number of the first row of this process. */
  readonly before: number
  /** Newest first. */
  readonly found: (call: UnreportedCalls) => void
}

const withinMs = 10 * 60_000
const pageRows = 200
const filter: JournalFilter = {
  kinds: ['decision', 'running', 'outcome'],
  tool: null,
  effect: null,
  callId: null,
  runId: null,
  text: '',
}

type End = {
  readonly kind: 'whole' | 'part' | 'unseen'
  readonly status: string
  readonly at: number
}

/**
 * All of the last minutes, however many they are, in small pieces: a start shall not wait for it,
 * but no call may be taken before it has ended. Rejects when the journal cannot be read.
 */
export async function findUnreportedCalls({
  page,
  changes,
  now,
  before: first,
  found,
}: UnreportedCallsDeps): Promise<void> {
  const ended = new Map<CallId, End>()
  const running = new Set<CallId>()
  let before = first
  for (;;) {
    await setImmediate()
    const rows = page(filter, before, pageRows)
    for (const { seq, at, entry } of rows) {
      before = seq
      if (now() - at > withinMs) return
      if (entry.kind === 'outcome') {
        const kind = endOf(entry)
        if (kind !== null) ended.set(entry.callId, { kind, status: entry.status, at })
      }
      if (entry.kind === 'running') running.add(entry.callId)
      if (entry.kind !== 'decision' || !changes(entry.tool, entry.action)) continue
      const { callId, tool, requestHash: key, principal, decision } = entry
      const end = ended.get(callId)
      // What never began did nothing; and a call that joined the same one has its end, and that one
      // is told about.
      if (end === undefined || !running.has(callId)) continue
      found({
        callId,
        principal,
        tool,
        key,
        note: noteOf(end),
        result: refusal(callId, 'refused', describe(end), decision),
      })
    }
    // A page may be short because a row in it cannot be read.
    if (rows.length === 0) return
  }
}

/** Null for a call that did not run, and for one that was stopped by the one who asked for it. */
function endOf({ status, error }: JournalEntry & { kind: 'outcome' }): End['kind'] | null {
  if (status === 'done' || status === 'failed') return 'whole'
  if (status === 'unknown') return 'unseen'
  return status === 'cancelled' && error?.code === CUT_OFF ? 'part' : null
}

const time = (at: number): string => `${new Date(at).toISOString().slice(11, 19)} UTC`

const describe = (end: End) =>
  failure(
    'call.before-restart',
    `The same call was already made before Gatehouse restarted: ${howOf(end)}. Its result is not stored, and this request does not run it again.`,
    'Check what it did. If you need it again, make the call again.',
  )

function howOf({ kind, status, at }: End): string {
  if (kind === 'whole') return `at ${time(at)} it ended: ${status}`
  return kind === 'part'
    ? `at ${time(at)} it was cut off when Gatehouse quit, so it ran in part`
    : `at ${time(at)} its result is unknown, and it may have run`
}

function noteOf({ kind, status, at }: End): string {
  if (kind === 'whole')
    return `The same call already ran at ${time(at)} (${status}), before Gatehouse was restarted.`
  return kind === 'part'
    ? `The same call ran in part: it was cut off at ${time(at)}, when Gatehouse ended.`
    : 'The same call started before Gatehouse was restarted. Its result is unknown. It may have run in part or completely.'
}
