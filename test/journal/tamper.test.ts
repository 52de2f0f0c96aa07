import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RawRow } from '../../main/journal/chain.ts'
import {
  append,
  forgedRow,
  forgeHead,
  makeFixture,
  overwrite,
  rechained,
  replaceRows,
  rowsOf,
  type JournalFixture,
} from './fixture.ts'

const ROWS = 10

/** What is done to the rows, as a list of rows; `[4]` is row 5. */
const withRows =
  (change: (rows: RawRow[]) => readonly RawRow[]) =>
  (fixture: JournalFixture): void =>
    fixture.tamper((db) => replaceRows(db, change(rowsOf(db))))

const changed = (rows: readonly RawRow[], seq: number, change: Partial<RawRow>): RawRow[] =>
  rows.map((row) => (row.seq === seq ? { ...row, ...change } : row))
const without = (rows: readonly RawRow[], from: number, to = from): RawRow[] =>
  rows.filter(({ seq }) => seq < from || seq > to)
const at = (rows: readonly RawRow[], seq: number): RawRow => {
  const row = rows.find((one) => one.seq === seq)
  if (row === undefined) throw new Error(`no row ${seq}`)
  return row
}
const edited = (row: RawRow): string => row.body.replace('host', 'h0st')

const cases: readonly [name: string, tamper: (fixture: JournalFixture) => void, want: string][] = [
  [
    'an edited body',
    withRows((rows) => changed(rows, 5, { body: edited(at(rows, 5)) })),
    'edited 5',
  ],
  [
    'an edited body of the first row',
    withRows((rows) => changed(rows, 1, { body: edited(at(rows, 1)) })),
    'edited 1',
  ],
  [
    'an edited body of the last row',
    withRows((rows) => changed(rows, 10, { body: edited(at(rows, 10)) })),
    'edited 10',
  ],
  ['an edited hash', withRows((rows) => changed(rows, 5, { hash: 'ab'.repeat(32) })), 'edited 5'],
  [
    'a hash in capitals',
    withRows((rows) => changed(rows, 5, { hash: at(rows, 5).hash.toUpperCase() })),
    'edited 5',
  ],
  [
    'an emptied body and hash',
    withRows((rows) => changed(rows, 5, { body: '{}', hash: '' })),
    'edited 5',
  ],
  ['a byte changed in the file', (fixture) => overwrite(fixture, 'host 4', 'host 9'), 'edited 5'],
  [
    'a body that is no JSON any more',
    (fixture) => overwrite(fixture, '"host":"host 4"', '"host":>host 4"'),
    'edited 5',
  ],
  [
    'an edited row with its hash made to fit',
    withRows((rows) => {
      const forged = forgedRow(5, at(rows, 4).hash)
      return changed(rows, 5, forged)
    }),
    'edited 6',
  ],
  [
    'an edited row with all hashes after it made to fit',
    withRows((rows) => rechained(changed(rows, 5, { body: edited(at(rows, 5)) }))),
    'edited 10',
  ],
  ['a removed row', withRows((rows) => without(rows, 5)), 'removed 5'],
  ['a removed first row', withRows((rows) => without(rows, 1)), 'removed 1'],
  ['three removed rows', withRows((rows) => without(rows, 4, 6)), 'removed 4'],
  [
    'a removed row, the others moved up',
    withRows((rows) => without(rows, 5).map((row, index) => ({ ...row, seq: index + 1 }))),
    'removed 5',
  ],
  [
    'a removed row, the others moved up and all hashes made to fit',
    withRows((rows) => rechained(without(rows, 5))),
    'cut-off 10',
  ],
  ['a cut-off last row', withRows((rows) => without(rows, 10)), 'cut-off 10'],
  ['cut-off rows', withRows((rows) => without(rows, 8, 10)), 'cut-off 8'],
  ['an emptied journal', withRows(() => []), 'cut-off 1'],
  [
    'an inserted row, the others moved down',
    withRows((rows) => [
      ...rows.slice(0, 4),
      forgedRow(5, 'x'),
      ...rows.slice(4).map((row) => ({ ...row, seq: row.seq + 1 })),
    ]),
    'inserted 5',
  ],
  [
    'an inserted row that follows, the others moved down',
    withRows((rows) => [
      ...rows.slice(0, 4),
      forgedRow(5, at(rows, 4).hash),
      ...rows.slice(4).map((row) => ({ ...row, seq: row.seq + 1 })),
    ]),
    'inserted 6',
  ],
  [
    'an inserted row with all hashes made to fit',
    withRows((rows) => rechained([...rows.slice(0, 4), forgedRow(5, ''), ...rows.slice(4)])),
    'edited 10',
  ],
  ['a row before the first', withRows((rows) => [forgedRow(0, ''), ...rows]), 'inserted 0'],
  ['a row far below the first', withRows((rows) => [forgedRow(-7, ''), ...rows]), 'inserted -7'],
  ['a row added at the end', withRows((rows) => [...rows, forgedRow(11, 'x')]), 'inserted 11'],
  [
    'a row added at the end that follows',
    withRows((rows) => [...rows, forgedRow(11, at(rows, 10).hash)]),
    'inserted 11',
  ],
  [
    'a row added far beyond the end',
    withRows((rows) => [...rows, forgedRow(99, at(rows, 10).hash)]),
    'removed 11',
  ],
  [
    'two rows that changed places',
    withRows((rows) =>
      changed(changed(rows, 5, { ...at(rows, 6), seq: 5 }), 6, { ...at(rows, 5), seq: 6 }),
    ),
    'removed 5',
  ],
  [
    'a row that was written over with a copy of another',
    withRows((rows) => changed(rows, 5, { ...at(rows, 3), seq: 5 })),
    'inserted 5',
  ],
  [
    'rows in reverse order',
    withRows((rows) => rows.map((row) => ({ ...row, seq: 11 - row.seq }))),
    'removed 1',
  ],
  ['a removed head file', ({ headFile }) => rmSync(headFile), 'head-missing 10'],
  [
    'a removed head file and cut-off rows',
    (fixture) => (rmSync(fixture.headFile), withRows((rows) => without(rows, 8, 10))(fixture)),
    'head-missing 7',
  ],
  ['an emptied head file', ({ headFile }) => truncateSync(headFile), 'head-missing 10'],
  [
    'a head file full of nothing',
    ({ headFile }) => writeFileSync(headFile, Buffer.alloc(256)),
    'head-missing 10',
  ],
  [
    'a spoiled head file over an emptied journal',
    (fixture) => (truncateSync(fixture.headFile), withRows(() => [])(fixture)),
    'head-missing 0',
  ],
  [
    'another hash in the head file',
    (fixture) => forgeHead(fixture, { hash: 'ab'.repeat(32) }),
    'edited 10',
  ],
  ['a head file that is ahead', (fixture) => forgeHead(fixture, { seq: 12 }), 'cut-off 11'],
  ['a head file that is behind', (fixture) => forgeHead(fixture, { seq: 7 }), 'edited 7'],
]

describe('a journal that was tampered with while Gatehouse was away', () => {
  let template = ''
  beforeAll(() => {
    template = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  })
  afterAll(() => rmSync(template, { recursive: true, force: true }))
  const filledFixture = (): JournalFixture => {
    const fixture = makeFixture()
    cpSync(template, fixture.folder, { recursive: true })
    return fixture
  }

  it('is intact before that, and looking at it changes nothing', async () => {
    const fixture = makeFixture(template)
    await fixture.fill(ROWS)
    const before = [fixture.file, fixture.headFile].map((file) => readFileSync(file))
    expect(await fixture.evaluate()).toBe(`intact ${ROWS}`)
    expect(await fixture.evaluate()).toBe(`intact ${ROWS}`)
    expect([fixture.file, fixture.headFile].map((file) => readFileSync(file))).toEqual(before)
  })

  it.each(cases)(
    'shows %s, and goes on showing it when more is written',
    async (_name, tamper, want) => {
      const fixture = filledFixture()
      tamper(fixture)
      expect(await fixture.evaluate()).toBe(want)
      await fixture.fill(1)
      expect(await fixture.evaluate()).not.toMatch(/^intact/)
      await fixture.fill(2)
      expect(await fixture.evaluate()).not.toMatch(/^intact/)
    },
  )

  it('shows an old copy of the database put back in its place', async () => {
    const fixture = makeFixture()
    const copy = join(fixture.folder, 'copy.db')
    await fixture.fill(ROWS)
    copyFileSync(fixture.file, copy)
    await fixture.fill(ROWS)
    copyFileSync(copy, fixture.file)
    expect(await fixture.evaluate()).toBe('cut-off 11')
  })

  it('shows that the write-ahead log was taken away after a kill', async () => {
    const [fixture, found] = [makeFixture(), makeFixture()]
    await fixture.fill(ROWS)
    const { journal } = await fixture.open()
    await append(journal, 'only in the log')
    // As a kill leaves them, but for the log.
    copyFileSync(fixture.file, found.file)
    copyFileSync(fixture.headFile, found.headFile)
    expect(await found.evaluate()).toBe('cut-off 11')
  })

  it('reports at the opening what does not fit, and takes new rows nevertheless', async () => {
    const fixture = makeFixture()
    await fixture.fill(ROWS)
    withRows((rows) => without(rows, 8, 10))(fixture)
    const { journal } = await fixture.open()
    expect(journal.finding()).toEqual({
      seq: 8,
      fault: 'cut-off',
      text: 'The rows 8 to 10 were cut off: the head file has sealed row 10.',
    })
    expect(journal.fault()).toBeNull()
    await append(journal, 'after')
    expect(journal.head().seq).toBe(11)
    expect(await journal.verify()).toMatchObject({
      kind: 'broken',
      fault: 'removed',
      seq: 8,
      text: 'The rows 8 to 10 are missing.',
    })
  })

  it('is whole again when the rows that were cut off are brought back', async () => {
    const fixture = makeFixture()
    await fixture.fill(ROWS)
    let lost: RawRow[] = []
    fixture.tamper((db) => {
      lost = rowsOf(db).slice(7)
      db.exec('DELETE FROM journal WHERE seq > 7')
    })
    await fixture.fill(3)
    expect(await fixture.evaluate()).toBe('removed 8')
    fixture.tamper((db) => replaceRows(db, [...rowsOf(db), ...lost]))
    expect(await fixture.evaluate()).toBe('intact 13')
  })
})

describe('a journal that is tampered with while Gatehouse runs', () => {
  const live: readonly [name: string, tamper: (fixture: JournalFixture) => void, want: string][] = [
    [
      'an edited row',
      withRows((rows) => changed(rows, 5, { body: edited(at(rows, 5)) })),
      'edited',
    ],
    ['cut-off rows', withRows((rows) => without(rows, 8, 10)), 'cut-off'],
    ['a row added by another hand', withRows((rows) => [...rows, forgedRow(11, 'x')]), 'edited'],
    [
      'cut-off rows and a head file made to fit',
      (fixture) =>
        fixture.tamper((db) => {
          const stored = without(rowsOf(db), 8, 10)
          replaceRows(db, stored)
          forgeHead(fixture, { seq: 7, hash: at(stored, 7).hash })
        }),
      'cut-off',
    ],
    ['a removed head file', ({ headFile }) => rmSync(headFile), 'head-missing'],
    ['a changed head file', (fixture) => forgeHead(fixture, { seq: 4 }), 'edited'],
    [
      'a head file that says closed',
      (fixture) => forgeHead(fixture, { state: 'closed' }),
      'edited',
    ],
  ]
  it.each(live)('shows %s at the next check', async (_name, tamper, want) => {
    const fixture = makeFixture()
    const { journal } = await fixture.open()
    for (let index = 0; index < ROWS; index++) await append(journal, 'live')
    journal.catchUp()
    tamper(fixture)
    expect(await journal.verify()).toMatchObject({ kind: 'broken', fault: want })
  })

  it('does not write behind a row that somebody else has put at its end', async () => {
    const fixture = makeFixture()
    const { journal } = await fixture.open()
    await append(journal, 'mine')
    fixture.tamper((db) => replaceRows(db, [...rowsOf(db), forgedRow(2, 'x')]))
    expect(await journal.append({ kind: 'stopped', host: 'mine' })).toMatchObject({
      ok: false,
      error: { code: 'journal.unwritable' },
    })
    expect(journal.fault()).toContain('somebody else')
  })

  it('does not seal over a changed head file at its end', async () => {
    const fixture = makeFixture()
    const { journal, close } = await fixture.open()
    await append(journal, 'one')
    forgeHead(fixture, { hash: 'ab'.repeat(32) })
    await close()
    expect(await fixture.evaluate()).toBe('edited 1')
  })

  it('does not seal over a removed head file: the next opening misses it', async () => {
    const fixture = makeFixture()
    const { journal, close } = await fixture.open()
    await append(journal, 'one')
    rmSync(fixture.headFile)
    await append(journal, 'two')
    await close()
    expect(await fixture.evaluate()).toBe('head-missing 2')
  })
})
