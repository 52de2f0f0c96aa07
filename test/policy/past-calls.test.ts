// What a caller did before, told from rows of the journal alone: live, after a restart, and in a
// replay.
import { describe, expect, it } from 'vitest'
import { ApprovalId, CallId, PolicyHash, RequestHash } from '../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { RuleWhen } from '../../contract/policy/rule.ts'
import type { Effect } from '../../contract/policy/decision.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { holdsEarlier } from '../../main/gate/rules/rule-earlier.ts'
import { openPastCalls } from '../../main/policy/past-calls.ts'
import type { PastCalls } from '../../main/policy/past-calls.ts'
import { openJournalPast } from '../../main/policy/past-calls-journal.ts'
import { callers, otherSession, sha256, to } from '../gate/decision-requests.ts'

const hash = sha256('x')
const id = (number: number): CallId => CallId.parse(`call_${String(number).padStart(8, '0')}`)
const host: CanonicalTouch = to('a.example')

const decided = (
  callId: CallId,
  principal: Principal,
  {
    tool = 'http',
    action = null as string | null,
    effect = 'allow' as Effect,
    touches = [host],
  } = {},
): JournalEntry => ({
  kind: 'decision',
  callId,
  principal,
  channel: 'window',
  runId: null,
  tool,
  capability: `x.${tool}`,
  action,
  args: {},
  requestHash: RequestHash.parse(hash),
  origins: [],
  decision: {
    effect,
    tier: 'R3',
    baseTier: 'R3',
    reasons: [],
    by: { kind: 'tier', id: 'R3' },
    touches,
    stepUp: false,
    policyHash: PolicyHash.parse(hash),
  },
})
const running = (callId: CallId): JournalEntry => ({
  kind: 'running',
  callId,
  tool: 'http',
  route: 'policy',
})
const denied = (callId: CallId, route: 'person' | 'time-out' = 'person'): JournalEntry => ({
  kind: 'answered',
  callId,
  tool: 'http',
  answer: 'deny-once',
  route,
  surface: null,
  approvalId: ApprovalId.parse('apr_00000001'),
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const agent = callers.agent
const ran = (prior: PastCalls, number: number, at: number, who: Principal = agent): void => {
  prior.note(decided(id(number), who), at)
  prior.note(running(id(number)), at)
}
const count = (prior: PastCalls, now: number, who: Principal = agent, callId = id(99_999)) =>
  prior.facts(who, [host], callId, now).calls[0] ?? null

describe('a call that ran', () => {
  it('counts for its minute, its hour, its day and its session', () => {
    const prior = openPastCalls()
    ran(prior, 1, 0)
    const at = (now: number) => {
      const { session, minute, hour, day } = count(prior, now) ?? {}
      return [session, minute, hour, day]
    }
    expect(at(30_000)).toEqual([1, 1, 1, 1])
    expect(at(2 * MINUTE)).toEqual([1, 0, 1, 1])
    expect(at(2 * HOUR)).toEqual([1, 0, 0, 1])
    expect(at(25 * HOUR)).toEqual([1, 0, 0, 0])
  })

  it('counts to its caller in every session, and to its session alone there', () => {
    const prior = openPastCalls()
    ran(prior, 1, 0)
    expect(count(prior, 1, { ...agent, session: otherSession })).toMatchObject({
      session: 0,
      hour: 1,
    })
    expect(count(prior, 1, callers['mcp-client'])).toBeNull()
  })

  it('counts by tool and action', () => {
    const prior = openPastCalls()
    for (const [number, action] of [
      [1, 'merge_pr'],
      [2, 'list_prs'],
      [3, 'merge_pr'],
    ] as const) {
      prior.note(decided(id(number), agent, { tool: 'github', action }), 0)
      prior.note(running(id(number)), 0)
    }
    const { calls } = prior.facts(agent, [], id(99_999), 1)
    expect(calls.map(({ tool, action, hour }) => [tool, action, hour])).toEqual([
      ['github', 'merge_pr', 2],
      ['github', 'list_prs', 1],
    ])
    const merges: RuleWhen = {
      rate: { over: 2, per: 'hour' },
      tools: ['github'],
      actions: ['merge_pr'],
    }
    const earlier = { calls, knownHosts: [], denials: 0 }
    expect(holdsEarlier({ ...merges, actions: ['merge_pr'] }, earlier)).toBe(true)
    expect(holdsEarlier({ ...merges, actions: ['list_prs'] }, earlier)).toBe(false)
    expect(holdsEarlier({ rate: { over: 3, per: 'hour' }, tools: ['github'] }, earlier)).toBe(true)
  })

  it('counts once, though it was staged before', () => {
    const prior = openPastCalls()
    prior.note(decided(id(1), agent), 0)
    const staged = { files: 0, hosts: [], exitCode: null, why: null }
    prior.note({ kind: 'staged', callId: id(1), tool: 'exec', change: 'started', ...staged }, 0)
    prior.note(decided(id(1), agent), 1)
    prior.note(running(id(1)), 1)
    expect(count(prior, 2)).toMatchObject({ hour: 1, session: 1 })
  })

  it('does not count for itself when it is looked at once more', () => {
    const prior = openPastCalls()
    ran(prior, 1, 0)
    expect(count(prior, 1, agent, id(1))).toMatchObject({ session: 0, minute: 0, hour: 0, day: 0 })
    expect(prior.facts(agent, [host], id(1), 1).knownHosts).toEqual([])
    expect(prior.facts(agent, [host], id(2), 1).knownHosts).toEqual(['a.example'])
  })

  it('still counts when the clock is set back', () => {
    const prior = openPastCalls()
    ran(prior, 1, 10 * HOUR)
    expect(count(prior, 0)).toMatchObject({ minute: 1 })
  })
})

describe('what did not run', () => {
  it('counts as no call, and its host stays new', () => {
    const prior = openPastCalls()
    prior.note(decided(id(1), agent, { effect: 'confirm' }), 0)
    prior.note(running(id(7)), 0)
    expect(prior.facts(agent, [host], id(2), 1)).toEqual({ calls: [], knownHosts: [], denials: 0 })
  })

  it('counts as a denial where a person denied it, in its session', () => {
    const prior = openPastCalls()
    for (const number of [1, 2]) prior.note(decided(id(number), agent, { effect: 'confirm' }), 0)
    prior.note(denied(id(1)), 1)
    prior.note(denied(id(2), 'time-out'), 1)
    expect(prior.facts(agent, [], id(3), 2).denials).toBe(1)
    expect(prior.facts({ ...agent, session: otherSession }, [], id(3), 2).denials).toBe(0)
  })
})

describe('the rows of the journal', () => {
  const rows: JournalRow[] = []
  const add = (entry: JournalEntry, at: number): JournalRow => {
    const row = { seq: rows.length + 1, at, entry, hash, prev: hash } as unknown as JournalRow
    rows.push(row)
    return row
  }
  const journal = {
    head: () => ({ seq: rows.length }),
    page: (_filter: unknown, before: number | undefined, limit: number) =>
      rows
        .filter(({ seq }) => seq < (before ?? Number.POSITIVE_INFINITY))
        .slice(-limit)
        .toReversed(),
  }

  it('are read once, and those that are written meanwhile count once', async () => {
    for (let number = 0; number < 700; number++) {
      add(decided(id(number), agent), number)
      add(running(id(number)), number)
    }
    const prior = openPastCalls()
    const { known, wrote } = openJournalPast(prior, journal)
    wrote(add(decided(id(800), agent), 800))
    const first = known()
    wrote(add(running(id(800)), 800))
    const second = known()
    await Promise.all([first, second])
    wrote(add(decided(id(801), agent), 801))
    wrote(add(running(id(801)), 801))
    await known()
    expect(count(prior, 1_000)?.hour).toBe(702)
  })

  it('that cannot be read leave nothing decided', async () => {
    const broken = {
      ...journal,
      page: () => {
        throw new Error('The disk is broken.')
      },
    }
    const { known } = openJournalPast(openPastCalls(), broken)
    await expect(known()).rejects.toThrow('The disk is broken.')
    await expect(known()).rejects.toThrow('The disk is broken.')
  })
})
