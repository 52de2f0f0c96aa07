import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JournalFilter } from '../../contract/journal/journal.ts'
import type { RawRow } from '../../main/journal/chain.ts'
import { openJournal } from '../../main/journal/journal.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { storeIn } from '../store/fixture.ts'
import {
  append,
  forgedRow,
  forgeHead,
  makeFixture,
  replaceRows,
  rowsOf,
  type JournalFixture,
} from './fixture.ts'

const everything = JournalFilter.parse({})
const SIZE = 1_048_576
const earlierOf = ({ file }: JournalFixture): string => `${file}-front`

/** As an earlier version wrote it: a line a row, and what was there before behind the last one. */
const written = (rows: readonly RawRow[]): Buffer => {
  const bytes = Buffer.alloc(SIZE)
  bytes.write(rows.map(({ hash, body }) => `${hash} ${body}\n`).join(''))
  return bytes
}

/** What lies on the disk this moment, as a kill leaves it. */
function asKilled(fixture: JournalFixture): JournalFixture {
  const copy = makeFixture()
  for (const end of ['', '-wal', '-front'])
    if (existsSync(fixture.file + end)) copyFileSync(fixture.file + end, copy.file + end)
  copyFileSync(fixture.headFile, copy.headFile)
  return copy
}

const stored = ({ file }: JournalFixture): number => {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[], number>('SELECT count(*) FROM journal').pluck().get() ?? 0
  } finally {
    db.close()
  }
}

/** A home as an earlier version left it when it was killed: the first row in the database only. */
async function killed(count = 5): Promise<JournalFixture> {
  const template = makeFixture()
  const { journal } = await template.open()
  await Promise.all(Array.from({ length: count }, (_, index) => append(journal, `host ${index}`)))
  const fixture = asKilled(template)
  fixture.tamper((db) => {
    const rows = rowsOf(db)
    writeFileSync(earlierOf(fixture), written(rows.slice(1)))
    replaceRows(db, rows.slice(0, 1))
  })
  expect([stored(fixture), existsSync(earlierOf(fixture))]).toEqual([1, true])
  return fixture
}

const spoil = (file: string, from: string, to: string): void => {
  const bytes = readFileSync(file)
  const at = bytes.lastIndexOf(from)
  expect(at).toBeGreaterThan(0)
  bytes.write(to, at)
  writeFileSync(file, bytes)
}

describe('rows that an earlier version left beside the database', () => {
  it('are taken over once, found by every reader, and the journal goes on behind them', async () => {
    const fixture = await killed()
    const { journal, close } = await fixture.open()
    expect([stored(fixture), existsSync(earlierOf(fixture))]).toEqual([5, false])
    expect(journal.page(everything, undefined, 9)).toHaveLength(5)
    expect([journal.rows(), journal.head().seq, journal.finding()]).toEqual([5, 5, null])
    await append(journal, 'next')
    await close()
    expect(await fixture.evaluate()).toBe('intact 6')
  })

  it('are all taken over where there are many', async () => {
    const fixture = await killed(700)
    expect(await fixture.evaluate()).toBe('intact 700')
    expect(stored(fixture)).toBe(700)
  })

  it('are not taken over twice after a kill before the file was removed', async () => {
    const fixture = await killed()
    const file = readFileSync(earlierOf(fixture))
    expect(await fixture.evaluate()).toBe('intact 5')
    writeFileSync(earlierOf(fixture), file)
    await fixture.fill(2)
    expect(await fixture.evaluate()).toBe('intact 7')
    expect(existsSync(earlierOf(fixture))).toBe(false)
  })

  it('are the same rows for two processes that find them at the same time', async () => {
    const fixture = await killed()
    const file = readFileSync(earlierOf(fixture))
    const one = await fixture.open()
    writeFileSync(earlierOf(fixture), file)
    const other = await fixture.open()
    expect([one.journal.rows(), other.journal.rows(), stored(fixture)]).toEqual([5, 5, 5])
  })

  it('are taken over as far as a write that was cut off had come', async () => {
    const template = await killed()
    const whole = readFileSync(earlierOf(template))
    const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a)
    expect(ends).toHaveLength(4)
    const { journal } = await asKilled(template).open()
    const first = journal.page(everything, 2, 1)[0]?.hash ?? ''
    for (let cut = 0; cut <= (ends[3] ?? 0) + 1; cut += 41) {
      const fixture = asKilled(template)
      // The head was written after the flush, so it knows nothing of rows that were not flushed.
      const rows = 1 + ends.filter((end) => end < cut).length
      writeFileSync(
        earlierOf(fixture),
        Buffer.concat([whole.subarray(0, cut), Buffer.alloc(SIZE - cut, 0xee)]),
      )
      forgeHead(fixture, { seq: 1, hash: first })
      expect(await fixture.evaluate()).toBe(`intact ${rows}`)
    }
  }, 600_000)

  const cases: readonly [name: string, tamper: (fixture: JournalFixture) => void, want: string][] =
    [
      ['an edited row', (fixture) => spoil(earlierOf(fixture), 'host 3', 'h0st 3'), 'cut-off 4'],
      [
        'an edited last row',
        (fixture) => spoil(earlierOf(fixture), 'host 4', 'h0st 4'),
        'cut-off 5',
      ],
      ['a file that is gone', (fixture) => rmSync(earlierOf(fixture)), 'cut-off 2'],
      [
        'rows that the database had lost',
        (fixture) => fixture.tamper((db) => db.exec('DELETE FROM journal')),
        'cut-off 1',
      ],
      [
        'a row that is in their place',
        (fixture) => fixture.tamper((db) => replaceRows(db, [...rowsOf(db), forgedRow(2, 'x')])),
        'edited 2',
      ],
    ]
  it.each(cases)('show %s, and go on showing it when more is written', async (_, tamper, want) => {
    const fixture = await killed()
    tamper(fixture)
    expect(await fixture.evaluate()).toBe(want)
    await fixture.fill(4)
    expect(await fixture.evaluate()).not.toMatch(/^intact/)
  })

  it('are kept under another name where they do not follow from those of the database', async () => {
    const fixture = await killed()
    const before = readFileSync(earlierOf(fixture))
    fixture.tamper((db) => db.exec('DELETE FROM journal'))
    await fixture.fill(1)
    expect(readFileSync(`${earlierOf(fixture)}.unfit`)).toEqual(before)
  })

  it('bring nothing back that is cut off the database after it got them', async () => {
    const fixture = await killed()
    expect(await fixture.evaluate()).toBe('intact 5')
    fixture.tamper((db) => db.exec('DELETE FROM journal WHERE seq > 2'))
    expect(await fixture.evaluate()).toBe('cut-off 3')
  })

  it('keep the journal closed while the database cannot take them, and are not lost', async () => {
    const fixture = await killed()
    const store = await storeIn(fixture.file)
    onTestFinished(() => store.close())
    store.db.exec(
      `CREATE TEMP TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ROLLBACK, 'no'); END`,
    )
    const options = {
      table: journalTable(store.db),
      headFile: fixture.headFile,
      earlierRowsFile: earlierOf(fixture),
      now: () => 42,
    }
    expect(openJournal(options)).toMatchObject({
      ok: false,
      error: { code: 'journal.unreadable' },
    })
    expect(existsSync(earlierOf(fixture))).toBe(true)
    store.db.exec('DROP TRIGGER full')
    expect(await fixture.evaluate()).toBe('intact 5')
  })

  it('leave a file behind that is blank after an orderly end: it is removed', async () => {
    const fixture = makeFixture()
    await fixture.fill(2)
    writeFileSync(earlierOf(fixture), Buffer.alloc(SIZE))
    expect(await fixture.evaluate()).toBe('intact 2')
    expect(existsSync(earlierOf(fixture))).toBe(false)
  })
})
