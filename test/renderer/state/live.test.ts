import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import { applyOutput, outputRetained } from '../../../renderer/state/live/live-output.ts'
import {
  applyEvent,
  applyEvents,
  startTranscript,
  emptyLive,
  type Live,
  readApprovals,
  readTranscript,
} from '../../../renderer/state/live/live.ts'
import { queueOrder } from '../../../renderer/state/live/queue.ts'
import {
  emptyTranscript,
  type Transcript,
  trimmed,
  withOlder,
} from '../../../renderer/state/run/transcript.ts'
import { appAtStart, approval, callId, decision, runId, session } from '../../fakes/bridge-data.ts'
import { aRehearsal } from '../../fakes/bridge-rehearsal.ts'

const held = (n: number, tier: 'R2' | 'R3' | 'R4' = 'R3', createdAt = 1_000) =>
  approval(n, {
    tool: 'exec',
    title: 'Run',
    args: {},
    decision: decision(tier, 'confirm', [], []),
    createdAt,
    expiresAt: 2_000,
  })
const id = runId(1)
const run: Run = {
  id,
  session,
  title: 't',
  agent: 'a',
  model: 'm',
  state: 'working',
  createdAt: 1,
  updatedAt: 1,
  steps: 0,
  tokensIn: 0,
  tokensOut: 0,
  costs: [],
  from: null,
}

function transcriptOf(live: Live): Transcript {
  const transcript = live.transcripts.get(id)
  if (transcript === undefined) throw new Error('nobody looks at the run')
  return transcript
}

describe('held calls', () => {
  it('says how many a change closed without an answer, until another change does', () => {
    const close = (
      live: Live,
      n: number,
      route: 'guard' | 'preset' | 'person' | 'time-out',
    ): Live =>
      applyEvent(live, {
        kind: 'approval-closed',
        approval: { ...held(n), state: 'cancelled', route },
      })
    const byGuard = close(close(emptyLive, 1, 'guard'), 2, 'guard')
    expect([
      close(emptyLive, 1, 'person').withdrawn,
      close(emptyLive, 1, 'time-out').withdrawn,
      byGuard.withdrawn,
      close(byGuard, 3, 'person').withdrawn,
      close(byGuard, 3, 'preset').withdrawn,
    ]).toEqual([
      null,
      null,
      { by: 'guard', calls: 2 },
      { by: 'guard', calls: 2 },
      { by: 'preset', calls: 1 },
    ])
  })

  it('opens and closes', () => {
    const open = applyEvent(emptyLive, { kind: 'approval-opened', approval: held(1) })
    expect([...(open.open?.keys() ?? [])]).toEqual([held(1).id])
    const closed = applyEvent(open, {
      kind: 'approval-closed',
      approval: { ...held(1), state: 'denied' },
    })
    expect([...(closed.open?.keys() ?? [])]).toEqual([])
    expect(closed.answers).toBe(1)
  })

  it('never lets a late read or event bring back one that closed', () => {
    const closed = applyEvent(emptyLive, { kind: 'approval-closed', approval: held(1) })
    expect(readApprovals(closed, [held(1)], new Set()).open?.size).toBe(0)
    expect(applyEvent(closed, { kind: 'approval-opened', approval: held(1) }).open?.size).toBe(0)
    expect(applyEvent(closed, { kind: 'approval-changed', approval: held(1) }).open?.size).toBe(0)
  })

  it('shows what was found out about an open call, also when a read that began before does not have it', () => {
    const before = held(1)
    const rehearsed = { ...before, rehearsal: aRehearsal }
    const open = applyEvent(applyEvent(emptyLive, { kind: 'approval-opened', approval: before }), {
      kind: 'approval-changed',
      approval: rehearsed,
    })
    expect(open.open).toEqual(new Map([[before.id, rehearsed]]))
    expect(readApprovals(open, [before], new Set([before.id])).open).toEqual(
      new Map([[before.id, rehearsed]]),
    )
    expect(readApprovals(open, [before], new Set()).open).toEqual(new Map([[before.id, before]]))
  })

  it('keeps one that opened during the read and drops one that the read no longer knows', () => {
    const live = applyEvents(
      emptyLive,
      [1, 2].map((n) => ({ kind: 'approval-opened', approval: held(n) })),
    )
    expect([...(readApprovals(live, [], new Set([held(2).id])).open?.keys() ?? [])]).toEqual([
      held(2).id,
    ])
  })

  it('are sorted riskiest first, then oldest, whatever order they came in', () => {
    const all = [held(1, 'R2', 1), held(2, 'R4', 9), held(3, 'R3', 5), held(4, 'R3', 2)]
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 4 }), (mixed) => {
        expect(queueOrder(mixed).map(({ id: each }) => each)).toEqual(
          [held(2), held(4), held(3), held(1)].map(({ id: each }) => each),
        )
      }),
    )
  })
})

const page = (items: readonly RunItem[], older = false) => ({ run, items, older, branches: [] })

describe('a transcript that is read while it streams', () => {
  const text = (value: string, streaming: boolean): RunItem => ({
    kind: 'assistant',
    id: 1,
    at: 1,
    text: value,
    streaming,
  })
  const history: readonly PanelEvent[] = [
    { kind: 'item-put', runId: id, item: text('', true) },
    { kind: 'text-added', runId: id, itemId: 1, delta: 'Hello ' },
    { kind: 'text-added', runId: id, itemId: 1, delta: 'world' },
    { kind: 'item-put', runId: id, item: text('Hello world', false) },
    { kind: 'item-put', runId: id, item: { kind: 'user', id: 2, at: 2, text: 'thanks' } },
  ]
  /** What main holds after the first `n` events. */
  const stored = (n: number): readonly RunItem[] =>
    transcriptOf(
      readTranscript(applyEvents(startTranscript(emptyLive, id), history.slice(0, n)), page([])),
    ).items

  it('ends the same wherever the read began, was taken and came back', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), fc.nat(5), (a, b, c) => {
        const [started, taken, back] = [a, b, c].sort((left, right) => left - right) as [
          number,
          number,
          number,
        ]
        let live = startTranscript(emptyLive, id)
        live = applyEvents(live, history.slice(started, back))
        live = readTranscript(live, page(stored(taken)))
        live = applyEvents(live, history.slice(back))
        expect(transcriptOf(live).items).toEqual([
          text('Hello world', false),
          { kind: 'user', id: 2, at: 2, text: 'thanks' },
        ])
      }),
    )
  })

  it('ignores runs that nobody looks at', () => {
    expect(applyEvents(emptyLive, history).transcripts.size).toBe(0)
  })
})

describe('a transcript that is longer than a page', () => {
  const said = (from: number, to: number): RunItem[] =>
    Array.from({ length: to - from + 1 }, (_, at) => ({
      kind: 'user',
      id: from + at,
      at: 1,
      text: `${from + at}`,
    }))
  const ids = ({ items }: Transcript): string =>
    `${items[0]?.id}–${items.at(-1)?.id} of ${items.length}`
  const isStarted = (first: number, last: number): Live =>
    readTranscript(startTranscript(emptyLive, id), page(said(first, last), first > 1))

  it('reads what is older before its first item, and drops what does not join it', () => {
    const newest = transcriptOf(isStarted(201, 400))
    const more = withOlder(newest, 201, { items: said(101, 200), older: true })
    expect([ids(more), more.older]).toEqual(['101–400 of 300', true])
    expect(withOlder(more, 201, { items: said(101, 200), older: true })).toBe(more)
    expect(withOlder(more, 101, { items: said(1, 100), older: false })).toMatchObject({
      older: false,
    })
  })

  it('keeps what the reader scrolled up to when it is read again, unless that would leave a gap', () => {
    const up = { ...isStarted(201, 400) }
    const more = {
      ...up,
      transcripts: new Map([
        [id, withOlder(transcriptOf(up), 201, { items: said(1, 200), older: false })],
      ]),
    }
    const again = (first: number, last: number) =>
      transcriptOf(readTranscript(startTranscript(more, id), page(said(first, last), true)))
    expect([ids(again(251, 450)), again(251, 450).older]).toEqual(['1–450 of 450', false])
    expect([ids(again(402, 601)), again(402, 601).older]).toEqual(['402–601 of 200', true])
  })

  it('leaves an item alone that changed before its first one', () => {
    const live = isStarted(201, 400)
    expect(
      transcriptOf(
        applyEvent(live, { kind: 'item-put', runId: id, item: said(7, 7)[0] as RunItem }),
      ).items,
    ).toHaveLength(200)
    expect(
      ids(
        transcriptOf(
          applyEvent(live, { kind: 'item-put', runId: id, item: said(401, 401)[0] as RunItem }),
        ),
      ),
    ).toBe('201–401 of 201')
  })

  it('lets go of its beginning when the reader is at the end', () => {
    const long = { ...emptyTranscript, run, items: said(1, 5_000) }
    expect([ids(trimmed(long)), trimmed(long).older]).toEqual(['4701–5000 of 300', true])
    expect(trimmed({ ...long, items: said(1, 600) }).items).toHaveLength(600)
  })
})

describe('live output', () => {
  it('keeps the end of a flood, never more than its limit, and says that it was cut', () => {
    const event = (value: string) =>
      ({
        kind: 'output-added',
        runId: id,
        callId: callId(1),
        stream: 'stdout',
        text: value,
      }) as const
    const all = applyOutput(
      applyOutput(new Map(), event('x'.repeat(outputRetained))),
      event('the end'),
    )
    expect(all.get(callId(1))?.text).toHaveLength(outputRetained)
    expect(all.get(callId(1))?.text.endsWith('the end')).toBe(true)
    expect(all.get(callId(1))?.cut).toBe(true)
  })
})

it('reads everything again after a break, and counts journal rows as they come', () => {
  expect(applyEvent(emptyLive, null).epoch).toBe(1)
  const live = applyEvents({ ...emptyLive, app: appAtStart }, [
    { kind: 'journal-grew', seq: 7, rows: 7 },
  ])
  expect([live.journalSeq, live.app?.journal.rows]).toEqual([7, 7])
})
