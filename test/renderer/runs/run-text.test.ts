import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../contract/call/call.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import { tailOf } from '../../../renderer/features/runs/transcript/live-text.tsx'
import {
  lastWritten,
  shownState,
  stallAfter,
  stepWords,
  turnStartedAt,
} from '../../../renderer/features/runs/run-text.ts'
import { costText } from '../../../renderer/ui/text/cost-text.ts'
import { blocksOf } from '../../../renderer/features/runs/transcript/transcript-list.tsx'
import { approvalId, callId, decision, runId, session } from '../../fakes/bridge-data.ts'
import { ended } from '../../fakes/bridge-history.ts'

const run: Run = {
  id: runId(1),
  session,
  title: 't',
  agent: 'a',
  model: 'm',
  state: 'working',
  createdAt: 1,
  updatedAt: 50,
  steps: 0,
  tokensIn: 0,
  tokensOut: 0,
  costs: [],
  from: null,
}
const evaluated = decision('R3', 'confirm', [], [])
const user: RunItem = { kind: 'user', id: 1, at: 10, text: 'go' }
const call = (state: CallState): RunItem => ({
  kind: 'call',
  id: 2,
  at: 20,
  callId: callId(2),
  modelCallId: 'c',
  tool: 'exec',
  args: { command: 'npm\n test' },
  state,
})
const done = call({ kind: 'ended', result: ended(2, evaluated, 'done', 'policy', '') })
const text = (said: string, streaming: boolean): RunItem => ({
  kind: 'assistant',
  id: 3,
  at: 30,
  text: said,
  streaming,
})

describe('the step under way', () => {
  it.each<[string, Run['state'], RunItem[], string | null]>([
    ['begins with the model', 'working', [user], 'Waiting for the model'],
    ['has no words yet', 'working', [user, text('', true)], 'Waiting for the model'],
    ['is an answer', 'working', [user, done, text('I', true)], 'The model is answering'],
    ['is decided', 'working', [user, call({ kind: 'deciding' })], 'Checking exec npm test'],
    [
      'runs',
      'working',
      [user, call({ kind: 'running', decision: evaluated })],
      'Running exec npm test',
    ],
    [
      'is held',
      'waiting',
      [user, call({ kind: 'held', approvalId: approvalId(2), decision: evaluated })],
      'Held: exec npm test',
    ],
    ['goes back to the model after a call', 'working', [user, done], 'Waiting for the model'],
    ['is none at rest', 'idle', [user, text('x', false)], null],
  ])('%s', (_name, state, items, words) => {
    expect(stepWords({ ...run, state }, items, '/w')).toBe(words)
  })
})

it('a run without activity is called stalled after a minute; one that waits for a person never is', () => {
  const at = (state: Run['state'], silent: number) => shownState(state, 1_000, 1_000 + silent)
  expect([
    at('working', stallAfter - 1),
    at('working', stallAfter),
    at('waiting', 9 * stallAfter),
    at('idle', 9 * stallAfter),
  ]).toEqual(['working', 'stalled', 'waiting', 'idle'])
})

it('an agent turn begins with its message, or before all that was read', () => {
  expect(turnStartedAt([done, user, done])).toEqual({ at: 10, exact: true })
  expect(turnStartedAt([done])).toEqual({ at: 20, exact: false })
  expect(turnStartedAt([])).toBeNull()
})

it('the time of the last activity is the end of the last call, if there is one', () => {
  expect([lastWritten(run, [user]), lastWritten(run, [user, done]), lastWritten(run, [])]).toEqual([
    50, 58, 50,
  ])
})

it.each<[Run['costs'], string]>([
  [[], ''],
  [[{ currency: 'USD', amount: 0 }], ''],
  [[{ currency: 'USD', amount: 0.0000042 }], '$0.000004'],
  [[{ currency: 'USD', amount: 0.07468 }], '$0.0747'],
  [
    [
      { currency: 'USD', amount: 12.3456 },
      { currency: 'EUR', amount: 1 },
    ],
    '$12.35 + €1.00',
  ],
])('%j costs “%s”', (costs, words) => {
  expect(costText(costs)).toBe(words)
})

it.each([
  ['a\nb\n', 20, { lines: 'a\nb', hidden: 0 }],
  ['1\n2\n3\n4', 2, { lines: '3\n4', hidden: 2 }],
  ['1\n2\n3\n4', null, { lines: '1\n2\n3\n4', hidden: 0 }],
  ['', 20, { lines: '', hidden: 0 }],
])('of %j the last %s lines are shown', (all, most, shown) => {
  expect(tailOf(all, most)).toEqual(shown)
})

it('blocks keep their number and their items when older ones come before them', () => {
  const said = (from: number, to: number): RunItem[] =>
    Array.from({ length: to - from + 1 }, (_, at) => ({
      kind: 'user',
      id: from + at,
      at: 1,
      text: '',
    }))
  const newest = said(201, 400)
  const before = blocksOf(newest)
  const after = blocksOf([...said(101, 200), ...newest])
  expect(after.flatMap(({ items }) => items)).toHaveLength(300)
  for (const block of before.slice(1)) expect(after).toContainEqual(block)
})
