import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { openBatches } from '../../main/host/page/event-batches.ts'

/** An approval of that number, as far as its way to the page is concerned. */
const about = (kind: 'approval-opened' | 'approval-changed' | 'approval-closed', seq: number) =>
  ({ kind, seq }) as never
const grew = (seq: number): PanelEvent => ({ kind: 'journal-grew', seq, rows: seq })

function opened(everyMs: number) {
  const sent: { readonly events: readonly { readonly seq: number }[] }[] = []
  const batches = openBatches(
    (message) => sent.push(JSON.parse(message) as (typeof sent)[number]),
    everyMs,
  )
  onTestFinished(() => batches.dispose())
  return { batches, numbers: () => sent.map(({ events }) => events.map(({ seq }) => seq)) }
}

describe('events on their way to a page', () => {
  it('go at once after a while of nothing, and together when they come quickly', async () => {
    const { batches, numbers } = opened(20)
    for (const seq of [1, 2, 3, 4]) batches.add(grew(seq))
    expect(numbers()).toEqual([[1]])
    await expect.poll(numbers).toEqual([[1], [2, 3, 4]])
    await new Promise((resolve) => setTimeout(resolve, 60))
    batches.add(grew(5))
    expect(numbers()).toEqual([[1], [2, 3, 4], [5]])
  })

  it('go before what is said after them, and do not wait when they are large', () => {
    const { batches, numbers } = opened(60_000)
    for (const seq of [1, 2, 3]) batches.add(grew(seq))
    batches.flush()
    batches.flush()
    expect(numbers()).toEqual([[1], [2, 3]])
    batches.add(grew(4))
    batches.add({ kind: 'output-added', seq: 5, text: 'x'.repeat(300_000) } as never)
    expect(numbers()).toEqual([[1], [2, 3], [4, 5]])
  })

  it('are all there, once and in order, however they come', async () => {
    const { batches, numbers } = opened(1)
    for (let seq = 0; seq < 500; seq += 1) {
      batches.add(grew(seq))
      if (seq % 50 === 7) await new Promise((resolve) => setTimeout(resolve, seq % 3))
    }
    await expect.poll(() => numbers().flat()).toEqual(Array.from({ length: 500 }, (_, seq) => seq))
  })

  it.each(['approval-opened', 'approval-changed', 'approval-closed'] as const)(
    'do not wait when a person waits for them (%s), nor does what came before them',
    (kind) => {
      const { batches, numbers } = opened(60_000)
      for (const seq of [1, 2, 3]) batches.add(grew(seq))
      batches.add(about(kind, 4))
      expect(numbers()).toEqual([[1], [2, 3, 4]])
      batches.add(grew(5))
      expect(numbers()).toEqual([[1], [2, 3, 4]])
    },
  )

  it('wait all the same when one that was waited for has just gone, so a flood stays few messages', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { batches, numbers } = opened(8)
    const perMs = 10
    for (let ms = 0; ms < 80; ms += 1) {
      for (let at = 0; at < perMs; at += 1) batches.add(about('approval-opened', ms * perMs + at))
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(numbers().flat()).toEqual(Array.from({ length: 800 }, (_, seq) => seq))
    // Two in each 8 ms: the first of them, and all that came after it.
    expect(numbers().length).toBeLessThanOrEqual(2 * (80 / 8) + 1)
    batches.add(grew(800))
    await vi.advanceTimersByTimeAsync(8)
    batches.add(grew(801))
    batches.add(about('approval-closed', 802))
    expect(numbers().slice(-2)).toEqual([[800], [801, 802]])
  })

  it('are forgotten when the page is gone', async () => {
    const { batches, numbers } = opened(5)
    for (const seq of [1, 2, 3]) batches.add(grew(seq))
    batches.dispose()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(numbers()).toEqual([[1]])
  })
})
