import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { factsOf, textOf } from '../../contract/journal/journal-facts.ts'
import { matcher } from '../../contract/journal/journal-match.ts'
import { everyRow, type JournalQuery, parseQuery } from '../../contract/journal/journal-query.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { openJournalIndex } from '../../main/store/journal/journal-index.ts'
import { journalSearch } from '../../main/store/journal/journal-search.ts'
import type { WriteDb } from '../../main/store/database.ts'
import { makeFolder, memoryStore, storeIn } from './fixture.ts'
import { approval, callId, decided, outcome, runId, running } from './samples.ts'
import { short } from '../whole.ts'

const NOW = 1_800_000_000_000
const enough = 10_000

async function searched(entries: readonly JournalEntry[], indexed = entries.length, span?: number) {
  const { db } = await memoryStore()
  fill(db, entries)
  const index = await openJournalIndex(db, ':memory:', span)
  onTestFinished(() => index.close())
  if (indexed > 0) index.step(indexed)
  return { db, index, search: journalSearch(db, index) }
}

function fill(db: WriteDb, entries: readonly JournalEntry[], first = 1): void {
  const rows = entries.map((entry, at) => {
    const seq = first + at
    return {
      seq,
      body: canonicalJson({ seq, at: NOW - 1_000_000 + seq * 1_000, entry }),
      hash: `hash ${seq}`,
    }
  })
  expect(journalTable(db).append(rows)).toEqual({ kind: 'done' })
}

const query = (line: string): JournalQuery => {
  const read = parseQuery(line, NOW)
  if (!read.ok) throw new Error(read.error.text)
  return read.value
}

const asked = (n: number): JournalEntry => ({
  kind: 'asked',
  callId: callId(n),
  tool: 'exec',
  approvalId: approval(n).id,
  expiresAt: 9,
})
const answered = (n: number): JournalEntry => ({
  kind: 'answered',
  callId: callId(n),
  tool: 'exec',
  approvalId: approval(n).id,
  answer: 'once',
  route: 'person',
  surface: 'cli',
})
const principal = {
  kind: 'agent',
  name: 'Main',
  session: 'ses_0000000007',
  runId: runId(7),
} as const
const touches = [
  { kind: 'fs.read', path: '/home/ada/notes/plan.md', zone: 'workspace', is: 'file' },
  { kind: 'net.connect', host: 'api.example.com', port: 443, reach: 'public', listed: false },
] as const
const inDecision = (changes: object): JournalEntry => {
  const entry = decided(callId(3), {
    tool: 'read_file',
    principal: principal as never,
    runId: runId(7),
    channel: 'gateway',
  })
  if (entry.kind !== 'decision') throw new Error('the sample is a decision')
  return { ...entry, decision: { ...entry.decision, ...changes } } as JournalEntry
}

const entries: readonly JournalEntry[] = [
  { kind: 'started', version: '0.1.0', host: 'cli' },
  decided(callId(1)),
  asked(1),
  answered(1),
  running(callId(1)),
  outcome(callId(1)),
  inDecision({ effect: 'allow', tier: 'R1', touches }),
  { ...outcome(callId(3)), tool: 'read_file', route: 'policy' } as JournalEntry,
  { kind: 'run', runId: runId(7), change: 'finished', text: 'All Läuse counted, 100% "done".' },
]

describe('a query', () => {
  const cases: readonly [line: string, seqs: number[]][] = [
    ['', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['kind:decision', [7, 2]],
    ['kind:decision,outcome', [8, 7, 6, 2]],
    ['-kind:decision', [9, 8, 6, 5, 4, 3, 1]],
    ['tool:read_file', [8, 7]],
    ['tool:read_*', [8, 7]],
    ['tool:nothing*', []],
    ['decision:ask', [2]],
    ['tier:R1', [8, 7]],
    ['tier:>=R2', [6, 5, 4, 3, 2]],
    ['principal:Main', [8, 7]],
    ['principal:agent', [8, 7]],
    ['-principal:Main kind:outcome', [6]],
    ['agent:Main', [8, 7]],
    ['channel:gateway', [8, 7]],
    [`run:${runId(7)}`, [9, 8, 7]],
    ['session:ses_0000000007', [8, 7]],
    [`call:${callId(1)}`, [6, 5, 4, 3, 2]],
    ['status:done', [8, 6]],
    ['status:done route:policy', [8]],
    ['status:done status:done', [8, 6]],
    [
      'status:done tool:read_file route:policy kind:outcome tier:R1 agent:Main -decision:deny tool:read_*',
      [8],
    ],
    ['kind:decision kind:outcome', []],
    ['kind:decision status:done', []],
    ['kind:decision decision:ask tier:R3 tool:exec make', [2]],
    ['answer:once', [4]],
    ['waited:0-1.5s', [4]],
    ['waited:1-5m', []],
    ['host:api.example.com', [7]],
    ['host:*.EXAMPLE.com', [7]],
    ['host:*.example.org', []],
    ['path:/home/ada/notes', [7]],
    ['path:/home/ada/note', []],
    ['path:notes/plan.md', [7]],
    ['path:/home/*/plan.md', [7]],
    ['finished', [9]],
    ['FINIS', [9]],
    ['inished', []],
    ['läuse', [9]],
    ['ru', []],
    ['"counted, 100%"', [9]],
    ['"counted 100%"', []],
    ['"\\"done\\""', [9]],
    ['-finished kind:run', []],
    ['%', [9]],
    ['0.1.0', [1]],
    ['100%-done', []],
    ['/home/ada/notes/plan.md', [7]],
    ['home/ada-', []],
    ['(a|b)[c]{d}^$+*?\\\\', []],
    ['make test', [7, 2]],
    ['"make test" tier:R3 -kind:outcome', [2]],
    [`after:${NOW - 1_000_000 + 8_000}`, [9, 8]],
    [`after:${NOW - 1_000_000 + 3_000} before:${NOW - 1_000_000 + 5_000}`, [4, 3]],
    ['after:7d kind:started', [1]],
    ['before:7d', []],
  ]
  // Row by row: some in the index, some not yet.
  it.each(cases)('«%s» finds its rows, however many are in the index', async (line, seqs) => {
    const states = [[4], [entries.length], [0], [entries.length, 2], [6, 4]] as const
    for (const [indexed, span] of short ? states.slice(0, 2) : states) {
      const { search } = await searched(entries, indexed, span)
      expect(search.page(query(line), {}, 100, enough).rows.map(({ seq }) => seq)).toEqual(seqs)
      expect(search.readForward(query(line), {}, 100, enough).rows.map(({ seq }) => seq)).toEqual(
        seqs.toReversed(),
      )
      expect(search.count(query(line), {}, 2, 0, enough)).toEqual({
        n: seqs.length,
        marks: seqs.filter((_, at) => at % 2 === 0),
        next: null,
      })
    }
  })

  it('gives the rows whole, with the hash of the row before', async () => {
    const { search } = await searched(entries)
    expect(search.page(query('kind:asked'), {}, 1, enough).rows).toEqual([
      { seq: 3, at: NOW - 1_000_000 + 3_000, entry: asked(1), prev: 'hash 2', hash: 'hash 3' },
    ])
  })
})

describe('the index', () => {
  const words = [
    'alpha',
    'alphabet',
    'beta',
    'gam',
    'delta_1',
    'a.b',
    'x',
    'Läuse',
    '"quoted\\',
    'two\nlines',
    'alpha beta',
    'beta-alphabet',
    `${'long'.repeat(16)}er`,
  ]
  const anEntry = fc.oneof(
    fc
      .record({
        call: fc.integer({ min: 1, max: 9 }),
        tool: fc.constantFrom('exec', 'read_file'),
        word: fc.constantFrom(...words),
      })
      .map(({ call, tool, word }) => decided(callId(call), { tool, args: { word } })),
    fc.integer({ min: 1, max: 9 }).map((call) => outcome(callId(call))),
    fc.integer({ min: 1, max: 9 }).map((call) => asked(call)),
    fc.integer({ min: 1, max: 9 }).map((call) => answered(call)),
    fc
      .oneof(
        fc.constantFrom(...words),
        fc.nat(60).map((n) => `many${n}`),
      )
      .map((text): JournalEntry => ({ kind: 'run', runId: runId(1), change: 'failed', text })),
  )
  const facts = [
    'kind:decision',
    '-kind:outcome',
    'kind:run,asked',
    'tool:exec',
    'tool:r*',
    '-tool:e*',
    'tool:none*',
    'tier:R3',
    '-tier:R3',
    'tier:>=R1',
    'status:done',
    'waited:0-1.5s',
    `call:${callId(3)}`,
    `-call:${callId(4)}`,
    'path:b/*',
    `after:${NOW - 980_000}`,
    `before:${NOW - 975_000}`,
  ]
  const texts = [
    'alpha',
    'alph',
    'alphab',
    'alphabetical',
    '-beta',
    '"a.b"',
    'x',
    'gam',
    'alpha-1',
    'many',
    'many1',
    '-many2',
    'many59',
    'läus',
    '"\\"quoted\\\\"',
    '"alpha beta"',
    '-"alpha beta"',
    'beta-alph',
    'delta_',
    'long'.repeat(16),
    `${'long'.repeat(16)}x`,
  ]
  const part = fc.constantFrom(...facts, ...texts)

  it('never changes what is found: pages of any size give what looking at every row gives @whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anEntry, { maxLength: 60 }),
        fc.array(part, { maxLength: 3 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(2, 3, 7, undefined),
        async (some, parts, indexed, limit, span) => {
          const { search, index } = await searched(some, Math.min(indexed, some.length), span)
          const wanted = query(parts.join(' '))
          const matches = matcher(wanted)
          const expected = some.flatMap((entry, at) => {
            const seq = at + 1
            const row = {
              at: NOW - 1_000_000 + seq * 1_000,
              facts: factsOf(NOW - 1_000_000 + seq * 1_000, entry, index.context(seq, entry)),
              text: textOf(entry),
            }
            return matches(row) ? [seq] : []
          })
          const pages: number[] = []
          for (let before: number | undefined; ;) {
            // No time at all: every page is as short as it can be, and none is empty for ever.
            const { rows, next } = search.page(wanted, { before }, limit, 0)
            pages.push(...rows.map(({ seq }) => seq))
            if (next === null) break
            before = next
          }
          expect(pages).toEqual(expected.toReversed())
          expect(search.readForward(wanted, {}, 100, enough).rows.map(({ seq }) => seq)).toEqual(
            expected,
          )
          expect(search.count(wanted, {}, 1, 0, enough)).toEqual({
            n: expected.length,
            marks: pages,
            next: null,
          })
        },
      ),
      { numRuns: 150 },
    )
  })

  it('follows the rows in small steps, and says when there are more', async () => {
    const { index, search } = await searched(entries, 0)
    const steps = [
      index.step(4),
      index.indexed(),
      index.step(4),
      index.step(4),
      index.step(4),
      index.indexed(),
    ]
    expect(steps).toEqual([true, 4, true, false, false, 9])
    expect(search.values('tool', 'rea', 5)).toEqual([{ value: 'read_file', n: 2 }])
    expect(search.values('host', 'example', 5)).toEqual([{ value: 'api.example.com', n: 1 }])
  })

  it('is kept beside the journal, for its owner only, and made again where it is torn, of another shape or of other rows', async () => {
    const folder = makeFolder()
    const file = join(folder, 'index.db')
    const { db } = await storeIn(join(folder, 'data.db'))
    fill(db, entries)
    const open = async () => openJournalIndex(db, file)
    const first = await open()
    first.step()
    first.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const ofOtherRows = `UPDATE about SET hash = 'of another journal'`
    const ofAnotherShape =
      'UPDATE about SET format = 1; DROP TABLE times; CREATE TABLE times (seq INTEGER)'
    for (const change of [ofOtherRows, ofAnotherShape, 'DROP TABLE about']) {
      const again = await open()
      expect(again.indexed()).toBe(9)
      again.db.exec(change)
      again.close()

      const reevaluated = await open()
      expect(reevaluated.indexed()).toBe(0)
      reevaluated.step()
      expect(
        journalSearch(db, reevaluated).page(query('kind:started after:7d'), {}, 9, enough).rows,
      ).toHaveLength(1)
      reevaluated.close()
    }

    writeFileSync(file, 'not a database at all, and long enough to be looked at')
    const mended = await open()
    expect(mended.indexed()).toBe(0)
    mended.step()
    expect(journalSearch(db, mended).page(query('kind:started'), {}, 9, enough).rows).toHaveLength(
      1,
    )
    mended.close()
  })
})

it('an empty query asks for every row', () => expect(query('  ')).toEqual(everyRow))
