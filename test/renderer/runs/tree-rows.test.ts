import { describe, expect, it } from 'vitest'
import { CallId, RunId, SessionId } from '../../../contract/ids.ts'
import type { Run, RunState } from '../../../contract/agent/run.ts'
import { summaryOf, treeRows } from '../../../renderer/features/runs/tree/tree-rows.ts'

const id = (n: number): RunId => RunId.parse(`run_${String(n).padStart(8, '0')}`)
const child = (
  n: number,
  parent: number,
  state: RunState,
  revokedAt: number | null = null,
): Run => ({
  id: id(n),
  session: SessionId.parse('ses_00000001'),
  title: `run ${n}`,
  agent: 'helper',
  model: 'm',
  state,
  createdAt: n,
  updatedAt: n,
  steps: 0,
  tokensIn: 0,
  tokensOut: 0,
  costs: [],
  from: null,
  parent: {
    run: id(parent),
    names: ['main'],
    root: id(1),
    rootSession: SessionId.parse('ses_00000001'),
    call: CallId.parse('call_00000001'),
    reported: false,
    delegation: {
      depth: 1,
      mostDepth: 3,
      grant: [],
      delegates: false,
      turns: 1,
      seconds: 1,
      expiresAt: 1,
      parentHash: null,
      hash: 'a'.repeat(64),
      revokedAt,
    },
  },
})

describe('the tree of sub-agents', () => {
  const runs = [
    child(5, 1, 'idle'),
    child(3, 2, 'waiting'),
    child(2, 1, 'idle'),
    child(4, 3, 'stopped', 7),
  ]

  it('has each branch together, oldest first, with what can be stopped in it', () => {
    expect(
      treeRows(id(1), runs).map(({ run, depth, busy, revoked }) => [
        run.title,
        depth,
        busy,
        revoked,
      ]),
    ).toEqual([
      ['run 2', 1, true, false],
      ['run 3', 2, true, false],
      ['run 4', 3, false, true],
      ['run 5', 1, false, false],
    ])
  })

  it('says in a few words what they do', () => {
    expect(summaryOf(treeRows(id(1), runs))).toBe('4 · 1 needs approval')
    expect(
      summaryOf(
        treeRows(id(1), [child(2, 1, 'working'), child(3, 1, 'working'), child(4, 1, 'queued')]),
      ),
    ).toBe('3 · 2 working · 1 queued')
  })
})
