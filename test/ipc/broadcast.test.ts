import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { CallId, RunId } from '../../contract/ids.ts'
import { openBroadcast } from '../../main/ipc/broadcast.ts'

const runs = [RunId.parse('run_00000001'), RunId.parse('run_00000002')] as const
const calls = [CallId.parse('call_00000001'), CallId.parse('call_00000002')] as const
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const noFault = (error: unknown): void => {
  throw error
}

const text = (delta: string, itemId = 1, run: 0 | 1 = 0): PanelEvent => ({
  kind: 'text-added',
  runId: runs[run],
  itemId,
  delta,
})
const output = (
  added: string,
  stream: 'stdout' | 'stderr' = 'stdout',
  run: 0 | 1 = 0,
): PanelEvent => ({
  kind: 'output-added',
  runId: runs[run],
  callId: calls[0],
  stream,
  text: added,
})
const grew = (seq: number): PanelEvent => ({ kind: 'journal-grew', seq, rows: seq })

function listen(everyMs = 20) {
  const received: PanelEvent[] = []
  const broadcast = openBroadcast({ onFault: noFault, everyMs })
  broadcast.subscribe((event) => received.push(event))
  return { received, broadcast }
}

describe('the stream of events', () => {
  it('sends what is not growing text at once', () => {
    const { received, broadcast } = listen()
    broadcast.send(grew(1))
    expect(received).toEqual([grew(1)])
  })

  it('gathers growing text for a moment', async () => {
    const { received, broadcast } = listen()
    for (const piece of ['Hel', 'lo', '!']) broadcast.send(text(piece))
    expect(received).toEqual([])
    await wait(60)
    expect(received).toEqual([text('Hello!')])
  })

  const joined: readonly [name: string, sent: PanelEvent[], heard: PanelEvent[]][] = [
    ['joins pieces of one text', [text('a'), text('b')], [text('ab')]],
    [
      'keeps two items of one run apart',
      [text('a', 1), text('b', 2)],
      [text('a', 1), text('b', 2)],
    ],
    ['joins pieces of one stream', [output('a'), output('b')], [output('ab')]],
    [
      'keeps the order in which two streams spoke',
      [output('a'), output('b', 'stderr'), output('c')],
      [output('a'), output('b', 'stderr'), output('c')],
    ],
    [
      'joins each of two runs that speak in turns',
      [text('a', 1, 0), text('x', 1, 1), text('b', 1, 0), text('y', 1, 1)],
      [text('ab', 1, 0), text('xy', 1, 1)],
    ],
    [
      'lets nothing overtake',
      [text('a'), grew(1), text('b'), grew(2)],
      [text('a'), grew(1), text('b'), grew(2)],
    ],
  ]
  it.each(joined)('%s', async (_name, sent, want) => {
    const { received, broadcast } = listen(5)
    sent.forEach((event) => broadcast.send(event))
    await wait(30)
    expect(received).toEqual(want)
  })

  it('sends a fast text about thirty times a second', async () => {
    const { received, broadcast } = listen(33)
    const until = performance.now() + 500
    let pieces = 0
    while (performance.now() < until) {
      broadcast.send(text('x'))
      pieces += 1
      await wait(1)
    }
    broadcast.dispose()
    // 15 in half a second; fewer on a busy machine, never many more.
    expect(received.length).toBeLessThanOrEqual(17)
    expect(received.length).toBeGreaterThan(0)
    expect(received.map((event) => (event.kind === 'text-added' ? event.delta : '')).join('')).toBe(
      'x'.repeat(pieces),
    )
  })

  it('drops a listener that throws, reports it, and goes on with the others', () => {
    const faults: unknown[] = []
    const received: PanelEvent[] = []
    const broadcast = openBroadcast({ onFault: (error) => faults.push(error) })
    broadcast.subscribe(() => {
      throw new Error('broken window')
    })
    broadcast.subscribe((event) => received.push(event))
    broadcast.send(grew(1))
    broadcast.send(grew(2))
    expect(received).toEqual([grew(1), grew(2)])
    expect(faults).toEqual([new Error('broken window')])
  })

  it('stops for one who stopped listening, and only for that one', () => {
    const { received, broadcast } = listen()
    const other: PanelEvent[] = []
    const stop = broadcast.subscribe((event) => other.push(event))
    broadcast.send(grew(1))
    stop()
    stop()
    broadcast.send(grew(2))
    expect(received).toEqual([grew(1), grew(2)])
    expect(other).toEqual([grew(1)])
  })

  it('does not tell a late listener what came before', () => {
    const { received, broadcast } = listen()
    const late: PanelEvent[] = []
    broadcast.send(text('before'))
    broadcast.subscribe((event) => late.push(event))
    broadcast.send(text('after'))
    broadcast.send(grew(1))
    expect(late).toEqual([text('after'), grew(1)])
    expect(received).toEqual([text('before'), text('after'), grew(1)])
  })

  it('sends what it has gathered when it ends, and nothing after', async () => {
    const { received, broadcast } = listen()
    broadcast.send(text('last'))
    broadcast.dispose()
    broadcast.send(grew(1))
    await wait(40)
    expect(received).toEqual([text('last')])
  })

  it('loses no character and changes no order within a run, whatever is sent', () => {
    const anyRun = fc.constantFrom(0 as const, 1 as const)
    const anyEvent = fc.oneof(
      fc
        .tuple(fc.string(), fc.integer({ min: 1, max: 2 }), anyRun)
        .map(([delta, item, run]) => text(delta, item, run)),
      fc
        .tuple(fc.string(), fc.constantFrom('stdout' as const, 'stderr' as const), anyRun)
        .map(([added, stream, run]) => output(added, stream, run)),
      fc.nat().map(grew),
    )
    fc.assert(
      fc.property(fc.array(anyEvent), (sent) => {
        const { received, broadcast } = listen()
        sent.forEach((event) => broadcast.send(event))
        broadcast.dispose()
        for (const runId of runs) expect(story(received, runId)).toEqual(story(sent, runId))
      }),
    )
  })
})

/**
 * What one run's screen can see, with every text cut to single characters, so that joining makes no
 * difference.
 */
function story(events: readonly PanelEvent[], runId: RunId): readonly string[] {
  return events.flatMap((event) => {
    if (event.kind === 'text-added')
      return event.runId === runId
        ? event.delta.split('').map((one) => `text ${event.itemId} ${one}`)
        : []
    if (event.kind === 'output-added')
      return event.runId === runId
        ? event.text.split('').map((one) => `${event.stream} ${one}`)
        : []
    return [JSON.stringify(event)]
  })
}
