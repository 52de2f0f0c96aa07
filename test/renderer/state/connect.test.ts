// When the store of the window takes what main tells: what a person waits for at once, the rest
// together.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import { err } from '../../../contract/result.ts'
import { connectLive } from '../../../renderer/state/live/connect.ts'
import { changeLive, useLive } from '../../../renderer/state/live/live-store.ts'
import { emptyLive } from '../../../renderer/state/live/live.ts'
import { approval, decision } from '../../fakes/bridge-data.ts'

const held = (n: number) =>
  approval(n, {
    tool: 'exec',
    title: 'Run',
    args: {},
    decision: decision('R3', 'confirm', [], []),
    createdAt: 1_000,
    expiresAt: 2_000,
  })
const opened = (n: number): PanelEvent => ({ kind: 'approval-opened', approval: held(n) })
const grew = (seq: number): PanelEvent => ({ kind: 'journal-grew', seq, rows: seq })

/** A page that reads nothing: all that it knows came by events. */
function connected() {
  const listeners = new Set<(event: PanelEvent | null) => void>()
  let draws = 0
  const unwatch = useLive.subscribe(() => (draws += 1))
  const end = connectLive({
    bridge: {
      call: async () => err({ code: 'test.nothing', text: 'There is nothing to read.', hint: '' }),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    watch: () => () => undefined,
  })
  onTestFinished(() => {
    unwatch()
    end()
  })
  return {
    end,
    /** The events of one message, and what a page does before it gets the next one. */
    async message(...events: readonly (PanelEvent | null)[]) {
      for (const event of events) for (const listener of listeners) listener(event)
      await vi.advanceTimersByTimeAsync(0)
    },
    later: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** How often the store changed since the last time this was asked. */
    draws: () => {
      const since = draws
      draws = 0
      return since
    },
    shown: () => {
      const { open, journalSeq } = useLive.getState()
      return { open: open?.size ?? 0, journalSeq }
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  changeLive(() => emptyLive)
})

describe('what main tells', () => {
  it('is shown together after a moment', async () => {
    const page = connected()
    await page.later(100)
    page.draws()
    await page.message(grew(1))
    await page.message(grew(2))
    expect([page.draws(), page.shown()]).toEqual([0, { open: 0, journalSeq: 0 }])
    await page.later(16)
    expect([page.draws(), page.shown()]).toEqual([1, { open: 0, journalSeq: 2 }])
  })

  it('is shown at once when a person waits for it, with all of its message and what waited', async () => {
    const page = connected()
    await page.later(100)
    page.draws()
    await page.message(grew(1))
    await page.message(grew(2), opened(1), grew(3))
    expect([page.draws(), page.shown()]).toEqual([1, { open: 1, journalSeq: 3 }])
    await page.later(100)
    expect(page.draws()).toBe(0)
  })

  it('is drawn once in 16 ms however many approvals come', async () => {
    const page = connected()
    await page.later(100)
    page.draws()
    for (let n = 1; n <= 160; n += 1) {
      await page.message(opened(n), grew(n))
      await page.later(1)
    }
    await page.later(16)
    expect(page.shown()).toEqual({ open: 160, journalSeq: 160 })
    expect(page.draws()).toBeLessThanOrEqual(160 / 16 + 1)
  })

  it('changes nothing any more when the page has let go of it', async () => {
    const page = connected()
    await page.later(100)
    page.draws()
    const message = page.message(opened(1))
    page.end()
    await message
    await page.later(100)
    expect([page.draws(), page.shown()]).toEqual([0, { open: 0, journalSeq: 0 }])
  })
})
