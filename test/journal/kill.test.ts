import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  append,
  forgedRow,
  forgeHead,
  makeFixture,
  replaceRows,
  rowsOf,
  type JournalFixture,
} from './fixture.ts'
import { many } from '../soak.ts'
import { fewCases } from '../whole.ts'

/**
 * Lets a child append until its time is up, kills it with SIGKILL, and returns the highest number
 * it had acknowledged.
 */
async function killedWriter(fixture: JournalFixture, callers: number, ms: number): Promise<number> {
  const script = new URL('append-loop.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, fixture.file, fixture.headFile, String(callers)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, wrong] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // The clock starts with the first row, not with the start of Node.
    if (said === '') setTimeout(() => child.kill('SIGKILL'), ms)
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (wrong += text))
  const [, signal] = await once(child, 'close')
  expect([signal, wrong]).toEqual(['SIGKILL', ''])
  // The last line may be cut in the middle.
  return Math.max(0, ...said.split('\n').slice(0, -1).map(Number))
}

/** Spread over the first tenth of a second after the first row. */
const KILLS = many(12, 4)

describe('a journal whose writer is killed', () => {
  it.each(fewCases([[8], [1]] as const, 1))(
    `loses no acknowledged row and raises no false alarm, %s callers at a time, in ${KILLS} kills`,
    async (_name, callers) => {
      const fixture = makeFixture()
      for (let round = 0; round < KILLS; round++) {
        const acknowledged = await killedWriter(fixture, callers, 5 + (round * 84) / KILLS)
        expect(acknowledged).toBeGreaterThan(0)
        const { journal, close } = await fixture.open()
        expect(journal.finding()).toBeNull()
        expect(journal.head().seq).toBeGreaterThanOrEqual(acknowledged)
        expect(await journal.verify()).toMatchObject({
          kind: 'intact',
          headSeq: journal.head().seq,
        })
        await close()
      }
    },
    600_000,
  )

  it('accepts rows beyond the head file, as a kill between commit and seal and a power cut leave them', async () => {
    const fixture = makeFixture()
    const later = makeFixture()
    const { journal } = await fixture.open()
    for (let index = 0; index < 5; index++) await append(journal, 'sealed')
    copyFileSync(fixture.headFile, later.headFile)
    for (let index = 0; index < 2000; index++)
      void journal.append({ kind: 'stopped', host: 'not sealed' })
    await append(journal, 'last')
    copyFileSync(fixture.file, later.file)
    for (const end of ['-wal', '-front'])
      if (existsSync(fixture.file + end)) copyFileSync(fixture.file + end, later.file + end)
    expect(await later.evaluate()).toBe('intact 2006')
    await later.fill(2)
    expect(await later.evaluate()).toBe('intact 2008')
  })

  it('does not take rows beyond an open head file that do not follow from it', async () => {
    const fixture = makeFixture()
    await fixture.fill(1)
    forgeHead(fixture, { state: 'open' })
    fixture.tamper((db) => replaceRows(db, [...rowsOf(db), forgedRow(2, 'x')]))
    const { journal, close } = await fixture.open()
    expect(journal.finding()).toMatchObject({ fault: 'edited', seq: 2 })
    await close()
    expect(await fixture.evaluate()).toBe('edited 2')
  })

  it('does not take another row in the place of the one that an open head file has sealed', async () => {
    const fixture = makeFixture()
    await fixture.fill(1)
    forgeHead(fixture, { state: 'open' })
    fixture.tamper((db) => replaceRows(db, [forgedRow(1, ''), forgedRow(2, forgedRow(1, '').hash)]))
    const { journal } = await fixture.open()
    expect(journal.finding()).toMatchObject({ fault: 'edited', seq: 1 })
  })
})
