import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import { coalesceEvents } from '../../../renderer/state/live/coalesce-events.ts'
import { applyEvent, applyEvents, emptyLive } from '../../../renderer/state/live/live.ts'
import { ended } from '../../fakes/bridge-history.ts'
import { appAtStart, callId, decision, runId } from '../../fakes/bridge-data.ts'

const output = (call: number, text: string): PanelEvent => ({
  kind: 'output-added',
  runId: runId(1),
  callId: callId(call),
  stream: 'stdout',
  text,
})
const end = (call: number): PanelEvent => ({
  kind: 'item-put',
  runId: runId(1),
  item: {
    kind: 'call',
    id: call,
    at: 1,
    callId: callId(call),
    modelCallId: 'm',
    tool: 'exec',
    args: {},
    state: {
      kind: 'ended',
      result: ended(call, decision('R3', 'confirm', [], []), 'done', 'person', ''),
    },
  },
})
const app: PanelEvent = { kind: 'app-changed', app: appAtStart }

it('gives the same state as every event applied separately, whatever comes in whatever order', () => {
  const some = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.integer({ min: 1, max: 2 }), fc.string({ maxLength: 4 }))
        .map(([call, text]) => output(call, text)),
    },
    { weight: 2, arbitrary: fc.constant('journal' as const) },
    fc.constant(end(1)),
    fc.constant(app),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (drawn) => {
      const events = drawn.map((each, at): PanelEvent | null =>
        each === 'journal' ? { kind: 'journal-grew', seq: at, rows: at } : each,
      )
      expect(applyEvents(emptyLive, events)).toEqual(events.reduce(applyEvent, emptyLive))
    }),
  )
})

it('joins output that a command writes in quick succession into one event', () => {
  expect(
    coalesceEvents([output(1, 'a'), output(2, 'x'), output(1, 'b'), end(1), output(1, 'c')]),
  ).toEqual([output(1, 'ab'), output(2, 'x'), end(1), output(1, 'c')])
})
