import Database from 'better-sqlite3'
import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import { JournalFilter, type JournalEntry } from '../../contract/journal/journal.ts'
import { matchJournal } from '../../main/store/journal/journal-filter.ts'
import { journalTable, type JournalTable } from '../../main/store/journal/journal-table.ts'
import type { RawRow } from '../../main/store/journal/rows-after.ts'
import { makeFolder, memoryStore, storeIn } from './fixture.ts'
import { callId, decided, outcome, runId, running } from './samples.ts'

/** A hash is any text to this room. */
const row = (seq: number, entry: JournalEntry): RawRow => ({
  seq,
  body: canonicalJson({ seq, at: 1000 + seq, entry }),
  hash: `hash ${seq}`,
})

const started = (host = 'cli'): JournalEntry => ({ kind: 'started', version: '0.1.0', host })

async function tableWith(entries: readonly JournalEntry[]): Promise<JournalTable> {
  const table = journalTable((await memoryStore()).db)
  expect(table.append(entries.map((entry, index) => row(index + 1, entry)))).toEqual({
    kind: 'done',
  })
  return table
}

const filter = (parts: Partial<JournalFilter> = {}): JournalFilter => ({
  ...JournalFilter.parse({}),
  ...parts,
})
const found = (table: JournalTable, parts: Partial<JournalFilter>): number[] =>
  table.page(filter(parts), undefined, 100).map(({ seq }) => seq)

describe('journal rows', () => {
  it('come out as they went in, with the hash of the row before', async () => {
    const table = await tableWith([started(), decided(callId(1))])
    expect(table.page(filter(), undefined, 10)).toEqual([
      { seq: 2, at: 1002, entry: decided(callId(1)), prev: 'hash 1', hash: 'hash 2' },
      { seq: 1, at: 1001, entry: started(), prev: '', hash: 'hash 1' },
    ])
    expect(table.last()).toEqual(row(2, decided(callId(1))))
    expect(table.after(1, 10)).toEqual([row(2, decided(callId(1)))])
    expect(table.rows()).toBe(2)
  })

  it.each([1, 2, 3, 4, 5])('are written all or none, %i at once', async (many) => {
    const table = await tableWith([started()])
    const rows = Array.from({ length: many }, (_, at) => row(at + 2, started(`host ${at}`)))
    expect(table.append([...rows.slice(1), row(1, started())])).toEqual({ kind: 'taken' })
    expect(table.after(0, 10)).toEqual([row(1, started())])
    expect(table.append(rows)).toEqual({ kind: 'done' })
    expect(table.after(1, 10)).toEqual(rows)
  })

  const attacks: readonly [name: string, sql: string][] = [
    ['a changed body', `UPDATE journal SET body = replace(body, 'cli', 'xxx') WHERE seq = 2`],
    ['a changed hash', `UPDATE journal SET hash = 'x' WHERE seq = 2`],
    ['a changed number', 'UPDATE journal SET seq = 9 WHERE seq = 2'],
    ['a removed row', 'DELETE FROM journal WHERE seq = 2'],
    ['removing all rows', 'DELETE FROM journal'],
    ['INSERT OR REPLACE', `INSERT OR REPLACE INTO journal (seq, body, hash) VALUES (2, '{}', 'x')`],
    ['REPLACE', `REPLACE INTO journal (seq, body, hash) VALUES (3, '{}', 'x')`],
    ['UPDATE OR REPLACE', `UPDATE OR REPLACE journal SET seq = 1 WHERE seq = 2`],
    [
      'an upsert',
      `INSERT INTO journal (seq, body, hash) VALUES (2, '{}', 'x') ON CONFLICT DO UPDATE SET hash = 'y'`,
    ],
    ['a row before the end', `INSERT INTO journal (seq, body, hash) VALUES (0, '{}', 'x')`],
    ['a computed column', `UPDATE journal SET kind = 'stopped' WHERE seq = 2`],
    ['a body that is no JSON', `INSERT INTO journal (seq, body, hash) VALUES (4, 'no JSON', 'x')`],
    ['a body that is no text', `INSERT INTO journal (seq, body, hash) VALUES (4, x'7b7d', 'x')`],
  ]
  it.each(attacks)('refuse %s, over our connection and over a stranger’s', async (_name, sql) => {
    const file = join(makeFolder(), 'data.db')
    const { db } = await storeIn(file)
    const table = journalTable(db)
    table.append([row(1, started()), row(2, started()), row(3, started())])
    const stranger = new Database(file)
    onTestFinished(() => void stranger.close())
    expect(stranger.pragma('recursive_triggers', { simple: true })).toBe(0)
    for (const connection of [db, stranger]) {
      expect(() => connection.exec(sql)).toThrow(
        /journal|malformed JSON|generated column|cannot store/,
      )
      expect(table.after(0, 10)).toEqual([row(1, started()), row(2, started()), row(3, started())])
    }
  })

  it('that somebody made unreadable are left out of a page, and the others stay', async () => {
    const table = journalTable((await memoryStore()).db)
    table.append([
      row(1, started()),
      { seq: 2, body: '{"entry":{"kind":"party"},"at":1}', hash: '' },
      { seq: 3, body: '7', hash: '' },
    ])
    expect(found(table, {})).toEqual([1])
  })

  it('with bytes that are no text are not decoded into something that looks sound', async () => {
    const { db } = await memoryStore()
    const table = journalTable(db)
    table.append([row(1, started('\uFFFD')), row(2, started('b'))])
    db.exec('DROP TRIGGER journal_no_update; DROP INDEX journal_rare')
    expect(table.after(0, 1)).toEqual([row(1, started('\uFFFD'))])
    const bytes = Buffer.from(row(1, started('\uFFFD')).body)
    // F0 BF BD is cut-off UTF-8 and decodes to the same character that EF BF BD stands for.
    bytes[bytes.indexOf(0xef)] = 0xf0
    db.prepare('UPDATE journal SET body = CAST(? AS TEXT) WHERE seq = 1').run(bytes)
    expect(table.after(0, 1)[0]?.body).not.toBe(row(1, started('\uFFFD')).body)
  })
})

describe('the journal filter', () => {
  const denied = {
    ...decided(callId(1)),
    decision: { ...decisionOf(), effect: 'deny' as const },
  } as JournalEntry
  const entries: readonly JournalEntry[] = [
    started(),
    decided(callId(1)),
    running(callId(1)),
    outcome(callId(1)),
    decided(callId(2), { runId: runId(7), tool: 'read_file', args: { path: 'C:\\100%_"done"\n' } }),
    running(callId(2)),
    { kind: 'run', runId: runId(7), change: 'finished', text: 'Done.' },
    denied,
  ]
  const cases: readonly [name: string, parts: Partial<JournalFilter>, seqs: number[]][] = [
    ['everything', {}, [8, 7, 6, 5, 4, 3, 2, 1]],
    ['one kind', { kinds: ['running'] }, [6, 3]],
    ['two kinds', { kinds: ['running', 'started'] }, [6, 3, 1]],
    ['a rare kind', { kinds: ['run'] }, [7]],
    ['two rare kinds', { kinds: ['run', 'started'] }, [7, 1]],
    ['a kind that nobody knows', { kinds: [`' OR 1 --`] }, []],
    ['a tool', { tool: 'read_file' }, [5]],
    ['an effect', { effect: 'deny' }, [8]],
    ['a call', { callId: callId(1) }, [8, 4, 3, 2]],
    ['a run, with all rows of its calls', { runId: runId(7) }, [7, 6, 5]],
    ['several at once', { kinds: ['decision'], tool: 'exec', effect: 'confirm' }, [2]],
    ['a word', { text: 'finished' }, [7]],
    ['a word in other letters', { text: 'FINISHED' }, [7]],
    ['two words, both needed, in any order', { text: 'read_file confirm' }, [5]],
    ['two words of which one is missing', { text: 'read_file finished' }, []],
    ['a per cent sign as itself', { text: '100%' }, [5]],
    ['an underscore as itself', { text: '%_"' }, [5]],
    ['an underscore that is not there', { text: 'ex_c' }, []],
    ['quotes and backslashes as they were typed', { text: 'C:\\100%_"done"' }, [5]],
    ['nothing but spaces', { text: '   ' }, [8, 7, 6, 5, 4, 3, 2, 1]],
  ]
  it.each(cases)('finds %s', async (_name, parts, seqs) => {
    const table = await tableWith(entries)
    expect(found(table, parts)).toEqual(seqs)
    expect([table.count(filter(parts), 100), table.count(filter(parts), 2)]).toEqual([
      seqs.length,
      Math.min(2, seqs.length),
    ])
  })

  // Each is asked while somebody waits: none may walk over everything.
  const indexed: readonly [name: string, parts: Partial<JournalFilter>, index: string][] = [
    ['rare kinds', { kinds: ['server', 'answered'] }, 'journal_rare'],
    ['a call', { callId: callId(1) }, 'journal_call'],
    ['a run', { runId: runId(7) }, 'journal_run'],
  ]
  it.each(indexed)('reads %s by an index', async (_name, parts, index) => {
    const { db } = await memoryStore()
    const { where, values } = matchJournal(filter(parts))
    const plan = db.prepare<unknown[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT seq FROM journal WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
    )
    const steps = plan.all(...values, Number.MAX_SAFE_INTEGER, 1).map(({ detail }) => detail)
    expect(steps.join('\n')).toContain(index)
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
  })

  it('pages without gap or overlap, whatever the size of a page', async () => {
    const table = await tableWith(
      Array.from({ length: 40 }, (_, index) =>
        index % 3 === 0 ? running(callId(index)) : started(),
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.subarray(['running', 'started']),
        (limit, kinds) => {
          const pages: number[] = []
          for (let before: number | undefined; ;) {
            const page = table.page(filter({ kinds }), before, limit)
            if (page.length === 0) break
            pages.push(...page.map(({ seq }) => seq))
            before = page.at(-1)?.seq
          }
          expect(pages).toEqual(found(table, { kinds }))
        },
      ),
    )
  })
})

describe('calls in the journal', () => {
  it('are unfinished when they were let run and no end was written', async () => {
    const table = await tableWith([
      decided(callId(1)),
      running(callId(1)),
      outcome(callId(1)),
      decided(callId(2)),
      running(callId(2)),
      decided(callId(3)),
      running(callId(4)),
      outcome(callId(4)),
      running(callId(5)),
    ])
    expect(table.unfinishedCalls()).toEqual([callId(2), callId(5)])
  })

  it('can be read on their own, in order', async () => {
    const table = await tableWith([running(callId(1)), running(callId(2)), outcome(callId(1))])
    expect(table.ofCall(callId(1)).map(({ seq, entry }) => [seq, entry.kind])).toEqual([
      [1, 'running'],
      [3, 'outcome'],
    ])
  })
})

function decisionOf() {
  const entry = decided(callId(1))
  if (entry.kind !== 'decision') throw new Error('the sample is a decision')
  return entry.decision
}
