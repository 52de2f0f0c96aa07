import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { JournalFilter } from '../../contract/journal/journal.ts'
import { FRONT_PAYS } from '../../main/journal/front-file.ts'
import {
  append,
  entry,
  forgedRow,
  forgeHead,
  makeRoom,
  replaceRows,
  rowsOf,
  type JournalFixture,
} from './fixture.ts'

const everything = JournalFilter.parse({})
const frontOf = ({ file }: JournalFixture): string => `${file}-front`

/** What lies on the disk this moment, as a kill leaves it: nothing of it is closed or drained. */
function asKilled(fixture: JournalFixture): JournalFixture {
  const copy = makeRoom()
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

/** A journal with five rows: the first in the database, the others before it only. */
async function half(): Promise<JournalFixture> {
  const fixture = makeRoom()
  const { journal } = await fixture.open()
  for (let index = 0; index < 5; index++) await append(journal, `host ${index}`)
  const killed = asKilled(fixture)
  expect([stored(killed), journal.rows()]).toEqual([1, 5])
  return killed
}

const spoil = (file: string, from: string, to: string): void => {
  const bytes = readFileSync(file)
  const at = bytes.lastIndexOf(from)
  expect(at).toBeGreaterThan(0)
  bytes.write(to, at)
  writeFileSync(file, bytes)
}

describe.skipIf(!FRONT_PAYS)(
  'rows that the database does not have yet (skipped on macOS: the file is not used there)',
  () => {
    it('are all there after a kill at any moment, whatever the database had taken by then', async () => {
      const fixture = makeRoom()
      const { journal } = await fixture.open()
      const moments: {
        readonly killed: JournalFixture
        readonly acknowledged: number
        readonly stored: number
      }[] = []
      let rows = 0
      const grow = async (step: number): Promise<void> => {
        // One alone, a few together, and so many that they go into the database at once.
        const together = step % 31 === 0 ? 40 : (step % 5) + 1
        await Promise.all(
          Array.from({ length: together }, (_, one) =>
            append(journal, 'x'.repeat((step * 37 + one) % 900)),
          ),
        )
        rows += together
      }
      for (let step = 1; step <= 300; step++) {
        await grow(step)
        if (step % 40 === 0) journal.catchUp()
        if (step % 8 === 0)
          moments.push({ killed: asKilled(fixture), acknowledged: rows, stored: stored(fixture) })
      }
      for (const { killed, acknowledged } of moments)
        expect(await killed.judge()).toBe(`intact ${acknowledged}`)
      // Some of them with rows before the database, some without: else nothing was shown.
      expect(new Set(moments.map((moment) => moment.acknowledged > moment.stored))).toEqual(
        new Set([true, false]),
      )
    }, 180_000)

    it('are there after a kill, go on growing, and end in the database', async () => {
      const fixture = await half()
      expect(await fixture.judge()).toBe('intact 5')
      await fixture.fill(3)
      expect(await fixture.judge()).toBe('intact 8')
      expect(stored(fixture)).toBe(8)
    })

    it('are found by whoever reads', async () => {
      const fixture = await half()
      const { journal } = await fixture.open()
      expect(journal.page(everything, undefined, 9)).toHaveLength(5)
      expect([journal.rows(), journal.head().seq]).toEqual([5, 5])
    })

    it('go into the database by themselves when no more come', async () => {
      const fixture = makeRoom()
      const { journal } = await fixture.open()
      for (let index = 0; index < 5; index++) await append(journal, 'a')
      await vi.waitFor(() => expect(stored(fixture)).toBe(5))
      expect(readFileSync(frontOf(fixture))[0]).toBe(0)
    })

    it('stay before it as far as a write that was cut off had come', async () => {
      const template = await half()
      const whole = readFileSync(frontOf(template))
      const first = (await template.open()).journal.page(everything, 2, 1)[0]?.hash ?? ''
      const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a)
      expect(ends).toHaveLength(4)
      for (let cut = 0; cut <= (ends[3] ?? 0) + 1; cut += 41) {
        const fixture = await half()
        // The head is written after the flush, so it knows nothing of rows that were not flushed.
        const rows = 1 + ends.filter((end) => end < cut).length
        writeFileSync(
          frontOf(fixture),
          Buffer.concat([whole.subarray(0, cut), Buffer.alloc(whole.length - cut, 0xee)]),
        )
        forgeHead(fixture, { seq: 1, hash: first })
        expect(await fixture.judge()).toBe(`intact ${rows}`)
      }
    }, 180_000)

    const cases: readonly [
      name: string,
      tamper: (fixture: JournalFixture) => void,
      want: string,
    ][] = [
      ['an edited row', (fixture) => spoil(frontOf(fixture), 'host 3', 'h0st 3'), 'cut-off 4'],
      ['an edited last row', (fixture) => spoil(frontOf(fixture), 'host 4', 'h0st 4'), 'cut-off 5'],
      ['a file that is gone', (fixture) => truncateSync(frontOf(fixture)), 'cut-off 2'],
      [
        'rows that the database had lost',
        (fixture) => fixture.tamper((db) => db.exec('DELETE FROM journal')),
        'cut-off 1',
      ],
      [
        'a row that stands in their place',
        (fixture) => fixture.tamper((db) => replaceRows(db, [...rowsOf(db), forgedRow(2, 'x')])),
        'edited 2',
      ],
    ]
    it.each(cases)(
      'show %s, and go on showing it when more is written',
      async (_, tamper, want) => {
        const fixture = await half()
        tamper(fixture)
        expect(await fixture.judge()).toBe(want)
        await fixture.fill(1)
        expect(await fixture.judge()).not.toMatch(/^intact/)
        await fixture.fill(3)
        expect(await fixture.judge()).not.toMatch(/^intact/)
      },
    )

    it('are kept under another name where they do not follow from those of the database', async () => {
      const fixture = await half()
      const before = readFileSync(frontOf(fixture))
      fixture.tamper((db) => db.exec('DELETE FROM journal'))
      await fixture.fill(3)
      expect(readFileSync(`${frontOf(fixture)}.unfit`)).toEqual(before)
    })

    const given: readonly [
      name: string,
      give: (fixture: JournalFixture) => Promise<JournalFixture>,
    ][] = [
      [
        'by the process that wrote them',
        async (fixture) => {
          const { journal } = await fixture.open()
          for (let index = 0; index < 4; index++) await append(journal, 'a')
          journal.catchUp()
          return asKilled(fixture)
        },
      ],
      [
        'by the next process, that only reads and ends',
        async () => {
          const fixture = await half()
          const { journal, close } = await fixture.open()
          journal.page(everything, undefined, 1)
          await close()
          return fixture
        },
      ],
      [
        'by the next process, with its first row',
        async () => {
          const fixture = await half()
          await append((await fixture.open()).journal, 'first')
          return asKilled(fixture)
        },
      ],
    ]
    it.each(given)(
      'bring nothing back that is cut off the database after it got all of them %s',
      async (_, give) => {
        const fixture = await give(makeRoom())
        fixture.tamper((db) => db.exec('DELETE FROM journal WHERE seq > 2'))
        expect(await fixture.judge()).toBe('cut-off 3')
      },
    )
  },
)

describe.skipIf(!FRONT_PAYS)(
  'the file before the database (skipped on macOS: it is not used there)',
  () => {
    it('is begun anew when it is full, and takes no row that is longer than itself', async () => {
      const fixture = makeRoom()
      const { journal, close } = await fixture.open()
      const long = (letters: number): Promise<unknown> => append(journal, 'y'.repeat(letters))
      for (let index = 0; index < 40; index++) await long(60_000)
      await long(1_100_000)
      await long(10)
      await long(10)
      expect(statSync(frontOf(fixture)).size).toBe(1_048_576)
      expect(await asKilled(fixture).judge()).toBe('intact 43')
      await close()
      expect(readFileSync(frontOf(fixture))[0]).toBe(0)
      expect(await fixture.judge()).toBe('intact 43')
    })

    it('is no condition: where it cannot be made, the database takes the rows as they come', async () => {
      const fixture = makeRoom()
      mkdirSync(join(frontOf(fixture), 'in-the-way'), { recursive: true })
      const { journal } = await fixture.open().catch(() => ({ journal: null }))
      // A file that is there and cannot be read may hold rows: then nobody can say whether the
      // journal is whole.
      expect(journal).toBeNull()

      const other = makeRoom()
      const opened = await other.open()
      await append(opened.journal, 'a')
      mkdirSync(join(`${frontOf(other)}.new`, 'in-the-way'), { recursive: true })
      for (let index = 0; index < 3; index++) await append(opened.journal, 'b')
      expect([stored(other), opened.journal.fault()]).toEqual([4, null])
    })

    it('takes rows while another program holds the database, and loses none', async () => {
      const fixture = makeRoom()
      const { journal, close } = await fixture.open()
      await append(journal, 'a')
      await append(journal, 'b')
      journal.catchUp()
      const other = new Database(fixture.file)
      onTestFinished(() => void other.close())
      other.exec('BEGIN IMMEDIATE')
      for (let index = 0; index < 30; index++) await append(journal, 'c')
      expect([journal.fault(), journal.rows()]).toEqual([null, 32])
      expect(await journal.verify()).toMatchObject({ kind: 'intact', rows: 32 })
      other.exec('ROLLBACK')
      await vi.waitFor(() => expect(stored(fixture)).toBe(32), { timeout: 60_000 })
      await close()
      expect(await fixture.judge()).toBe('intact 32')
    })

    it('takes no more while the database cannot, says why, and goes on by itself when it can', async () => {
      const fixture = makeRoom()
      const { journal, store } = await fixture.open()
      await append(journal, 'a')
      store.db.exec(
        `CREATE TEMP TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ROLLBACK, 'no'); END`,
      )
      // Known only when the rows are handed over.
      await append(journal, 'b')
      journal.catchUp()
      expect(journal.fault()).not.toBeNull()
      expect(await journal.append(entry('c'))).toMatchObject({
        ok: false,
        error: { code: 'journal.unwritable' },
      })
      expect(await asKilled(fixture).judge()).toBe('intact 2')
      store.db.exec('DROP TRIGGER full')
      await append(journal, 'd')
      expect(journal.fault()).toBeNull()
      expect(await journal.verify()).toMatchObject({ kind: 'intact', rows: 3 })
    })

    it('is given to the database once, when two processes find it after a kill', async () => {
      const fixture = await half()
      const [one, other] = [await fixture.open(), await fixture.open()]
      expect([one.journal.rows(), other.journal.rows()]).toEqual([5, 5])
      one.journal.catchUp()
      other.journal.catchUp()
      expect([one.journal.fault(), other.journal.fault(), stored(fixture)]).toEqual([null, null, 5])
    })

    it('fails closed when another hand has put rows where its own belong', async () => {
      const fixture = makeRoom()
      const { journal, close } = await fixture.open()
      await append(journal, 'a')
      await append(journal, 'b')
      fixture.tamper((db) => replaceRows(db, [...rowsOf(db), forgedRow(2, 'x')]))
      journal.catchUp()
      expect(journal.fault()).toContain('somebody else')
      expect(await journal.append(entry('c'))).toMatchObject({
        ok: false,
        error: { code: 'journal.unwritable' },
      })
      await close()
      expect(await fixture.judge()).toBe('edited 2')
    })

    it('is read only by its owner', async () => {
      const fixture = makeRoom()
      await fixture.fill(2)
      expect(statSync(frontOf(fixture)).mode & 0o777).toBe(0o600)
    })
  },
)
