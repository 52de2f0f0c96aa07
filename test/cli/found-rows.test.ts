// Answers of a busy Gatehouse hold fewer rows than were asked for: the search goes on.
import { describe, expect, it } from 'vitest'
import type { JournalRow } from '../../contract/journal/journal.ts'
import { err, ok } from '../../contract/result.ts'
import { failure } from '../../contract/failure.ts'
import { foundRows } from '../../main/host/cli/audit/found-rows.ts'
import type { CliConnection } from '../../main/host/client-connection.ts'
import { entryAt } from '../bench/journal-rows.ts'

const row = (seq: number): JournalRow => ({
  seq,
  at: seq,
  entry: entryAt(seq),
  prev: '',
  hash: '',
})

/** Has rows 1 to `newest`, and time for `pace` rows in one answer. */
function busy(newest: number, pace: number) {
  const limits: number[] = []
  const call: CliConnection['call'] = async (channel, input) => {
    const { before = newest + 1, limit } = input as { before?: number; limit: number }
    limits.push(limit)
    const from = Math.max(1, before - Math.min(pace, limit))
    const rows = Array.from({ length: before - from }, (_, nth) => row(before - 1 - nth))
    return ok({ rows, next: from === 1 ? null : from, newest }) as never
  }
  return { call, limits }
}

describe('foundRows', () => {
  it.each([
    { newest: 5, pace: 1, wanted: 200, found: [5, 4, 3, 2, 1], more: false },
    { newest: 5, pace: 2, wanted: 3, found: [5, 4, 3], more: true },
    { newest: 5, pace: 9, wanted: 5, found: [5, 4, 3, 2, 1], more: false },
    { newest: 0, pace: 1, wanted: 5, found: [], more: false },
  ])('$newest rows, $pace an answer, $wanted wanted', async ({ newest, pace, wanted, ...rest }) => {
    const answer = await foundRows(busy(newest, pace), 'call:x', wanted)
    if (!answer.ok) throw new Error(answer.error.text)
    expect({ found: answer.value.rows.map(({ seq }) => seq), more: answer.value.more }).toEqual(
      rest,
    )
  })

  it('asks for no more rows at once than an answer may hold', async () => {
    const app = busy(450, 200)
    await foundRows(app, '', 450)
    expect(app.limits).toEqual([200, 200, 50])
  })

  it('hands a failure on', async () => {
    const lost = err(failure('socket.lost', 'Gone.'))
    expect(await foundRows({ call: async () => lost }, '', 1)).toEqual(lost)
  })
})
