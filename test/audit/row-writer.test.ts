import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { bodyOf, hashOf, type RawRow } from '../../main/audit/chain.ts'
import { openRowWriter, type RowWriterNeeds } from '../../main/audit/row-writer.ts'
import type { Tip } from '../../main/audit/verify.ts'
import { entry } from './room.ts'

const full = { kind: 'failed', failure: failure('journal.unwritable', 'There is no room left.') } as const

/** A table in memory. `quirks` come before its appends, one each, and may do what a disk or another process does. */
function writerOver(quirks: ((rows: RawRow[], batch: readonly RawRow[]) => typeof full | { kind: 'taken' } | null)[]) {
  const rows: RawRow[] = []
  const sealed: Tip[] = []
  const table: RowWriterNeeds['table'] = {
    append: (batch) => {
      const outcome = quirks.shift()?.(rows, batch) ?? null
      if (outcome !== null) return outcome
      rows.push(...batch)
      return { kind: 'done' }
    },
    last: () => rows.at(-1) ?? null,
    after: (seq, limit) => rows.filter((row) => row.seq > seq).slice(0, limit),
    rows: () => rows.length,
  }
  const seal = { ready: () => null, set: (tip: Tip) => void sealed.push(tip) }
  const writer = openRowWriter({ table, seal, start: { seq: 0, hash: '' }, now: () => 42, grown: () => {} })
  return { writer, rows, sealed }
}

const theirs = (seq: number, prev: string): RawRow => {
  const body = bodyOf(seq, 7, '{"kind":"stopped"}')
  return { seq, body, hash: hashOf(prev, body) }
}

describe('the row writer', () => {
  it('goes on behind a row that the disk has kept although it reported a failure', async () => {
    const { writer, rows, sealed } = writerOver([(kept, batch) => (kept.push(...batch), full)])
    expect(await writer.append(entry('a'))).toEqual({ ok: false, error: full.failure })
    // What is in the database is sealed at once: the next opening would else take it for a stranger's.
    expect(sealed.map(({ seq }) => seq)).toEqual([1])
    expect(await writer.append(entry('b'))).toMatchObject({ ok: true, value: { seq: 2, prev: rows[0]?.hash } })
    expect([writer.tip().seq, writer.rows(), writer.fault()]).toEqual([2, 2, null])
  })

  it('goes on behind a row of another process that follows', async () => {
    const { writer, rows, sealed } = writerOver([(kept) => (kept.push(theirs(1, '')), { kind: 'taken' })])
    expect(await writer.append(entry('a'))).toMatchObject({ ok: true, value: { seq: 2, prev: theirs(1, '').hash } })
    expect([rows.length, writer.rows(), sealed.map(({ seq }) => seq)]).toEqual([2, 2, [1, 2]])
  })

  it('refuses to go on behind a row that does not follow', async () => {
    const { writer, rows } = writerOver([(kept) => (kept.push(theirs(1, 'x')), { kind: 'taken' })])
    expect(await writer.append(entry('a'))).toMatchObject({ ok: false, error: { code: 'journal.unwritable' } })
    expect(rows).toEqual([theirs(1, 'x')])
  })
})
