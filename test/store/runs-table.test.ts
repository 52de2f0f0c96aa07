import { describe, expect, it } from 'vitest'
import type { RunItem } from '../../contract/run.ts'
import { runsTable } from '../../main/store/runs-table.ts'
import { memoryStore } from './room.ts'
import { callId, callItem, run, runId } from './samples.ts'

const memoryTable = async () => runsTable((await memoryStore()).db)

describe('runs on disk', () => {
  it('are put in the place of the one with their id', async () => {
    const table = await memoryTable()
    table.put(run(1))
    table.put(run(1, { title: 'Tidy them all', state: 'working', updatedAt: 9000 }))
    expect(table.get(runId(1))).toEqual(run(1, { title: 'Tidy them all', state: 'working', updatedAt: 9000 }))
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
    for (const [number, state] of (['idle', 'working', 'waiting', 'interrupted', 'stopped', 'failed'] as const).entries()) {
      table.put(run(number, { state }))
    }
    expect(table.unfinished().map(({ state }) => state)).toEqual(['working', 'waiting'])
  })

  it('keep their items in order, each in the place of the one with its number', async () => {
    const table = await memoryTable()
    const text = (id: number, words: string): RunItem => ({ kind: 'assistant', id, at: 5, text: words, streaming: false })
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
    expect(table.findItemByCall(callId(2))).toEqual({ runId: runId(1), item: callItem(2, callId(2)) })
    expect(table.findItemByCall(callId(3))).toBeNull()
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
    db.exec(`UPDATE runs SET body = 'x' WHERE id = '${runId(1)}'; UPDATE run_items SET body = '{"kind":"call"}'`)
    expect([table.list(undefined, 9), table.get(runId(1)), table.items(runId(2))]).toEqual([[run(2)], null, []])
  })
})
