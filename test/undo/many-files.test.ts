// A preview of many files: what the kernel says of a file is enough where it is enough, and reading
// has an end.
// @module-tag whole
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { previewOf } from '../../main/undo/undo-text.ts'
import type { CallId } from '../../contract/ids.ts'
import { failedOf, undoFixture } from './fixture.ts'

const FILES = 1_500
let fixture: ReturnType<typeof undoFixture>
afterEach(() => fixture.remove())

const name = (at: number): string => `d${at % 10}/f${at}`
const write = (at: number, text: string): void => writeFileSync(fixture.at(name(at)), text)
const all = Array.from({ length: FILES }, (_each, at) => at)

/** How often this process has read anything, from the kernel. Linux. */
const reads = (): number =>
  Number(/^syscr: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])

/** A command that makes many files, and ends longer ago than the clock's tick. */
async function manyFiles(): Promise<string> {
  writeFileSync(fixture.at('seed'), 'x')
  fixture.checkpoints.begin('call_many00001', { root: fixture.root, paths: null })
  for (let at = 0; at < 10; at++) mkdirSync(fixture.at(`d${at}`))
  for (const at of all) write(at, `${at}`)
  await new Promise((done) => setTimeout(done, 150))
  fixture.checkpoints.end('call_many00001')
  return 'call_many00001'
}
const seen = (id: string, exactness: 'quick' | 'exact' = 'quick') => {
  const found = fixture.checkpoints.preview(id, exactness)
  if (found === null) throw new Error('nothing is kept')
  return found
}

describe('a preview of many files', { timeout: 600_000 }, () => {
  it.runIf(process.platform === 'linux')(
    'reads none that is as the call left it, in the same process and in the next',
    async () => {
      fixture = undoFixture()
      const id = await manyFiles()
      for (const again of [false, true]) {
        if (again) fixture.reopen()
        const before = reads()
        const { plan } = seen(id, 'exact')
        expect([plan.steps.length, plan.conflicts]).toEqual([FILES + 11, []])
        // A few for the texts that are shown; one for each file would be 1,500.
        expect(reads() - before).toBeLessThan(300)
      }
    },
  )

  it.runIf(process.platform === 'linux')('reads none whose size says that it changed', async () => {
    fixture = undoFixture()
    const id = await manyFiles()
    for (const at of all) write(at, 'longer than before')
    const before = reads()
    const { plan } = seen(id, 'exact')
    expect([plan.conflicts.length, new Set(plan.conflicts.map(({ why }) => why))]).toEqual([
      FILES,
      new Set(['changed since']),
    ])
    expect(reads() - before).toBeLessThan(300)
  })

  it('stops reading when its time is up, calls the rest a conflict, and undo itself still looks at each @whole', async () => {
    fixture = undoFixture({ readingMs: 0 })
    const id = await manyFiles()
    const touched = new Date(Date.now() + 5_000)
    for (const at of all) utimesSync(fixture.at(name(at)), touched, touched)
    const { plan } = seen(id, 'quick')
    expect(new Set(plan.conflicts.map(({ why }) => why))).toEqual(
      new Set(['may have changed since: its time differs, and it was not read']),
    )
    expect(plan.conflicts.length).toBe(FILES)
    expect(seen(id, 'exact').plan.conflicts).toEqual([])
    expect(failedOf(fixture.done(id).applied)).toEqual([])
  })

  it('takes a content for changed that was replaced under the same size and time @whole', async () => {
    fixture = undoFixture()
    const id = await manyFiles()
    const time = new Date(1_700_000_000_000)
    utimesSync(fixture.at(name(7)), time, time)
    fixture.checkpoints.begin('call_many00002', { root: fixture.root, paths: null })
    write(7, 'x')
    utimesSync(fixture.at(name(7)), time, time)
    fixture.checkpoints.end('call_many00002')
    expect(seen('call_many00002').plan.conflicts).toEqual([])
    write(7, 'y')
    utimesSync(fixture.at(name(7)), time, time)
    expect(seen('call_many00002').plan.conflicts).toEqual([
      { path: name(7), why: 'changed since', forced: true },
    ])
    expect(seen(id).plan.conflicts.map(({ path }) => path)).toEqual([name(7)])
  })

  it('puts back what was there before a call that left more than can be compared, and says what stays @whole', async () => {
    fixture = undoFixture({
      mostAfter: 100,
      limits: { entries: 100, totalBytes: 1e9, fileBytes: 1e6 },
    })
    const id = await manyFiles()
    writeFileSync(fixture.at('seed'), 'changed by it')
    const found = seen(id)
    expect([
      found.seen,
      found.plan.steps.filter(({ shown }) => shown).map(({ path }) => path),
    ]).toEqual(['before', ['seed']])
    expect(previewOf(id as CallId, found).notes).toEqual([
      'The call left too many files to compare. The undo restores what was there before; newer files and folders stay and are not listed.',
    ])
    expect(failedOf(fixture.done(id).applied)).toEqual([])
    expect(readFileSync(fixture.at('seed'), 'utf8')).toBe('x')
  })
})
