import { describe, expect, it } from 'vitest'
import type { CallResult, CallState } from '../../contract/call/call.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import { TOUR_STEPS } from '../../contract/agent/tour-steps.ts'
import { outcomeOf, progressOf } from '../../renderer/features/first-run/tour-progress.ts'
import { routeWord } from '../../renderer/state/call-text.ts'
import { callId, decision } from '../fakes/bridge-data.ts'
import { ended } from '../fakes/bridge-history.ts'

const evaluated = (effect: 'allow' | 'confirm' | 'deny') => decision('R1', effect, [], [])
const end = (
  effect: 'allow' | 'confirm' | 'deny',
  status: CallResult['status'],
  route: CallResult['route'],
  by: 'tier' | 'stop' | 'rule' = 'tier',
): CallState => ({
  kind: 'ended',
  result: ended(1, { ...evaluated(effect), by: { kind: by, id: 'x' } }, status, route, ''),
})

const said = (id: number, text: string): RunItem => ({ kind: 'user', id, at: 0, text })
const called = (id: number, state: CallState): RunItem => ({
  kind: 'call',
  id,
  at: 0,
  callId: callId(id),
  modelCallId: `m${id}`,
  tool: 't',
  args: {},
  state,
})
const done = end('allow', 'done', 'policy')
const [one, two, three] = TOUR_STEPS

describe('how far a tour is', () => {
  it.each([
    ['nothing of it was said', [said(1, 'read README.md'), called(2, done)], null],
    ['its call has not come yet', [said(1, one)], { step: 1, state: null }],
    ['the first is over', [said(1, one), called(2, done)], { step: 1, state: done }],
    [
      'the second waits for its call',
      [said(1, one), called(2, done), said(3, two)],
      { step: 2, state: null },
    ],
    [
      'a step was done twice',
      [said(1, one), called(2, end('allow', 'failed', 'policy')), said(3, one), called(4, done)],
      { step: 1, state: done },
    ],
    [
      'something else was asked in between',
      [
        said(1, one),
        called(2, done),
        said(3, 'run ls'),
        called(4, end('confirm', 'denied', 'person')),
      ],
      { step: 1, state: done },
    ],
    [
      'the last is over',
      [said(1, one), called(2, done), said(3, three), called(4, done)],
      { step: 3, state: done },
    ],
  ] as const)('%s', (_name, items, expected) => expect(progressOf(items)).toEqual(expected))
})

describe('what came of a step is what the gate and the person said', () => {
  it.each([
    [null, 'judging'],
    [{ kind: 'deciding' }, 'judging'],
    [{ kind: 'running', decision: evaluated('allow') }, 'running'],
    [end('allow', 'done', 'policy'), 'allowed'],
    [end('confirm', 'done', 'lease'), 'allowed'],
    [end('confirm', 'done', 'person'), 'held-yes'],
    [end('confirm', 'denied', 'person'), 'held-no'],
    [end('confirm', 'denied', 'time-out'), 'held-late'],
    [end('deny', 'denied', 'policy', 'stop'), 'stopped'],
    [end('deny', 'denied', 'policy', 'rule'), 'refused'],
    [end('allow', 'denied', 'refused'), 'refused'],
    [end('confirm', 'cancelled', 'cancelled'), 'cancelled'],
    [end('allow', 'unknown', 'policy'), 'cancelled'],
    [end('allow', 'failed', 'policy'), 'failed'],
  ] as const)('%o', (state, expected) => expect(outcomeOf(state)).toBe(expected))
})

it('a call that the rules refused is never said to be allowed', () => {
  expect(routeWord({ route: 'policy', status: 'denied' })).toBe('Blocked by policy')
  expect(routeWord({ route: 'policy', status: 'done' })).toBe('Allowed by policy')
})
