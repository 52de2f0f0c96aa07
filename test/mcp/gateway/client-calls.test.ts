// What one client may have under way: bytes of arguments are bounded automatically, and those of
// held calls do not count.
import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../contract/call/call.ts'
import { ApprovalId, CallId, SessionId } from '../../../contract/ids.ts'
import { openByteBudget } from '../../../main/mcp/gateway/byte-budget.ts'
import { openDecisionTurns } from '../../../main/mcp/gateway/calls/decision-turns.ts'
import { openClientCalls } from '../../../main/mcp/gateway/client-calls.ts'
import type { OfSession } from '../../../main/mcp/gateway/calls/client-calls-deps.ts'
import { openPendingCalls } from '../../../main/mcp/gateway/held-calls.ts'
import { said } from '../../../main/mcp/gateway/protocol/result-json.ts'
import { approval } from '../../store/samples.ts'

const MI = 1024 * 1024

function client() {
  const watching = new Map<CallId, (state: CallState) => void>()
  const ids: CallId[] = []
  const calls = openClientCalls({
    client: 'one',
    pending: openPendingCalls(Date.now),
    now: Date.now,
    newCallId: () => CallId.parse(`call_${String(ids.length).padStart(10, '0')}`),
    // Nothing ends by itself here: a call runs, or is held, until the test is over.
    dispatch: ({ id }) => {
      ids.push(id)
      return new Promise(() => {})
    },
    joined: () => {},
    waits: () => null,
    keyOf: (_tool, args) => String((args as { at: number }).at),
    ready: () => null,
    shownAs: () => () => said('', false),
    watch(id, changed) {
      watching.set(id, changed)
      return () => void watching.delete(id)
    },
    listen: () => () => {},
    askThere: () => null,
    weight: () => 1,
    bytes: openByteBudget(64 * MI),
    turns: openDecisionTurns(),
    saw: () => {},
    answeredThere: async () => {},
  })
  const context: OfSession = {
    era: 'legacy',
    clientInfo: null,
    capabilities: {},
    signal: new AbortController().signal,
    wantsProgress: false,
    progress: () => {},
    log: () => {},
    logLevel: null,
    unread: () => null,
    ask: async () => null,
    input: { responses: undefined, state: null },
    session: SessionId.parse('ses_0000000001'),
  }
  let sent = 0
  /** What was said to it. Never resolves for a call that goes on. */
  const ask = async (chars: number): Promise<string> =>
    JSON.stringify(
      await calls.call('write_file', { at: (sent += 1), content: 'x'.repeat(chars) }, context),
    )
  /** What was said at once; null for a call that goes on. */
  const send = async (chars: number): Promise<string | null> => {
    const before = ids.length
    let received: string | null = null
    void ask(chars).then((text) => (received = text))
    await expect.poll(() => received !== null || ids.length > before).toBe(true)
    return received
  }
  const hold = (at: number): void => {
    const id = ids[at]
    if (id === undefined) throw new Error(`There is no call ${at}.`)
    watching.get(id)?.({
      kind: 'held',
      approvalId: ApprovalId.parse(`apr_${String(at).padStart(10, '0')}`),
      decision: approval(1).decision,
    })
  }
  const run = (at: number): void =>
    watching.get(ids[at] ?? CallId.parse('call_none000000'))?.({
      kind: 'running',
      decision: approval(1).decision,
    })
  return { send, ask, hold, run, ids }
}

describe('the arguments of the calls of one client', () => {
  it('are taken up to 32 Mi characters together, and one call whatever its size', async () => {
    const { send, ids } = client()
    expect(await send(15 * MI)).toBeNull()
    expect(await send(15 * MI)).toBeNull()
    expect(await send(15 * MI)).toContain('too large together')
    expect(await send(1_000)).toBeNull()
    expect(ids).toHaveLength(3)
    expect(await client().send(40 * MI)).toBeNull()
  })

  it('are not counted once the call is held', async () => {
    const { send, hold } = client()
    for (let at = 0; at < 6; at++) {
      expect(await send(20 * MI)).toBeNull()
      expect(await send(20 * MI)).toContain('too large together')
      hold(at)
    }
  })

  it('belong to at most 256 held calls, and those that had their turn before the last of them', async () => {
    const { ask, hold, ids } = client()
    const refused: string[] = []
    for (let at = 0; at < 500; at++) void ask(1).then((text) => refused.push(text))
    for (let at = 0; at < 500; at++) {
      await new Promise((done) => setImmediate(done))
      if (at < ids.length) hold(at)
    }
    expect(
      refused.filter((text) => text.includes('More than 256 of your calls wait')),
    ).toHaveLength(500 - ids.length)
    expect(ids.length).toBeLessThan(256 + 64)
  })
})

describe('calls that are not decided yet', () => {
  it('are 32 at once, and one that runs or is held makes way for the next', async () => {
    const { ask, hold, run, ids } = client()
    for (let at = 0; at < 40; at++) void ask(1)
    const started = async (): Promise<number> => {
      for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done))
      return ids.length
    }
    expect(await started()).toBe(32)
    run(0)
    expect(await started()).toBe(33)
    hold(1)
    expect(await started()).toBe(34)
    // It made way when it began to run.
    hold(0)
    expect(await started()).toBe(34)
  })
})
