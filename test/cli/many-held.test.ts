// More calls wait than one page of the list has: all of them are shown, counted and listed, with what
// comes and goes while they are read.
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { ok } from '../../contract/result.ts'
import { allHeld } from '../../main/host/cli/approvals/all-held.ts'
import { approval, decision } from '../fakes/bridge-data.ts'
import { openFakeBoard } from '../fakes/watch-board.ts'

/** Seven came in the same moment, so that a page may end among them. */
const call = (n: number, createdAt = 1 + Math.floor(n / 7)): Approval =>
  approval(n, {
    createdAt,
    tool: 'exec',
    title: `Call ${n}.`,
    args: { command: 'ls' },
    decision: decision('R2', 'confirm', [], []),
  })
const many = (count: number): readonly Approval[] =>
  Array.from({ length: count }, (_, at) => call(at + 1))
const opened = (of: Approval): PanelEvent => ({ kind: 'approval-opened', approval: of })
const closed = (of: Approval): PanelEvent => ({
  kind: 'approval-closed',
  approval: { ...of, state: 'denied', route: 'person', answeredOn: 'window' },
})
const head = (lines: readonly string[]): string => lines[0] ?? ''

describe('gatehouse watch', () => {
  it.each([1, 199, 200, 201, 300, 450])('shows and counts all of %d calls', async (count) => {
    const board = await openFakeBoard(many(count), { size: [80, 40] })
    expect(head(board.screen())).toBe(`Gatehouse  1 of ${count} waiting`)
    expect(board.screen().join('\n')).toContain('Call 1.')
  })

  it('counts what comes while the pages are read, and not what was answered meanwhile', async () => {
    const held = many(450)
    const [oldest] = held
    if (oldest === undefined) throw new Error('nothing is held')
    const board = await openFakeBoard(held, {
      size: [80, 40],
      paged: (page) => (page === 1 ? closed(oldest) : page === 2 ? opened(call(451)) : null),
    })
    expect(head(board.screen())).toBe('Gatehouse  1 of 450 waiting')
    expect(board.screen().join('\n')).not.toContain('Call 1.')
    await board.type('j'.repeat(449))
    expect(head(board.screen())).toBe('Gatehouse  450 of 450 waiting')
    expect(board.screen().join('\n')).toContain('Call 451.')
  })
})

describe('the list of all that waits', () => {
  it('ends with the first failure, and never says less than there is', async () => {
    let asked = 0
    const found = await allHeld({
      call: (async () => {
        asked += 1
        return asked === 1
          ? ok(many(200))
          : { ok: false, error: { code: 'ipc.closed', text: 'It went away.', hint: null } }
      }) as never,
    })
    expect([asked, found.ok]).toEqual([2, false])
  })
})
