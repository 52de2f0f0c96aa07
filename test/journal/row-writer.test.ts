import { setImmediate, setTimeout as later } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { bodyOf, hashOf, type RawRow } from '../../main/journal/chain.ts'
import { openRowWriter, type RowWriterDeps } from '../../main/journal/row-writer.ts'
import type { Tip } from '../../main/journal/verify.ts'
import { entry } from './fixture.ts'

afterEach(() => void vi.useRealTimers())

const full = {
  kind: 'failed',
  failure: failure('journal.unwritable', 'There is no room left.'),
} as const

/**
 * A table in memory. `quirks` come before its appends, one each, and may do what a disk or another
 * process does.
 */
function writerOver(
  quirks: ((rows: RawRow[], batch: readonly RawRow[]) => typeof full | { kind: 'taken' } | null)[],
) {
  const rows: RawRow[] = []
  const expectedHead: Tip[] = []
  const table: RowWriterDeps['table'] = {
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
  const headSync = { ready: () => null, set: (tip: Tip) => void expectedHead.push(tip) }
  const writer = openRowWriter({
    table,
    headSync,
    start: { seq: 0, hash: '' },
    now: () => 42,
    grown: () => {},
  })
  return { writer, rows, sealed: expectedHead }
}

const theirs = (seq: number, prev: string): RawRow => {
  const body = bodyOf(seq, 7, '{"kind":"stopped"}')
  return { seq, body, hash: hashOf(prev, body) }
}

describe('the row writer', () => {
  it('goes on behind a row that the disk has kept although it reported a failure', async () => {
    const {
      writer,
      rows,
      sealed: expectedHead,
    } = writerOver([(stored, batch) => (stored.push(...batch), full)])
    expect(await writer.append(entry('a'))).toEqual({ ok: false, error: full.failure })
    // What is in the database is sealed at once: the next opening would else take it for a
    // stranger's.
    expect(expectedHead.map(({ seq }) => seq)).toEqual([1])
    expect(await writer.append(entry('b'))).toMatchObject({
      ok: true,
      value: { seq: 2, prev: rows[0]?.hash },
    })
    expect([writer.tip().seq, writer.rows(), writer.fault()]).toEqual([2, 2, null])
  })

  it('goes on behind a row of another process that follows', async () => {
    const {
      writer,
      rows,
      sealed: expectedHead,
    } = writerOver([(stored) => (stored.push(theirs(1, '')), { kind: 'taken' })])
    expect(await writer.append(entry('a'))).toMatchObject({
      ok: true,
      value: { seq: 2, prev: theirs(1, '').hash },
    })
    expect([rows.length, writer.rows(), expectedHead.map(({ seq }) => seq)]).toEqual([2, 2, [1, 2]])
  })

  it('refuses to go on behind a row that does not follow', async () => {
    const { writer, rows } = writerOver([
      (stored) => (stored.push(theirs(1, 'x')), { kind: 'taken' }),
    ])
    expect(await writer.append(entry('a'))).toMatchObject({
      ok: false,
      error: { code: 'journal.unwritable' },
    })
    expect(rows).toEqual([theirs(1, 'x')])
  })

  it('does not try many rows again with every turn while they cannot be written, and writes them all in order afterwards', async () => {
    let tries = 0
    let broken = true
    const quirk = (): typeof full | null => {
      tries += 1
      quirks.push(quirk)
      return broken ? full : null
    }
    const quirks = [quirk]
    const { writer, rows } = writerOver(quirks)
    const names = Array.from({ length: 700 }, (_, at) => `h${at}`)
    await Promise.all(names.map((name) => writer.append(entry(name), 'owed')))
    const before = tries
    await later(1_500)
    // Once a second.
    expect(tries - before).toBeLessThanOrEqual(2)
    broken = false
    await writer.append(entry('last'))
    await expect.poll(() => rows.length).toBe(701)
    expect(hostsIn(rows)).toEqual([...names, 'last'])
    await writer.end()
  })

  const hostsIn = (rows: readonly RawRow[]) =>
    rows.map(({ body }) => (JSON.parse(body) as { entry: { host: string } }).entry.host)

  it('lets a row that nobody waits for share the commit of the next one, ahead of it', async () => {
    const batches: number[] = []
    const { writer, rows } = writerOver([(_, batch) => (batches.push(batch.length), null)])
    const [soon, now] = [writer.append(entry('outcome'), 'soon'), writer.append(entry('decision'))]
    expect(await Promise.all([soon, now])).toMatchObject([
      { value: { seq: 1 } },
      { value: { seq: 2 } },
    ])
    expect([batches, hostsIn(rows)]).toEqual([[2], ['outcome', 'decision']])
  })

  it('gathers what comes in turn after turn of the event loop, and lets nobody wait without end', async () => {
    const batches: number[] = []
    const { writer } = writerOver(
      Array.from({ length: 200_000 }, () => (_, batch) => (batches.push(batch.length), null)),
    )
    const few = (): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 5 }, async (_, at) => {
          for (let turn = 0; turn < at; turn++) await setImmediate()
          return writer.append(entry(`${at}`))
        }),
      )
    // It gathers for some milliseconds at most, which a busy machine takes for one turn.
    vi.useFakeTimers({ toFake: ['performance'] })
    await Promise.all(Array.from({ length: 4 }, () => writer.append(entry('crowd'))))
    await few()
    expect(batches).toEqual([4, 5])
    // What comes alone does not wait for others, and neither does what comes after it alone.
    await writer.append(entry('alone'))
    await few()
    expect(batches).toEqual([4, 5, 1, 1, 1, 1, 1, 1])
    vi.useRealTimers()

    batches.length = 0
    const many: Promise<unknown>[] = Array.from({ length: 4 }, () => writer.append(entry('crowd')))
    for (const until = performance.now() + 200; performance.now() < until;) {
      many.push(writer.append(entry('more')))
      await setImmediate()
    }
    await Promise.all(many)
    expect(batches.reduce((sum, rows) => sum + rows, 0)).toBe(many.length)
    // The first was answered long before the last.
    expect(batches.length).toBeGreaterThan(3)
    expect(batches.length).toBeLessThan(many.length)
  })

  it('writes such a row when no other comes, and at once for a reader', async () => {
    const { writer, rows } = writerOver([])
    expect(await writer.append(entry('alone'), 'soon')).toMatchObject({ ok: true })
    const read = writer.append(entry('read'), 'soon')
    writer.catchUp()
    expect(hostsIn(rows)).toEqual(['alone', 'read'])
    expect(await read).toMatchObject({ ok: true, value: { seq: 2 } })
  })

  it('says that such a row could not be written, and writes it before the next row that can be', async () => {
    const { writer, rows } = writerOver([() => full, () => full])
    expect(await writer.append(entry('outcome'), 'soon')).toEqual({
      ok: false,
      error: full.failure,
    })
    expect(writer.fault()).toEqual(full.failure)
    expect(await writer.append(entry('refused'))).toEqual({ ok: false, error: full.failure })
    expect(await writer.append(entry('next'))).toMatchObject({ ok: true, value: { seq: 2 } })
    expect([hostsIn(rows), writer.fault()]).toEqual([['outcome', 'next'], null])
  })

  it('does not write such a row twice when the disk has kept it although it reported a failure', async () => {
    const { writer, rows } = writerOver([(stored, batch) => (stored.push(...batch), full)])
    await writer.append(entry('outcome'), 'soon')
    await writer.append(entry('next'))
    expect(hostsIn(rows)).toEqual(['outcome', 'next'])
  })

  it.each<[string, ((rows: RawRow[]) => typeof full | null)[], string[]]>([
    ['what waits', [], ['outcome']],
    ['what could not be written before', [() => full], ['outcome']],
    ['nothing that still cannot be written', [() => full, () => full], []],
  ])('writes at the end %s', async (_, quirks, stored) => {
    const { writer, rows } = writerOver(quirks)
    const outcome = writer.append(entry('outcome'), 'soon')
    if (quirks.length > 0) await outcome
    await writer.end()
    expect(hostsIn(rows)).toEqual(stored)
    expect(await writer.append(entry('late'))).toMatchObject({ ok: false })
  })

  it('keeps every order in which rows come, wanted now or soon, whatever fails between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { maxLength: 20 }),
        async (steps) => {
          const { writer, rows } = writerOver(
            steps.map(
              ([, , fails]) =>
                () =>
                  fails ? full : null,
            ),
          )
          const answers: Promise<{ ok: boolean }>[] = []
          for (const [at, [soon, wait]] of steps.entries()) {
            answers.push(writer.append(entry(`${at}${soon ? ' soon' : ''}`), soon ? 'soon' : 'now'))
            if (wait) await setImmediate()
          }
          writer.catchUp()
          await writer.append(entry('last'))
          const said = await Promise.all(answers)
          await writer.end()
          const numbers = hostsIn(rows)
            .filter((host) => host !== 'last')
            .map((host) => Number(host.split(' ')[0]))
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
          expect(new Set(numbers).size).toBe(numbers.length)
          // What was acknowledged is there.
          const acknowledged = said.flatMap(({ ok }, at) => (ok ? [at] : []))
          expect(acknowledged.filter((at) => !numbers.includes(at))).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})
