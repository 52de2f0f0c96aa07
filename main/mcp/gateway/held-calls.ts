// Calls of clients that a person has to answer: who waits for which, and what came of those that
// nobody waited for any more. Each result is given out once. Knows no protocol; an entry outlives
// the connection, and the program by its approval.
import type { CallResult } from '../../../contract/call/call.ts'
import type { ApprovalId, CallId, SessionId } from '../../../contract/ids.ts'

export type Pending = {
  readonly callId: CallId
  readonly client: string
  /** Whose result it is. */
  readonly session: SessionId
  readonly tool: string
  /** What makes a request the same: tool and canonical arguments. */
  readonly key: string
  readonly approvalId: ApprovalId | null
  readonly since: number
}

/** What it waits for: a person’s answer, its own end, or a person who reads what it brought back. */
export type Phase = 'held' | 'runs' | 'review'

type Entry = Pending & {
  phase: Phase
  result: CallResult | null
  chars: number
  endedAt: number
  /** It ran before this process: a sentence, kept for its whole time however many there are. */
  recalled: boolean
  readonly waiters: Wake[]
}

/** False: it does not take the result after all. */
type Wake = (result: CallResult) => boolean

export type PendingCalls = {
  /** A call is held. Gives what is kept of it. The same call again changes nothing. */
  hold(pending: Pending): Pending
  /**
   * A call that was held has ended. Those who wait get the result; with none it is kept for a
   * while.
   */
  end(callId: CallId, result: CallResult): void
  /** It ran in an earlier process, and its client may not have heard of it. */
  recall(pending: Pending, result: CallResult): void
  /** A person has let it run. */
  startedAt(callId: CallId): void
  /** It has run, and its result waits for a person. */
  reviewedAt(callId: CallId): void
  phase(callId: CallId): Phase
  find(client: string, key: string): Pending | null
  byCall(client: string, callId: string): Pending | null
  /** Held, and ended with a result that nobody has got yet. */
  ofClient(client: string): readonly Pending[]
  /** Whether there is one of these. */
  any(client: string): boolean
  /** Of these, how many have not ended. */
  held(client: string): number
  /** Whether it is known here. */
  has(callId: CallId): boolean
  /**
   * Calls back once; at once when the result is there. The one who takes it uses it up. Returns the
   * way to stop waiting.
   */
  wait(callId: CallId, wake: (result: CallResult) => boolean): () => void
  /** Held and not ended, of all clients. */
  open(): number
}

/** A result that nobody asked for is forgotten after this long, or when a client has this many. */
const retentionMs = 30 * 60_000
const mostStored = 256
/**
 * Characters of such results of one client. Past it the oldest are told about in a sentence: that
 * they ran stays known.
 */
const mostChars = 16_000_000

export function openPendingCalls(now: () => number): PendingCalls {
  const all = new Map<string, Entry>()
  const byKey = new Map<string, Entry>()
  const byClient = new Map<string, Set<Entry>>()
  /** Not ended, of each client and of all: asked with every call. */
  const unended = new Map<string, number>()
  let open = 0
  const keyOf = (client: string, key: string): string => `${client}\n${key}`
  const of = (client: string): ReadonlySet<Entry> => byClient.get(client) ?? none
  const counted = (entry: Entry, by: 1 | -1): void => {
    open += by
    unended.set(entry.client, (unended.get(entry.client) ?? 0) + by)
  }
  const put = (entry: Entry): void => {
    all.set(entry.callId, entry)
    byClient.set(entry.client, (byClient.get(entry.client) ?? new Set()).add(entry))
    // The first one represents the request: others like it wait for that one.
    if (!byKey.has(keyOf(entry.client, entry.key))) byKey.set(keyOf(entry.client, entry.key), entry)
  }
  const forget = (entry: Entry): void => {
    all.delete(entry.callId)
    byClient.get(entry.client)?.delete(entry)
    if (byKey.get(keyOf(entry.client, entry.key)) === entry)
      byKey.delete(keyOf(entry.client, entry.key))
  }
  const sweep = (client: string): void => {
    const stored = [...of(client)].filter((entry) => entry.result !== null)
    for (const entry of stored) if (now() - entry.endedAt > retentionMs) forget(entry)
    const own = stored.filter((entry) => !entry.recalled).toSorted((a, b) => b.endedAt - a.endedAt)
    for (const entry of own.slice(mostStored)) forget(entry)
    let chars = 0
    for (const [at, entry] of own.slice(0, mostStored).entries()) {
      chars += entry.chars
      if (at === 0 || chars <= mostChars || entry.result === null || entry.chars <= shortest)
        continue
      chars -= entry.chars
      entry.result = inBrief(entry.result)
      entry.chars = charsOf(entry.result)
    }
  }

  return {
    hold(pending) {
      const known = all.get(pending.callId)
      if (known !== undefined) return known
      const entry = entryOf(pending, null, 0, 0)
      put(entry)
      counted(entry, 1)
      return entry
    },
    end(callId, result) {
      const entry = all.get(callId)
      if (entry === undefined || entry.result !== null) return
      entry.result = result
      counted(entry, -1)
      entry.chars = charsOf(result)
      entry.endedAt = now()
      const taken = [...entry.waiters].map((wake) => wake(result))
      if (taken.includes(true)) forget(entry)
      else sweep(entry.client)
    },
    recall(pending, result) {
      if (!all.has(pending.callId)) put(entryOf(pending, result, charsOf(result), now()))
    },
    startedAt(callId) {
      const entry = all.get(callId)
      if (entry !== undefined) entry.phase = 'runs'
    },
    reviewedAt(callId) {
      const entry = all.get(callId)
      if (entry !== undefined) entry.phase = 'review'
    },
    phase: (callId) => all.get(callId)?.phase ?? 'held',
    find: (client, key) => byKey.get(keyOf(client, key)) ?? null,
    byCall: (client, callId) => {
      const entry = all.get(callId)
      return entry?.client === client ? entry : null
    },
    ofClient: (client) => [...of(client)],
    any: (client) => of(client).size > 0,
    held: (client) => unended.get(client) ?? 0,
    has: (callId) => all.has(callId),
    wait(callId, wake) {
      const entry = all.get(callId)
      if (entry === undefined) return () => {}
      if (entry.result !== null) {
        if (wake(entry.result)) forget(entry)
        return () => {}
      }
      entry.waiters.push(wake)
      return () => {
        const at = entry.waiters.indexOf(wake)
        if (at >= 0) entry.waiters.splice(at, 1)
      }
    },
    open: () => open,
  }
}

const none: ReadonlySet<Entry> = new Set()

/**
 * Field by field: a spread object takes half as much again. `result`: what it gave in an earlier
 * process.
 */
const entryOf = (
  { callId, client, session, tool, key, approvalId, since }: Pending,
  result: CallResult | null,
  chars: number,
  endedAt: number,
): Entry => ({
  callId,
  client,
  session,
  tool,
  key,
  approvalId,
  since,
  phase: 'held',
  result,
  chars,
  endedAt,
  recalled: result !== null,
  waiters: [],
})

/** Of no more than this nothing is gained by a sentence in its place. */
const shortest = 4_096

/**
 * How it ended, without what came of it: the one who asks is told, and nothing runs again for that.
 */
function inBrief(result: CallResult): CallResult {
  const text = `This call ended (${result.status}) while nobody waited for it, and its result was too large to keep. It is in the journal as ${result.requestId}. Make a call that gives less if the result is needed.`
  return { ...result, text, data: null, content: [], stdout: '', stderr: '', truncated: true }
}

/** What a value weighs, in characters. */
export function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object') return 8
  let chars = 0
  for (const member of Object.values(value)) chars += charsOf(member)
  return chars
}
