import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import { JournalFilter } from '../../contract/journal/journal.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { hashOf } from '../../main/journal/chain.ts'
import { callId, outcome, running } from '../store/samples.ts'
import { append, entry, makeFixture, readHeadText } from './fixture.ts'

const everything = JournalFilter.parse({})

describe('the journal', () => {
  it('chains each row by SHA-256 over the hash before it and the canonical JSON of number, time and entry', async () => {
    const { journal } = await makeFixture().open()
    const first = await journal.append(entry('a'))
    const second = await journal.append(entry('b'))
    const body = (seq: number, host: string): string =>
      canonicalJson({ seq, at: 42, entry: entry(host) })
    const [one, two] = [hashOf('', body(1, 'a')), hashOf(hashOf('', body(1, 'a')), body(2, 'b'))]
    expect([first, second]).toEqual([
      { ok: true, value: { seq: 1, at: 42, entry: entry('a'), prev: '', hash: one } },
      { ok: true, value: { seq: 2, at: 42, entry: entry('b'), prev: one, hash: two } },
    ])
    expect(journal.page(everything, undefined, 9)).toEqual(
      [second, first].map((written) => (written.ok ? written.value : null)),
    )
    expect([journal.rows(), journal.count(everything, 100), journal.head()]).toEqual([
      2,
      2,
      { seq: 2, hash: two },
    ])
    expect(await journal.verify()).toMatchObject({
      kind: 'intact',
      rows: 2,
      headSeq: 2,
      headHash: two,
    })
  })

  it('is empty and intact before its first row, and writes no head when it is only read', async () => {
    const fixture = makeFixture()
    const { journal, close } = await fixture.open()
    expect(await journal.verify()).toMatchObject({
      kind: 'intact',
      rows: 0,
      headSeq: 0,
      headHash: '',
    })
    expect([journal.rows(), journal.head(), journal.finding(), journal.fault()]).toEqual([
      0,
      { seq: 0, hash: '' },
      null,
      null,
    ])
    await close()
    expect(existsSync(fixture.headFile)).toBe(false)
  })

  it('goes on where it ended when it is opened again', async () => {
    const fixture = makeFixture()
    await fixture.fill(3)
    const { journal } = await fixture.open()
    expect([journal.rows(), journal.head().seq, journal.finding()]).toEqual([3, 3, null])
    await append(journal, 'next')
    expect(await journal.verify()).toMatchObject({ kind: 'intact', rows: 4 })
  })

  it('seals each row in the head file, in a file of one size, and marks the orderly end', async () => {
    const fixture = makeFixture()
    const { journal, close } = await fixture.open()
    await append(journal, 'a')
    await append(journal, 'b')
    expect(JSON.parse(readHeadText(fixture))).toEqual({ ...journal.head(), state: 'open' })
    const { head } = journal
    await close()
    expect(JSON.parse(readHeadText(fixture))).toEqual({ ...head(), state: 'closed' })
    expect(readFileSync(fixture.headFile)).toHaveLength(256)
    expect(existsSync(`${fixture.headFile}.new`)).toBe(false)
  })

  it.runIf(process.platform !== 'win32')(
    'keeps the head file from other people of the machine',
    async () => {
      const fixture = makeFixture()
      await fixture.fill(1)
      expect(statSync(fixture.headFile).mode & 0o777).toBe(0o600)
    },
  )

  it('keeps order and chain with 32 callers, and lets them share commits', async () => {
    const { journal } = await makeFixture().open()
    let commits = 0
    journal.onGrow(() => commits++)
    const callers = Array.from({ length: 32 }, async (_, caller) => {
      const seqs: number[] = []
      for (let index = caller; index < 1000; index += 32) {
        const written = await journal.append(entry(`${caller}`))
        if (written.ok) seqs.push(written.value.seq)
      }
      return seqs
    })
    const seqs = await Promise.all(callers)
    for (const own of seqs) expect(own).toEqual(own.toSorted((a, b) => a - b))
    expect(seqs.flat().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 1000 }, (_, index) => index + 1),
    )
    expect(commits).toBeLessThan(1000 / 16)
    expect(await journal.verify()).toMatchObject({ kind: 'intact', rows: 1000 })
  })

  it('keeps the order of appends that nobody waited for, beyond the size of one commit', async () => {
    const { journal } = await makeFixture().open()
    const written = await Promise.all(
      Array.from({ length: 700 }, (_, index) => journal.append(entry(`${index}`))),
    )
    expect(written.map((row) => row.ok && row.value.seq)).toEqual(
      Array.from({ length: 700 }, (_, index) => index + 1),
    )
    expect(await journal.verify()).toMatchObject({ kind: 'intact', rows: 700 })
  })

  it('gives the event loop its turn between commits', async () => {
    const { journal } = await makeFixture().open()
    let turns = 0
    const turn = setInterval(() => turns++, 1)
    await Promise.all(Array.from({ length: 5000 }, () => journal.append(entry('a'))))
    clearInterval(turn)
    expect(turns).toBeGreaterThan(5)
  })

  it('reports growth after the rows are there, once for each commit, until nobody listens', async () => {
    const { journal } = await makeFixture().open()
    const grown: unknown[] = []
    const stop = journal.onGrow((one) => grown.push({ ...one, there: journal.rows() }))
    await append(journal, 'a')
    await Promise.all([append(journal, 'b'), append(journal, 'c')])
    stop()
    await append(journal, 'd')
    expect(grown).toEqual([
      { seq: 1, rows: 1, there: 1 },
      { seq: 3, rows: 3, there: 3 },
    ])
  })

  it('checks itself while it is being written', async () => {
    const { journal } = await makeFixture().open()
    await Promise.all(Array.from({ length: 3000 }, () => journal.append(entry('a'))))
    let writing = true
    const writer = (async () => {
      while (writing) await append(journal, 'meanwhile')
    })()
    const checks = []
    for (let round = 0; round < 5; round++) checks.push(await journal.verify())
    writing = false
    await writer
    expect(checks.map(({ kind }) => kind)).toEqual([
      'intact',
      'intact',
      'intact',
      'intact',
      'intact',
    ])
  })

  it('writes what waits before it closes, and refuses what comes after', async () => {
    const fixture = makeFixture()
    const { journal, close } = await fixture.open()
    const waiting = Array.from({ length: 600 }, () => journal.append(entry('a')))
    const closed = journal.close()
    const late = await journal.append(entry('late'))
    await closed
    expect((await Promise.all(waiting)).every(({ ok }) => ok)).toBe(true)
    expect(late).toMatchObject({ ok: false, error: { code: 'journal.unwritable' } })
    await close()
    expect(await fixture.evaluate()).toBe('intact 600')
  })

  it('goes on behind rows that another process has added, when they follow', async () => {
    const fixture = makeFixture()
    const [mine, theirs] = [await fixture.open(), await fixture.open()]
    for (const { journal } of [mine, theirs, mine, mine, theirs]) {
      await append(journal, 'in turns')
      journal.catchUp()
    }
    expect([mine.journal.head().seq, theirs.journal.head().seq, theirs.journal.rows()]).toEqual([
      4, 5, 5,
    ])
    await mine.close()
    await append(theirs.journal, 'last')
    await theirs.close()
    expect(await fixture.evaluate()).toBe('intact 6')
  })

  it.each<[string, JournalEntry | null, string[]]>([
    ['a kill', null, [callId(2)]],
    ['an end with a call left open', { kind: 'stopped', host: 'test', open: 1 }, [callId(2)]],
    ['an end that says nothing of it', { kind: 'stopped', host: 'test' }, [callId(2)]],
    ['a clean end', { kind: 'stopped', host: 'test', open: 0 }, []],
  ])('knows after %s which calls have no end', async (_, last, unfinished) => {
    const fixture = makeFixture()
    const before = await fixture.open()
    for (const one of [running(callId(1)), outcome(callId(1)), running(callId(2))])
      await before.journal.append(one)
    expect([before.journal.unfinishedCalls(), before.journal.open()]).toEqual([[], 1])
    expect(before.journal.ofCall(callId(1)).map(({ entry: { kind } }) => kind)).toEqual([
      'running',
      'outcome',
    ])
    if (last !== null) await before.journal.append(last)
    await before.close()

    const { journal } = await fixture.open()
    expect([journal.unfinishedCalls(), journal.open()]).toEqual([unfinished, unfinished.length])
    for (const id of unfinished) await journal.append(outcome(callId(Number(id.slice(-1)))))
    expect(journal.open()).toBe(0)
  })
})
