import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openJournal } from '../../main/journal/journal.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { append, entry, makeFixture } from './fixture.ts'

describe('a journal that cannot be written', () => {
  it('refuses the row when the disk is full, says so, and continues automatically when there is room', async () => {
    const fixture = makeFixture()
    const { journal, store, close } = await fixture.open()
    await append(journal, 'before')
    const pages = Number(store.db.pragma('page_count', { simple: true }))
    store.db.pragma(`max_page_count = ${pages + 2}`)
    let acknowledged = 1
    let refused: unknown = null
    while (refused === null) {
      const written = await journal.append(entry('x'.repeat(900)))
      if (written.ok) acknowledged++
      else refused = written.error
    }
    expect(refused).toMatchObject({
      code: 'journal.unwritable',
      text: expect.stringContaining('no room left'),
    })
    expect(journal.fault()).toContain('no room left')
    // What is there can still be read and checked.
    expect([journal.rows(), journal.head().seq]).toEqual([acknowledged, acknowledged])
    expect(await journal.verify()).toMatchObject({ kind: 'intact', rows: acknowledged })
    const together = await Promise.all(
      Array.from({ length: 40 }, () => journal.append(entry('y'.repeat(900)))),
    )
    expect(together.every(({ ok }) => !ok)).toBe(true)

    store.db.pragma('max_page_count = 1073741823')
    await append(journal, 'after')
    expect([journal.fault(), journal.rows()]).toEqual([null, acknowledged + 1])
    await close()
    expect(await fixture.evaluate()).toBe(`intact ${acknowledged + 1}`)
  })

  it('waits for a short lock of another program without holding up the window, and keeps the order', async () => {
    const fixture = makeFixture()
    const { journal } = await fixture.open()
    const other = new Database(fixture.file)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    let turns = 0
    const watch = setInterval(() => (turns += 1), 5)
    const first = journal.append(entry('first'))
    // SQLite's own wait is a tenth of a second: the loop comes round between its tries.
    await expect.poll(() => turns, { interval: 1 }).toBeGreaterThan(1)
    const second = journal.append(entry('second'))
    await expect.poll(() => turns, { interval: 1 }).toBeGreaterThan(3)
    other.exec('ROLLBACK')
    const seqs = (await Promise.all([first, second])).map(
      (written) => written.ok && written.value.seq,
    )
    clearInterval(watch)
    expect(seqs).toEqual([1, 2])
    expect(journal.fault()).toBeNull()
  })

  it('gives up on a lock that stays, and continues automatically when it is gone @whole', async () => {
    const fixture = makeFixture()
    const { journal } = await fixture.open()
    const other = new Database(fixture.file)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    expect(await journal.append(entry('a'))).toMatchObject({
      ok: false,
      error: { code: 'journal.unwritable' },
    })
    expect(journal.fault()).toContain('another program')
    other.exec('ROLLBACK')
    await append(journal, 'b')
    expect([journal.fault(), journal.rows()]).toEqual([null, 1])
  })

  it('writes no row that it cannot seal, and continues automatically when it can', async () => {
    const fixture = makeFixture()
    const { store } = await fixture.open()
    const folder = join(fixture.folder, 'heads')
    const opened = openJournal({
      table: journalTable(store.db),
      headFile: join(folder, 'head'),
      now: () => 42,
    })
    if (!opened.ok) throw new Error(opened.error.text)
    const journal = opened.value
    onTestFinished(() => journal.close())
    expect(await journal.append(entry('a'))).toMatchObject({
      ok: false,
      error: { code: 'journal.unwritable' },
    })
    expect(journal.fault()).toContain('head file')
    expect(store.db.prepare('SELECT count(*) FROM journal').pluck().get()).toBe(0)
    mkdirSync(folder)
    await append(journal, 'b')
    expect([journal.fault(), journal.rows()]).toEqual([null, 1])
    expect(await journal.verify()).toMatchObject({ kind: 'intact', rows: 1 })
  })

  it('refuses rows when the database was closed under it', async () => {
    const { journal, store } = await makeFixture().open()
    await append(journal, 'a')
    store.close()
    expect(await journal.append(entry('b'))).toMatchObject({
      ok: false,
      error: {
        code: 'journal.unwritable',
        text: 'The journal cannot be written: the database is closed.',
      },
    })
    expect(await journal.verify()).toMatchObject({ kind: 'broken', fault: 'unreadable' })
  })

  it('is not opened when the head file cannot be read, for then nobody can say whether it is whole', async () => {
    const fixture = makeFixture()
    await fixture.fill(1)
    rmSync(fixture.headFile)
    mkdirSync(fixture.headFile)
    const { store } = await makeFixture().open()
    const opened = openJournal({
      table: journalTable(store.db),
      headFile: fixture.headFile,
      now: () => 42,
    })
    expect(opened).toMatchObject({ ok: false, error: { code: 'journal.unreadable' } })
  })
})
