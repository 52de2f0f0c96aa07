import { describe, expect, it } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import { approvalsTable } from '../../main/store/tables/approvals-table.ts'
import { openRunSearch } from '../../main/store/run-search.ts'
import { openRunTotals } from '../../main/store/run-totals.ts'
import { runsTable } from '../../main/store/tables/runs-table.ts'
import { memoryStore } from './fixture.ts'
import { approval, callId, callItem, run, runId } from './samples.ts'

const memoryTable = async () => runsTable((await memoryStore()).db)

describe('runs on disk', () => {
  it('replace the run with their id', async () => {
    const table = await memoryTable()
    table.put(run(1))
    table.put(run(1, { title: 'Tidy them all', state: 'working', updatedAt: 9000 }))
    expect(table.get(runId(1))).toEqual(
      run(1, { title: 'Tidy them all', state: 'working', updatedAt: 9000 }),
    )
    expect(table.list(undefined, 9)).toHaveLength(1)
    expect(table.get(runId(2))).toBeNull()
  })

  it('are listed by their last change, page after page, those of one millisecond together', async () => {
    const table = await memoryTable()
    for (const number of [1, 2, 3, 4]) table.put(run(number))
    table.put(run(5, { updatedAt: 1003 }))
    expect(table.list(undefined, 2).map(({ id }) => id)).toEqual([runId(4), runId(5), runId(3)])
    expect(table.list(1003, 2).map(({ id }) => id)).toEqual([runId(2), runId(1)])
    expect(table.list(1001, 2)).toEqual([])
  })

  it('are unfinished while they work or wait', async () => {
    const table = await memoryTable()
    for (const [number, state] of (
      ['idle', 'working', 'waiting', 'interrupted', 'stopped', 'failed'] as const
    ).entries()) {
      table.put(run(number, { state }))
    }
    expect(table.unfinished().map(({ state }) => state)).toEqual(['working', 'waiting'])
  })

  it('keep their items in order, each in the place of the one with its number', async () => {
    const table = await memoryTable()
    const text = (id: number, words: string): RunItem => ({
      kind: 'assistant',
      id,
      at: 5,
      text: words,
      streaming: false,
    })
    table.put(run(1))
    table.put(run(2))
    table.putItem(runId(1), text(10, 'second'))
    table.putItem(runId(1), text(2, 'fir'))
    table.putItem(runId(1), text(2, 'first'))
    table.putItem(runId(2), text(1, 'other'))
    table.put(run(1, { updatedAt: 9000 }))
    expect(table.items(runId(1))).toEqual([text(2, 'first'), text(10, 'second')])
  })

  it('are found by a call in their transcript', async () => {
    const table = await memoryTable()
    table.put(run(1))
    table.putItem(runId(1), callItem(1, callId(1)))
    table.putItem(runId(1), callItem(2, callId(2)))
    expect(table.findItemByCall(callId(2))).toEqual({
      runId: runId(1),
      item: callItem(2, callId(2)),
    })
    expect(table.findItemByCall(callId(3))).toBeNull()
  })

  it('are listed by their agent, sub-agents among them', async () => {
    const table = await memoryTable()
    table.put({ ...run(1), agent: 'notes', updatedAt: 1 })
    table.put({ ...run(2), agent: 'main', updatedAt: 2 })
    table.put({ ...run(3), agent: 'notes', updatedAt: 3 })
    const of = (before?: number) => table.list(before, 9, 'notes').map(({ id }) => id)
    expect([of(), of(3), table.list(undefined, 1, 'notes').length]).toEqual([
      [runId(3), runId(1)],
      [runId(1)],
      1,
    ])
  })

  it('must be there before their items', async () => {
    const table = await memoryTable()
    expect(() => table.putItem(runId(1), callItem(1, callId(1)))).toThrow('FOREIGN KEY')
  })

  it('are left out, and not half read, when somebody made the row unreadable', async () => {
    const { db } = await memoryStore()
    const table = runsTable(db)
    table.put(run(1))
    table.put(run(2))
    table.putItem(runId(2), callItem(1, callId(1)))
    db.exec(
      `UPDATE runs SET body = 'x' WHERE id = '${runId(1)}'; UPDATE run_items SET body = '{"kind":"call"}'`,
    )
    expect([table.list(undefined, 9), table.get(runId(1)), table.items(runId(2))]).toEqual([
      [run(2)],
      null,
      [],
    ])
  })

  it('are read in pages from the end, from an item on, and by what still moves', async () => {
    const table = await memoryTable()
    table.put(run(1))
    for (const id of [1, 2, 3, 4, 5]) table.putItem(runId(1), said(id, `word ${id}`))
    table.putItem(runId(1), said(6, 'half a', true))
    const ids = (items: readonly RunItem[]): number[] => items.map(({ id }) => id)
    expect([
      ids(table.page(runId(1), undefined, 2)),
      ids(table.page(runId(1), 5, 3)),
      ids(table.page(runId(1), 2, 9)),
    ]).toEqual([[5, 6], [2, 3, 4], [1]])
    expect([
      ids(table.since(runId(1), 4)),
      table.lastId(runId(1)),
      table.lastId(runId(2)),
      ids(table.moving(runId(1))),
    ]).toEqual([[4, 5, 6], 6, 0, [6]])
  })

  it('go on from one another: what came before is copied, and the call stays found where it was made', async () => {
    const table = await memoryTable()
    table.put(run(1))
    table.put(run(2, { from: { run: runId(1), item: 3 } }))
    table.putItem(runId(1), said(1, 'first'))
    table.putItem(runId(1), callItem(2, callId(1)))
    table.putItem(runId(1), said(3, 'left out'))
    table.copyItems(runId(1), runId(2), 3)
    expect(table.items(runId(2))).toEqual([said(1, 'first'), callItem(2, callId(1))])
    expect(table.findItemByCall(callId(1))?.runId).toBe(runId(1))
    expect([table.branches(runId(1)).map(({ id }) => id), table.branches(runId(2))]).toEqual([
      [runId(2)],
      [],
    ])
    expect(table.ofSession(run(1).session).map(({ id }) => id)).toEqual([runId(1), runId(2)])
  })
})

const said = (id: number, text: string, streaming = false): RunItem => ({
  kind: 'assistant',
  id,
  at: 5,
  text,
  streaming,
})

describe('runs that are removed', () => {
  it('go with their items, their words and what was rehearsed in their session, and nothing else does', async () => {
    const { db } = await memoryStore()
    const table = runsTable(db)
    const approvals = approvalsTable(db)
    const search = openRunSearch(db)
    const theirs = SessionId.parse('ses_0000000002')
    const mine = run(1).session
    table.put(run(1))
    table.put(run(2, { from: { run: runId(1), item: 1 } }))
    table.put(run(3, { session: theirs }))
    for (const number of [1, 2, 3])
      table.putItem(runId(number), { kind: 'user', id: 1, at: 1, text: `orchard ${number}` })
    for (const [number, session] of [
      [1, mine],
      [2, theirs],
    ] as const) {
      const heldApproval = approval(number, { principal: { kind: 'cli', name: 'ada', session } })
      approvals.insert(heldApproval, {})
      db.prepare('INSERT INTO rehearsals (approval_id, body) VALUES (?, ?)').run(
        heldApproval.id,
        '{}',
      )
      approvals.transition(heldApproval.id, 'pending', 'denied')
    }
    const rehearsed = () => db.prepare('SELECT approval_id FROM rehearsals').pluck().all()
    // What an answer was given to is never taken away by itself.
    expect(() => db.prepare('DELETE FROM rehearsals').run()).toThrow(
      'what an answer was given to is never changed',
    )

    table.remove(mine)
    expect([1, 2, 3].map((number) => table.get(runId(number))?.id ?? null)).toEqual([
      null,
      null,
      runId(3),
    ])
    expect(db.prepare('SELECT run_id FROM run_items').pluck().all()).toEqual([runId(3)])
    expect(search('orchard', 9).map(({ run: { id } }) => id)).toEqual([runId(3)])
    expect(rehearsed()).toEqual([approval(2).id])
    expect(approvals.get(approval(1).id)).toMatchObject({ state: 'denied', rehearsal: null })
    expect(() => db.prepare('DELETE FROM rehearsals').run()).toThrow(
      'what an answer was given to is never changed',
    )
    // A place in the database that is used again brings no old words back.
    table.put(run(4))
    table.putItem(runId(4), { kind: 'user', id: 1, at: 1, text: 'meadow' })
    expect(search('orchard', 9)).toHaveLength(1)
    expect(openRunTotals(db)().runs).toBe(2)
  })
})

describe('the search over runs', () => {
  const filled = async () => {
    const { db } = await memoryStore()
    const table = runsTable(db)
    table.put(run(1, { title: 'Tidy the notes' }))
    table.put(run(2, { title: 'Release 50% off' }))
    table.putItem(runId(1), said(1, 'The Straße is closed: café at noon'))
    table.putItem(runId(1), callItem(2, callId(1)))
    table.putItem(runId(2), said(1, 'noon again, "quoted" AND (odd) OR*'))
    table.putItem(runId(2), said(2, 'streaming words', true))
    const find = openRunSearch(db)
    return {
      table,
      find: (text: string) => find(text, 9).map((found) => [found.run.id, found.item]),
    }
  }
  const one = runId(1)
  const two = runId(2)

  it.each([
    [
      'noon',
      [
        [two, 1],
        [one, 1],
      ],
    ],
    [
      'noo',
      [
        [two, 1],
        [one, 1],
      ],
    ],
    ['cafe noon', [[one, 1]]],
    ['noon cafe zebra', []],
    ['oon', []],
    ['tidy', [[one, null]]],
    ['50%', [[two, null]]],
    ['_', []],
    ['"quoted" AND (odd)', [[two, 1]]],
    ['streaming', []],
    ['', []],
    ['***', []],
  ] as const)(
    'finds %j where it is, newest first, whatever signs are in it',
    async (text, expected) => {
      expect((await filled()).find(text)).toEqual(expected)
    },
  )

  it('knows a text by its last words only', async () => {
    const { table, find } = await filled()
    table.putItem(two, said(2, 'final words'))
    table.putItem(two, said(2, 'other ending'))
    expect([find('streaming'), find('final'), find('ending')]).toEqual([[], [], [[two, 2]]])
  })

  it('finds a run by what a call was given', async () => {
    const { table, find } = await filled()
    table.putItem(two, { ...callItem(3, callId(2)), args: { path: 'docs/needle.md' } } as RunItem)
    expect(find('needle')).toEqual([[two, 3]])
  })
})

it('adds up what all runs have used, each currency separately', async () => {
  const { db } = await memoryStore()
  const table = runsTable(db)
  const totals = openRunTotals(db)
  expect(totals()).toEqual({ runs: 0, tokensIn: 0, tokensOut: 0, costs: [] })
  table.put(run(1, { tokensIn: 10, tokensOut: 1, costs: [{ currency: 'USD', amount: 0.5 }] }))
  table.put(
    run(2, {
      tokensIn: 5,
      tokensOut: 2,
      costs: [
        { currency: 'USD', amount: 0.25 },
        { currency: 'EUR', amount: 1 },
      ],
    }),
  )
  table.put(run(3, { tokensIn: 1, tokensOut: 0 }))
  const costs = [
    { currency: 'EUR', amount: 1 },
    { currency: 'USD', amount: 0.75 },
  ]
  expect(totals()).toEqual({ runs: 3, tokensIn: 16, tokensOut: 3, costs })
})
