import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import { bodyOf, hashOf, type RawRow } from '../../main/journal/chain.ts'
import { verifyChain } from '../../main/journal/verify.ts'
import { journalTable, type JournalTable } from '../../main/store/journal/journal-table.ts'
import { openStore, type Store } from '../../main/store/open.ts'
import { entry } from './fixture.ts'
import { codePoint } from '../code-point.ts'
import { tries } from '../soak.ts'

const texts = [
  'plain',
  'quotes " and \\',
  'Grüße, 世界, 👋',
  'lost \uFFFD\uFFFD',
  '\uD800 alone',
  'zero \u0000 inside',
  '',
]

const chain = (count: number): RawRow[] => {
  let hash = ''
  return Array.from({ length: count }, (_, index) => {
    const body = bodyOf(
      index + 1,
      1_790_000_000_000 + index,
      canonicalJson(entry(texts[index % texts.length] ?? '')),
    )
    hash = hashOf(hash, body)
    return { seq: index + 1, body, hash }
  })
}
const readerOf = (rows: readonly RawRow[]) => (after: number, limit: number) =>
  rows.filter(({ seq }) => seq > after).slice(0, limit)
const sealing = (row: RawRow | undefined) =>
  ({ kind: 'head', head: { seq: row?.seq ?? 0, hash: row?.hash ?? '', state: 'open' } }) as const

describe('the check of the chain', () => {
  const rows = chain(21)
  let store: Store
  let table: JournalTable
  beforeAll(async () => {
    const opened = await openStore(':memory:', { now: () => 0 })
    if (!opened.ok) throw new Error(opened.error.text)
    store = opened.value
    // Without triggers, and without computed columns, which would refuse a body that is no JSON.
    store.db.exec(
      'DROP TABLE journal; CREATE TABLE journal (seq INTEGER PRIMARY KEY, body TEXT, hash TEXT, kind, tool, effect, call_id, run_id)',
    )
    table = journalTable(store.db)
    table.append(rows)
  })
  afterAll(() => store.close())

  const evaluate = () =>
    verifyChain({
      read: (after, limit) => table.after(after, limit),
      lastSeq: 21,
      head: sealing(rows.at(-1)),
    })

  it.each(['body', 'hash'] as const)(
    'finds any change of any one byte of a %s, and names the row',
    async (column) => {
      const write = store.db.prepare<[Buffer | string, number]>(
        `UPDATE journal SET ${column} = CAST(? AS TEXT) WHERE seq = ?`,
      )
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...rows),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
          async (row, position, change) => {
            const bytes = Buffer.from(row[column])
            const index = position % bytes.length
            bytes.writeUInt8((bytes[index] ?? 0) ^ change, index)
            write.run(bytes, row.seq)
            const found = await evaluate()
            write.run(row[column], row.seq)
            expect(found).toMatchObject({ kind: 'broken', seq: row.seq })
          },
        ),
        { numRuns: tries(1000) },
      )
      expect(await evaluate()).toMatchObject({ kind: 'intact', rows: 21 })
    },
  )

  it('says that all rows are missing where all are', async () => {
    expect(
      await verifyChain({ read: () => [], lastSeq: 0, head: sealing(rows.at(-1)) }),
    ).toMatchObject({
      kind: 'broken',
      seq: 1,
      fault: 'removed',
      text: 'All rows are missing.',
    })
  })

  it('finds a byte that decodes to the same character', async () => {
    const row = rows[3]
    if (row === undefined) throw new Error('there are 21 rows')
    const bytes = Buffer.from(row.body)
    bytes.writeUInt8(0xf0, bytes.indexOf(0xef))
    expect(bytes.toString()).toBe(row.body)
    const write = store.db.prepare<[Buffer | string, number]>(
      'UPDATE journal SET body = CAST(? AS TEXT) WHERE seq = ?',
    )
    write.run(bytes, 4)
    const found = await evaluate()
    write.run(row.body, 4)
    expect(found).toMatchObject({ kind: 'broken', fault: 'edited', seq: 4 })
  })

  it('names a row that was put in wherever the reading stops', async () => {
    const long = chain(120)
    const names = new Set<string>()
    for (let at = 2; at < 119; at++) {
      const stranger = {
        seq: at,
        body: bodyOf(at, 1_790_000_000_000, canonicalJson(entry('not ours'))),
        hash: 'f'.repeat(64),
      }
      const forged = [
        ...long.slice(0, at - 1),
        stranger,
        ...long.slice(at - 1).map((row) => ({ ...row, seq: row.seq + 1 })),
      ]
      const found = await verifyChain({
        read: readerOf(forged),
        lastSeq: 121,
        head: sealing(long.at(-1)),
      })
      expect(found).toMatchObject({ kind: 'broken', seq: at })
      names.add(found.kind === 'broken' ? found.fault : found.kind)
    }
    expect([...names]).toEqual(['inserted'])
  })

  it('reads fewer rows at once where the disk has to be waited for', async () => {
    const long = chain(200)
    const sizes: number[] = []
    const slow = (after: number, limit: number): RawRow[] => {
      sizes.push(limit)
      for (const until = performance.now() + 12; performance.now() < until;);
      return readerOf(long)(after, limit)
    }
    expect(
      await verifyChain({ read: slow, lastSeq: 200, head: sealing(long.at(-1)) }),
    ).toMatchObject({ kind: 'intact', rows: 200 })
    expect([sizes[0], ...new Set(sizes.slice(1))]).toEqual([32, 16])
  })

  it('finds any row that is taken out, put twice or moved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 20 }),
        fc.nat({ max: 20 }),
        fc.constantFrom('take', 'copy', 'swap'),
        async (from, to, how) => {
          fc.pre(from !== to)
          const forged = [...rows]
          const [one, two] = [forged[from], forged[to]]
          if (one === undefined || two === undefined) throw new Error('there are 21 rows')
          if (how === 'take') forged.splice(from, 1)
          if (how === 'copy') forged[to] = { ...one, seq: two.seq }
          if (how === 'swap')
            [forged[from], forged[to]] = [
              { ...two, seq: one.seq },
              { ...one, seq: two.seq },
            ]
          const found = await verifyChain({
            read: readerOf(forged),
            lastSeq: forged.at(-1)?.seq ?? null,
            head: sealing(rows.at(-1)),
          })
          expect(found.kind).toBe('broken')
        },
      ),
    )
  })

  it('says that rows cannot be read when reading them fails', async () => {
    const read = (): never => {
      throw new Error('disk I/O error')
    }
    expect(await verifyChain({ read, lastSeq: 3, head: sealing(rows[2]) })).toMatchObject({
      kind: 'broken',
      fault: 'unreadable',
      seq: 1,
    })
  })

  it('lets other work have its turn and reports how far it is', async () => {
    const many = chain(60_000)
    const progress: number[] = []
    let turns = 0
    let running = true
    const count = (): void => {
      turns++
      if (running) setImmediate(count)
    }
    setImmediate(count)
    const read = (after: number, limit: number): RawRow[] =>
      many.slice(Math.max(after, 0), Math.max(after, 0) + limit)
    const found = await verifyChain({
      read,
      lastSeq: 60_000,
      head: sealing(many.at(-1)),
      onProgress: (rows_) => progress.push(rows_),
    })
    running = false
    expect(found).toMatchObject({ kind: 'intact', rows: 60_000 })
    expect(turns).toBeGreaterThan(3)
    expect(progress.length).toBeGreaterThan(3)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })
})

/** RFC 8785 as it is written down: slow, and easy to believe. */
function bySorting(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(bySorting).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${bySorting(member)}`)
  return `{${members.join(',')}}`
}

describe('canonical JSON', () => {
  it('has the keys of any value in order', () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '__proto__',
        'toJSON',
        '10',
        '9',
        '-1',
        '1e3',
        '\u00e9',
        '\ud83d\ude00',
        '\ufb01',
      ),
    )
    const values = [
      fc.string(),
      fc.string({ unit: codePoint }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ]
    const tree = fc.object({ key, values, maxDepth: 3, maxKeys: 12 })
    fc.assert(
      fc.property(tree, (value) => {
        expect(canonicalJson(value)).toBe(bySorting(value))
      }),
      { numRuns: tries(500) },
    )
  })

  it('leaves out keys without a value, and orders many keys as few', () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`k${(index * 7) % 40}`, index]),
    )
    const value = { b: undefined, a: 1, c: { z: undefined }, many }
    expect(canonicalJson(value)).toBe(bySorting(value))
  })

  it.each([
    ['not a number', { a: Number.NaN }],
    ['infinity', { a: [Infinity] }],
    ['nothing in a list', { a: [undefined] }],
    ['a function', { a: () => 1 }],
    ['a big integer', { a: 1n }],
  ])('refuses %s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow('canonicalJson')
  })
})
