// Answers of a busy Gatehouse hold fewer rows than were asked for, even none: the search goes on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import type { Bridge } from '../../../contract/ipc/ipc.ts'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { err, ok } from '../../../contract/result.ts'
import { foundRows, type RowsWanted } from '../../../renderer/state/found-rows.ts'
import { entryAt } from '../../bench/journal-rows.ts'

const row = (seq: number): JournalRow => ({
  seq,
  at: seq,
  entry: entryAt(seq),
  prev: '',
  hash: '',
})

/** Has rows 1 to `newest`, of which `fit` are meant, and looks at `pace` of them in one answer. */
function busy(newest: number, fit: readonly number[], pace: number) {
  const limits: number[] = []
  const call = async (
    _channel: string,
    input: { before?: number; after?: number; limit: number },
  ) => {
    const { before = newest + 1, after = 0, limit } = input
    limits.push(limit)
    const rows: JournalRow[] = []
    let seq = before - 1
    for (let seen = 0; seq > after && seen < pace && rows.length < limit; seq--, seen++)
      if (fit.includes(seq)) rows.push(row(seq))
    return ok({ rows, next: seq > after ? seq + 1 : null, newest })
  }
  return { bridge: { call } as unknown as Pick<Bridge, 'call'>, limits }
}

const all = Array.from({ length: 450 }, (_, nth) => nth + 1)

type Case = {
  readonly name: string
  readonly newest: number
  readonly fit: readonly number[]
  readonly pace: number
  readonly wanted: Omit<RowsWanted, 'query'>
  readonly found: readonly number[]
  readonly more: boolean
}

const cases: readonly Case[] = [
  {
    name: 'one that is far behind the first answer',
    newest: 450,
    fit: [3],
    pace: 20,
    wanted: { most: 1 },
    found: [3],
    more: true,
  },
  {
    name: 'the newest of several, over answers without any',
    newest: 450,
    fit: [7, 90, 444],
    pace: 20,
    wanted: { most: 20 },
    found: [444, 90, 7],
    more: false,
  },
  {
    name: 'none, once all was looked at',
    newest: 450,
    fit: [],
    pace: 20,
    wanted: { most: 20 },
    found: [],
    more: false,
  },
  {
    name: 'no more than are wanted',
    newest: 9,
    fit: all,
    pace: 2,
    wanted: { most: 3 },
    found: [9, 8, 7],
    more: true,
  },
  {
    name: 'one row by its number',
    newest: 450,
    fit: all,
    pace: 20,
    wanted: { most: 1, after: 6, before: 8 },
    found: [7],
    more: false,
  },
  {
    name: 'those between two numbers, neither of them',
    newest: 450,
    fit: all,
    pace: 1,
    wanted: { most: 20, after: 6, before: 10 },
    found: [9, 8, 7],
    more: false,
  },
]

describe('foundRows finds', () => {
  it.each(cases)('$name', async ({ newest, fit, pace, wanted, found, more }) => {
    const answer = await foundRows(busy(newest, fit, pace).bridge, { query: 'tool:x', ...wanted })
    if (!answer.ok) throw new Error(answer.error.text)
    expect({ found: answer.value.rows.map(({ seq }) => seq), more: answer.value.more }).toEqual({
      found,
      more,
    })
  })
})

describe('foundRows', () => {
  it('asks for no more rows at once than an answer may hold', async () => {
    const { bridge, limits } = busy(450, all, 200)
    await foundRows(bridge, { query: '', most: 450 })
    expect(limits).toEqual([200, 200, 50])
  })

  it('reads no further once nobody waits', async () => {
    const { bridge, limits } = busy(450, [], 20)
    const stop = new AbortController()
    const answer = foundRows(bridge, { query: 'tool:x', most: 1 }, stop.signal)
    stop.abort()
    expect(await answer).toEqual(ok({ rows: [], more: true }))
    expect(limits).toEqual([1])
  })

  it('hands a failure on', async () => {
    const lost = err(failure('socket.lost', 'Gone.'))
    const bridge = { call: async () => lost } as unknown as Pick<Bridge, 'call'>
    expect(await foundRows(bridge, { query: '', most: 1 })).toEqual(lost)
  })
})

it('is what the window searches with, but for the list of Audit, which reads on as one scrolls', () => {
  const renderer = join(import.meta.dirname, '..', '..', '..', 'renderer')
  const searching = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(renderer, file), 'utf8').includes("'audit.search'"))
  expect(searching.toSorted()).toEqual([
    'features/audit/table/journal-pager.ts',
    'features/audit/table/newest-rows.ts',
    'features/audit/table/page-filler.ts',
    'state/found-rows.ts',
  ])
})
