// What a run and its sub-agents share: their sessions count as one, and lasting answers reach down.
import { describe, expect, it } from 'vitest'
import { CallId, RunId, SessionId } from '../../contract/ids.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import { EVERYTHING } from '../../contract/agent/grant.ts'
import { mintDelegation } from '../../contract/agent/delegation.ts'
import type { Run } from '../../contract/agent/run.ts'
import { handedDown, openLineage } from '../../main/wiring/execution/lineage.ts'
import { runStore } from '../fakes/run-store.ts'
import { lease } from '../store/samples.ts'

const session = (n: number): SessionId => SessionId.parse(`ses_${String(n).padStart(8, '0')}`)
const runId = (n: number): RunId => RunId.parse(`run_${String(n).padStart(8, '0')}`)
const END = 5_000

const runOf = (n: number, names: readonly string[], parent: number | null): Run => ({
  id: runId(n),
  session: session(n),
  title: `run ${n}`,
  agent: names[0] ?? 'main',
  model: 'm',
  state: 'working',
  createdAt: n,
  updatedAt: n,
  steps: 0,
  tokensIn: 0,
  tokensOut: 0,
  costs: [],
  from: null,
  ...(parent === null
    ? {}
    : {
        parent: {
          run: runId(parent),
          names: names.slice(1),
          root: runId(1),
          rootSession: session(1),
          call: CallId.parse('call_00000001'),
          reported: false,
          delegation: mintDelegation(
            {
              depth: names.length - 1,
              mostDepth: 3,
              grant: [...EVERYTHING],
              delegates: true,
              turns: 9,
              seconds: 9,
              expiresAt: END,
            },
            null,
            () => 'a'.repeat(64),
          ),
        },
      }),
})

const open = (leases: readonly Lease[]) => {
  const store = runStore()
  store.put(runOf(1, ['main'], null))
  store.put(runOf(2, ['research', 'main'], 1))
  store.put(runOf(3, ['helper', 'research', 'main'], 2))
  store.put(runOf(4, ['helper', 'main'], 1))
  store.put(runOf(9, ['main'], null))
  const lineage = openLineage(store as never)
  const active = (of: SessionId): readonly Lease[] =>
    leases.filter((each) => each.session === of || each.session === null)
  return { store, lineage, leases: handedDown(active, lineage) }
}
const ids = (all: readonly Lease[]) => all.map(({ id }) => id)

describe('the sessions of a run and its sub-agents', () => {
  it('are one group for each of them, and nothing else is in it', () => {
    const { lineage } = open([])
    const all = [1, 2, 3, 4].map(session)
    for (const each of all) expect([...lineage.group(each)].toSorted()).toEqual([...all].toSorted())
    expect(lineage.group(session(9))).toEqual([session(9)])
    expect(lineage.group(session(77))).toEqual([session(77)])
  })

  it('take in one that is started later', () => {
    const { lineage, store } = open([])
    expect(lineage.group(session(1))).toHaveLength(4)
    const late = runOf(5, ['helper', 'main'], 1)
    store.put(late)
    lineage.put(late)
    expect(lineage.group(session(1))).toContain(session(5))
    expect(lineage.group(session(5))).toContain(session(3))
  })
})

describe('a lasting answer', () => {
  const always = {
    ...lease(4, session(1)),
    session: null,
    principal: { kind: 'agent' as const, name: 'main' },
  }

  it('reaches those that work for its run, with the same id and no longer than was handed on', () => {
    const { leases } = open([
      lease(1, session(1)),
      { ...lease(2, session(2)), expiresAt: 100 },
      always,
    ])
    const down = leases(session(3))
    expect(ids(down).toSorted()).toEqual(
      [lease(1, session(1)), lease(2, session(2)), always].map(({ id }) => id).toSorted(),
    )
    expect(down.every((each) => each.session === session(3))).toBe(true)
    expect(down.map(({ expiresAt }) => expiresAt).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
      100,
      END,
      END,
    ])
    expect(down.find(({ id }) => id === always.id)?.principal).toEqual({
      kind: 'subagent',
      name: 'helper',
      chain: ['research', 'main'],
    })
  })

  it('reaches nobody above or beside it', () => {
    const { leases } = open([lease(3, session(3))])
    for (const other of [1, 2, 4, 9]) expect(ids(leases(session(other)))).toEqual([])
    expect(ids(leases(session(3)))).toEqual([lease(3, session(3)).id])
  })

  it('is the same object each time, so that it is read once', () => {
    const { leases } = open([lease(1, session(1))])
    expect(leases(session(3))[0]).toBe(leases(session(3))[0])
  })
})
