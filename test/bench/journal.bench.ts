// How fast the journal is, against a plain better-sqlite3 append of the same row into the same
// table definition, at the same durability (WAL, synchronous FULL), on the same disk. Contenders
// take turns in short rounds, so that a slow spell of the machine hits all of them; what counts is
// the ratio of one round, and the median over the rounds.
//
//   node test/bench/journal.bench.ts
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CallId } from '../../contract/ids.ts'
import { JournalEntry } from '../../contract/journal/journal.ts'
import { canonicalJson } from '../../contract/json.ts'
import { bodyOf, GENESIS, hashOf, type RawRow } from '../../main/journal/chain.ts'
import { openJournal, type Journal } from '../../main/journal/journal.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { openStore } from '../../main/store/open.ts'
import type { WriteDb } from '../../main/store/database.ts'

/** One measured figure. `goal` as printed; `holds` null where there is none. */
export type BenchLine = {
  readonly name: string
  readonly value: string
  readonly goal: string | null
  readonly holds: boolean | null
}

const ROUNDS = 15
const ROWS_A_ROUND = 400
const CALLERS = 32
const VERIFY_ROWS = 200_000

export async function run(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    return [...(await appends(folder)), ...(await verification(folder))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function appends(folder: string): Promise<BenchLine[]> {
  const raw = await openRaw(join(folder, 'raw.db'))
  const single = await openChained(folder, 'single')
  const shared = await openChained(folder, 'shared')
  const rounds: { raw: number; single: number; shared: number }[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const figures = {
      raw: rawRound(raw.db, ROWS_A_ROUND),
      single: await oneByOne(single.journal, entries(ROWS_A_ROUND)),
      shared: await together(shared.journal, entries(ROWS_A_ROUND * 4)),
    }
    if (round >= 0) rounds.push(figures)
  }
  await single.close()
  await shared.close()
  raw.close()
  const time = median(rounds.map((one) => one.raw / one.single))
  const gain = median(rounds.map((one) => one.shared / one.raw))
  const of = (pick: (one: (typeof rounds)[number]) => number) =>
    `${Math.round(median(rounds.map(pick))).toLocaleString('en')} rows/s`
  return [
    {
      name: 'raw append, one row per commit, FULL',
      value: of((one) => one.raw),
      goal: null,
      holds: null,
    },
    {
      name: 'journal append, one at a time',
      value: of((one) => one.single),
      goal: null,
      holds: null,
    },
    {
      name: `journal append, ${CALLERS} callers`,
      value: of((one) => one.shared),
      goal: null,
      holds: null,
    },
    {
      name: 'time of a journal append / raw append',
      value: time.toFixed(2),
      goal: 'at most 1.3',
      holds: time <= 1.3,
    },
    {
      name: `rate with ${CALLERS} callers / raw rate`,
      value: gain.toFixed(1),
      goal: 'at least 3',
      holds: gain >= 3,
    },
  ]
}

async function verification(folder: string): Promise<BenchLine[]> {
  const { journal, close } = await openChained(folder, 'verify')
  for (let done = 0; done < VERIFY_ROWS; done += 2000)
    await Promise.all(entries(2000).map((row) => journal.append(row)))
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    const found = await journal.verify()
    if (found.kind !== 'intact' || found.rows !== VERIFY_ROWS)
      throw new Error(`verification says: ${JSON.stringify(found)}`)
    rates.push((found.rows / found.durationMs) * 1000)
  }
  await close()
  const value = median(rates)
  const text = `${Math.round(value).toLocaleString('en')} rows/s`
  return [
    {
      name: `verify ${VERIFY_ROWS.toLocaleString('en')} rows`,
      value: text,
      goal: 'at least 80,000',
      holds: value >= 80_000,
    },
  ]
}

/** Everything but the insert is done beforehand: what is measured is SQLite and the disk. */
function rawRound(db: WriteDb, count: number): number {
  const insert = db.prepare<[number, string, string]>(
    'INSERT INTO journal (seq, body, hash) VALUES (?, ?, ?)',
  )
  const first =
    db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM journal').pluck().get() ?? 0
  let prev = GENESIS
  const rows: RawRow[] = entries(count).map((row, index) => {
    const seq = first + index + 1
    const body = bodyOf(seq, Date.now(), canonicalJson(row))
    prev = hashOf(prev, body)
    return { seq, body, hash: prev }
  })
  const started = performance.now()
  for (const { seq, body, hash } of rows) insert.run(seq, body, hash)
  return (count / (performance.now() - started)) * 1000
}

async function oneByOne(journal: Journal, rows: readonly JournalEntry[]): Promise<number> {
  const started = performance.now()
  for (const row of rows) must(await journal.append(row))
  return (rows.length / (performance.now() - started)) * 1000
}

async function together(journal: Journal, rows: readonly JournalEntry[]): Promise<number> {
  const share = rows.length / CALLERS
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CALLERS }, (_, caller) =>
      oneByOne(journal, rows.slice(caller * share, (caller + 1) * share)),
    ),
  )
  return (rows.length / (performance.now() - started)) * 1000
}

async function openRaw(file: string): Promise<{ db: WriteDb; close: () => void }> {
  const store = await openStore(file, { now: Date.now })
  if (!store.ok) throw new Error(store.error.text)
  return store.value
}

async function openChained(
  folder: string,
  name: string,
): Promise<{ journal: Journal; close: () => Promise<void> }> {
  const store = await openRaw(join(folder, `${name}.db`))
  const opened = openJournal({
    table: journalTable(store.db),
    headFile: join(folder, `${name}.head`),
    now: Date.now,
  })
  if (!opened.ok) throw new Error(opened.error.text)
  const journal = opened.value
  return {
    journal,
    close: async () => {
      await journal.close()
      store.close()
    },
  }
}

function must(result: { readonly ok: boolean }): void {
  if (!result.ok) throw new Error(`append failed: ${JSON.stringify(result)}`)
}

/** Decisions about a file, about 1 KB each: the largest of the common rows. */
const entries = (count: number): JournalEntry[] =>
  Array.from({ length: count }, () =>
    decisionOf(CallId.parse(`call_${randomBytes(10).toString('hex')}`)),
  )

const template = JournalEntry.parse({
  kind: 'decision',
  callId: 'call_00000000000000000000',
  principal: {
    kind: 'agent',
    name: 'Gatehouse',
    session: 'ses_0123456789abcdef',
    runId: 'run_0123456789abcdef',
  },
  channel: 'window',
  runId: 'run_0123456789abcdef',
  tool: 'write_file',
  capability: 'fs.write',
  action: null,
  args: { path: 'notes/2026-11-21.md', content: 'Prune the apple trees before the first frost.\n' },
  requestHash: 'ab'.repeat(32),
  origins: [
    { pointer: '/path', origin: { kind: 'person' } },
    { pointer: '/content', origin: { kind: 'model' } },
  ],
  decision: {
    effect: 'confirm',
    tier: 'R2',
    baseTier: 'R2',
    reasons: [{ code: 'tier.base', text: 'Writing a file in the workspace is R2.' }],
    by: { kind: 'tier', id: 'R2' },
    touches: [
      {
        kind: 'fs.write',
        path: '/home/ada/work/garden/notes/2026-11-21.md',
        zone: 'workspace',
        is: 'missing',
      },
    ],
    stepUp: false,
    policyHash: 'cd'.repeat(32),
  },
})

/** Ids differ, as they do in life. */
function decisionOf(callId: CallId): JournalEntry {
  if (template.kind !== 'decision') throw new Error('the template is a decision')
  return { ...template, callId }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

if (import.meta.main) {
  const lines = await run()
  for (const { name, value, goal, holds } of lines) {
    console.log(
      `${name.padEnd(44)} ${value.padStart(16)}${goal === null ? '' : `   goal ${goal}: ${holds === true ? 'holds' : 'MISSED'}`}`,
    )
  }
  process.exitCode = lines.every(({ holds }) => holds !== false) ? 0 : 1
}
