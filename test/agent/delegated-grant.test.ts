// What a sub-agent may call now, attacked: by a row that was changed, by another parent, by the agent
// that it is, by a parent that lost something, and by a clock.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mintDelegation, type DelegationTerms } from '../../contract/agent/delegation.ts'
import { EVERYTHING, grants, NOTHING, type Grant } from '../../contract/agent/grant.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { RunId } from '../../contract/ids.ts'
import { openDelegatedGrants } from '../../main/agent/subagents/delegated-grant.ts'
import { callId, run } from '../store/samples.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const only = (...tools: readonly string[]): Grant =>
  tools.map((tool) => ({ tool, actions: null, scopes: [] }))
const terms = (over: Partial<DelegationTerms> = {}): DelegationTerms => ({
  depth: 1,
  mostDepth: 3,
  grant: [...only('read_file', 'exec')],
  delegates: true,
  turns: 10,
  seconds: 10,
  expiresAt: 1_000,
  ...over,
})

/** A run that was started by `parent`, with a token that came from that of `parent`. */
function child(n: number, parent: Run, given: DelegationTerms, agent = 'helper') {
  const delegation = mintDelegation(given, parent.parent?.delegation.hash ?? null, sha256)
  const { id, session } = parent
  const names = [parent.agent, ...(parent.parent?.names ?? [])]
  const started = { run: id, names, root: id, rootSession: session, call: callId(n) }
  return { ...run(n), agent, parent: { ...started, delegation, reported: false } }
}

/** The main agent, a helper of it, and a helper of that one; all of them may be changed. */
function family() {
  const main: Run = { ...run(1), agent: 'main' }
  const first = child(2, main, terms())
  const second = child(3, first, terms({ depth: 2 }))
  const rows = new Map<RunId, Run>([main, first, second].map((each) => [each.id, each]))
  const agents = new Map<string, Grant>([
    ['main', EVERYTHING],
    ['helper', EVERYTHING],
  ])
  const time = { now: 100, monotonic: 0 }
  const granted = openDelegatedGrants({
    run: (id) => rows.get(id) ?? null,
    now: () => time.now,
    monotonic: () => time.monotonic,
    sha256,
    agentGrant: (name) => agents.get(name) ?? NOTHING,
    grantOf: (principal) =>
      principal.kind === 'subagent'
        ? granted(principal.runId)
        : (agents.get(principal.name) ?? NOTHING),
  })
  const put = (row: Run): void => void rows.set(row.id, row)
  const may = ({ id }: Run): readonly string[] =>
    ['read_file', 'exec', 'http'].filter((tool) => grants(granted(id), tool, null))
  return { main, first, second, agents, time, granted, put, may }
}

describe('the grant of a sub-agent', () => {
  it('is what it was handed, and the same object while nothing changed', () => {
    const { first, second, granted, may } = family()
    expect([may(first), may(second)]).toEqual([
      ['read_file', 'exec'],
      ['read_file', 'exec'],
    ])
    expect(granted(second.id)).toBe(granted(second.id))
  })

  it.each<[string, Partial<DelegationTerms>]>([
    ['its grant', { grant: [...EVERYTHING] }],
    ['its end', { expiresAt: 1_000_000 }],
    ['its steps', { turns: 500 }],
    ['its depth', { depth: 0 }],
    ['that it may hand on', { delegates: false }],
  ])('is nothing once %s was changed in its row, also while it works', (_what, changed) => {
    const { first, put, may } = family()
    expect(may(first)).toHaveLength(2)
    const delegation = { ...first.parent.delegation, ...changed }
    put({ ...first, parent: { ...first.parent, delegation } })
    expect(may(first)).toEqual([])
  })

  it('is nothing under another parent, and under one that was handed something else since', () => {
    const { main, first, second, put, may } = family()
    expect(may(second)).toHaveLength(2)
    put({ ...second, parent: { ...second.parent, run: main.id } })
    expect(may(second)).toEqual([])
    put(second)
    expect(may(second)).toHaveLength(2)
    put(child(2, main, terms({ grant: [...EVERYTHING] })))
    expect([may(first), may(second)]).toEqual([['read_file', 'exec', 'http'], []])
  })

  it('is less at once when any above it loses something, and nothing when one is revoked or gone', () => {
    const { main, first, second, agents, put, may } = family()
    agents.set('main', only('exec'))
    expect([may(first), may(second)]).toEqual([['exec'], ['exec']])
    agents.set('main', EVERYTHING)
    const { delegation } = first.parent
    put({ ...first, parent: { ...first.parent, delegation: { ...delegation, revokedAt: 5 } } })
    expect(may(second)).toEqual([])
    put(first)
    put({ ...main, agent: 'gone' })
    expect(may(second)).toEqual([])
  })

  it('is no more than the agent that it is has now', () => {
    const { main, agents, put, may } = family()
    agents.set('reader', only('read_file', 'exec'))
    const reader = child(4, main, terms(), 'reader')
    put(reader)
    expect(may(reader)).toEqual(['read_file', 'exec'])
    agents.set('reader', only('read_file'))
    expect(may(reader)).toEqual(['read_file'])
    agents.delete('reader')
    expect(may(reader)).toEqual([])
  })

  it('ends at its time, and a clock that is set back does not revive it', () => {
    const { first, time, may } = family()
    time.monotonic = 899
    time.now = 999
    expect(may(first)).toHaveLength(2)
    time.monotonic = 900
    time.now = 1_000
    expect(may(first)).toEqual([])
    time.now = 100
    expect(may(first)).toEqual([])
  })
})
