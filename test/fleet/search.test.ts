// A search over all machines, against a real PostgreSQL: the same rows give the same answer there as
// in the journal of a machine, and nothing that is typed becomes a part of a statement.
import fc from 'fast-check'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseFleetQuery } from '../../contract/fleet/fleet-query.ts'
import type { FleetPage, FleetPosition } from '../../contract/fleet/fleet-search.ts'
import { canonicalJson } from '../../contract/json.ts'
import { noContext } from '../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { parseQuery } from '../../contract/journal/journal-query.ts'
import { ok } from '../../contract/result.ts'
import { fleetEntry, type FleetEntry } from '../../main/fleet/fleet-entry.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { countRows } from '../../main/fleet/search/count-rows.ts'
import { newestSearch } from '../../main/fleet/search/newest-search.ts'
import { limitStatements, searchRows } from '../../main/fleet/search/search-rows.ts'
import { openJournalIndex } from '../../main/store/journal/journal-index.ts'
import { journalSearch } from '../../main/store/journal/journal-search.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { memoryStore } from '../store/fixture.ts'
import { approval, callId, decided, outcome, runId } from '../store/samples.ts'
import { machine, machineKey, NOON } from './fleet-journal.ts'

const NOW = NOON
const AT = (seq: number): number => NOW - 1_000_000 + seq * 1_000

let postgres: Postgres
let client: Client
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(schemaSql())
  client = await postgres.client()
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
})

async function join(name: string, person = 'Ada'): Promise<void> {
  await postgres.sql(
    addMachineSql({ machine: machine(name), person, publicKey: machineKey().publicKey }),
  )
}

async function keep(name: string, entries: readonly FleetEntry[]): Promise<void> {
  const sender = await openSender(client, machine(name))
  if (!sender.ok) throw new Error(sender.error.text)
  const last = entries.at(-1)
  if (last === undefined) return
  await sender.value.send(entries, {
    machine: machine(name),
    seq: last.seq,
    hash: last.hash,
    at: NOW,
    signature: Buffer.alloc(64),
  })
}

const rowOf = (seq: number, entry: JournalEntry, at = AT(seq)) => ({
  seq,
  body: canonicalJson({ seq, at, entry }),
  hash: seq.toString(16).padStart(64, '0'),
})

async function find(
  line: string,
  before: FleetPosition | null = null,
  limit = 100,
): Promise<FleetPage> {
  const query = parseFleetQuery(line, NOW)
  if (!query.ok) throw new Error(query.error.text)
  return searchRows(client, { query: query.value, before, limit, readBody })
}

async function findAll(line: string, limit: number): Promise<readonly string[]> {
  const found: string[] = []
  for (let before: FleetPosition | null = null; ;) {
    const { rows, next }: FleetPage = await find(line, before, limit)
    found.push(...rows.map(({ machine: of, seq }) => `${of} ${seq}`))
    if (next === null) return found
    before = next
  }
}

const words = [
  'alpha',
  'alphabet',
  'Kelvin \u212Aelvin',
  '\u0130stanbul',
  'delta_1',
  'a.b',
  'x',
  'Läuse',
  '"quoted\\',
  'two\nlines',
  "o'hara; drop table gatehouse.entries; --",
  '100% _done_',
  'request refused',
]
const paths = ['/home/ada/notes/plan.md', 'C:\\Users\\ada\\it.txt', '/srv/100%/a_b', '/home/adam/x']
const hosts = ['api.example.com', 'b.example.org', "o'hara.example", '100%.example']

const touchesOf = (path: string, some: readonly string[]) => [
  { kind: 'fs.read', path, zone: 'workspace', is: 'file' },
  ...some.map((host) => ({
    kind: 'net.connect',
    host,
    port: 443,
    reach: 'public',
    listed: false,
  })),
]

const anEntry = fc.oneof(
  fc
    .record({
      call: fc.integer({ min: 1, max: 6 }),
      tool: fc.constantFrom('exec', 'read_file', 'a%b', 'a_b'),
      word: fc.constantFrom(...words),
      path: fc.constantFrom(...paths),
      reached: fc.uniqueArray(fc.constantFrom(...hosts), { maxLength: 3 }),
      effect: fc.constantFrom('allow', 'confirm', 'deny'),
      name: fc.constantFrom('Main', 'agent', "o'hara"),
    })
    .map(({ call, tool, word, path, reached, effect, name }) => {
      const entry = decided(callId(call), {
        tool,
        args: { word },
        runId: runId(7),
        channel: 'gateway',
        principal: { kind: 'agent', name, session: 'ses_0000000007', runId: runId(7) } as never,
      })
      if (entry.kind !== 'decision') throw new Error('the sample is a decision')
      const touches = touchesOf(path, reached)
      return { ...entry, decision: { ...entry.decision, effect, touches } } as JournalEntry
    }),
  fc.integer({ min: 1, max: 6 }).map((call) => outcome(callId(call))),
  fc.integer({ min: 1, max: 6 }).map((call): JournalEntry => ({
    kind: 'asked',
    callId: callId(call),
    tool: 'exec',
    approvalId: approval(call).id,
    expiresAt: 9,
  })),
  fc
    .constantFrom(...words)
    .map((text): JournalEntry => ({ kind: 'run', runId: runId(1), change: 'failed', text })),
)

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
const keys = ['tool', 'host', 'path', 'principal', 'agent', 'by', 'session'] as const
const anything = fc.oneof(
  fc.constantFrom(...words, ...paths, ...hosts, 'exec', 'a%b', 'Main', 'agent', '%', '_', '\\'),
  fc.string({ maxLength: 6 }),
)
const part = fc.oneof(
  fc.constantFrom(
    ...['kind:decision', '-kind:outcome', 'kind:run,asked', 'tool:exec', 'tool:a*', 'tool:a_b'],
    ...['-tool:e*', 'tier:>=R1', '-tier:R3', 'status:done,denied', `call:${callId(3)}`],
    ...['decision:deny', 'path:/home/ada', 'path:notes', 'path:/', 'path:/home/*/plan.md'],
    ...['path:ada', 'host:*.example.*', '-host:b.example.org', 'principal:agent', 'principal:M*'],
    ...[`after:${AT(20)}`, `before:${AT(40)}`, 'after:7d', 'kelvin', 'istanbul', 'läus', '-alpha'],
    ...['alph', 'lines', 'done', 'refused', 'x', '"a.b"', '"alpha"', '0.1', 'make'],
  ),
  fc
    .record({ key: fc.constantFrom(...keys), value: anything, not: fc.boolean() })
    .filter(({ value }) => value !== '' && !value.includes('\0'))
    .map(({ key, value, not }) => `${not ? '-' : ''}${key}:${quote(value)}`),
  anything.filter((value) => !value.includes('\0')).map(quote),
)

test('the same rows give the same answer here as in the journal of the machine @whole', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anEntry, { minLength: 1, maxLength: 50 }),
      fc.array(fc.array(part, { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      async (entries, lines, limit) => {
        const name = `round-${(round += 1)}`
        await join(name)
        const { db } = await memoryStore()
        const rows = entries.map((entry, at) => rowOf(at + 1, entry))
        expect(journalTable(db).append(rows)).toEqual({ kind: 'done' })
        const index = await openJournalIndex(db, ':memory:')
        onTestFinished(() => index.close())
        index.step(rows.length)
        const search = journalSearch(db, index)
        await keep(
          name,
          rows.map((row, at) => {
            const entry = entries[at]
            if (entry === undefined) throw new Error('no entry')
            return fleetEntry(row, readBody(row.body), index.context(row.seq, entry))
          }),
        )
        for (const parts of lines) {
          const line = parts.join(' ')
          const query = parseQuery(line, NOW)
          if (!query.ok) continue
          const here = search.page(query.value, {}, 100, 10_000).rows.map(({ seq }) => seq)
          const there = await findAll(`${line} machine:${name}`, limit)
          expect({ line, found: there }).toEqual({
            line,
            found: here.map((seq) => `${name} ${seq}`),
          })
        }
      },
    ),
    { numRuns: 60 },
  )
  const { rows } = await client.query('select count(*)::int > 0 as left from gatehouse.entries')
  expect(rows).toEqual([{ left: true }])
})

const ran = (call: number, changes: object = {}): JournalEntry =>
  ({ ...outcome(callId(call)), ...changes }) as JournalEntry

async function keepEntries(name: string, entries: readonly JournalEntry[], at = AT): Promise<void> {
  await keep(
    name,
    entries.map((entry, index) => {
      const row = rowOf(index + 1, entry, at(index + 1))
      return fleetEntry(row, readBody(row.body), noContext)
    }),
  )
}

test('rows of several machines come in the order of their time, whatever the size of a page', async () => {
  await join('merge-a')
  await join('merge-b', "Bob O'Hara")
  const six = Array.from({ length: 6 }, (_, index) => ran(index + 1))
  await keepEntries('merge-a', six)
  // Some at the very same moment.
  await keepEntries('merge-b', six, (seq) => AT(Math.ceil(seq / 2)))
  const all = [
    ...['a 6', 'a 5', 'a 4', 'a 3', 'b 6', 'b 5', 'a 2', 'b 4', 'b 3', 'a 1', 'b 2', 'b 1'],
  ].map((each) => `merge-${each}`)
  for (const limit of [1, 2, 5, 100]) expect(await findAll('machine:merge-*', limit)).toEqual(all)
})

test.each([
  ['machine:merge-a', 6],
  ['-machine:merge-a machine:merge-*', 6],
  [`person:"Bob O'Hara"`, 6],
  ['person:Bob*', 6],
  ['person:bob*', 0],
  ['machine:merge-a,merge-b', 12],
  ['machine:nobody', 0],
  ['machine:merge-a person:Bob*', 0],
])('%s finds %i rows', async (line, count) => {
  expect((await findAll(line, 100)).length).toBe(count)
})

test.each([
  ['machine:', '"machine:" needs a value.', 0, 8],
  ['tool:exec persn:Ada', 'There is no key "persn".', 10, 19],
  ['machine:a tier:R9', '"R9" is no tier.', 10, 17],
])('%s is no query, and the fault is where it was typed', (line, text, from, to) => {
  const read = parseFleetQuery(line, NOW)
  expect(read).toMatchObject({ ok: false, error: { code: 'query.wrong', text, from, to } })
})

test('a search for what is rare goes back over days without rows, and ends', async () => {
  await join('long')
  const day = 86_400_000
  await keepEntries('long', [ran(1), ran(2), ran(3)], (seq) => NOW - (4 - seq) * 100 * day)
  expect(await findAll('machine:long tool:exec', 1)).toEqual(['long 3', 'long 2', 'long 1'])
  expect(await findAll('machine:long tool:nothing', 10)).toEqual([])
})

test('a page that takes too long ends where it is, and the next one goes on from there', async () => {
  await join('slow')
  await keepEntries(
    'slow',
    Array.from({ length: 300 }, (_, index) => ran(index + 1)),
    (seq) => NOW - seq * 60_000,
  )
  const query = parseFleetQuery('machine:slow -tool:nothing', NOW)
  if (!query.ok) throw new Error(query.error.text)
  const found: number[] = []
  let pages = 0
  for (let before: FleetPosition | null = null; ;) {
    const page: FleetPage = await searchRows(client, {
      query: query.value,
      before,
      limit: 1_000,
      readBody,
      limits: { page: 0, statement: 8_000 },
    })
    pages += 1
    found.push(...page.rows.map(({ seq }) => seq))
    if (page.next === null) break
    before = page.next
  }
  expect(found).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  expect(pages).toBeGreaterThan(1)
})

test('a row that was filed under another time is not found by that time', async () => {
  await join('liar')
  const row = rowOf(1, ran(1))
  const entry = fleetEntry(row, readBody(row.body), noContext)
  await keep('liar', [{ ...entry, at: NOW - 10 }])
  expect(await findAll(`machine:liar after:${NOW - 100}`, 10)).toEqual([])
})

test('rows that this version cannot read are counted, and nothing else', async () => {
  await join('newer')
  const row = { ...rowOf(1, ran(1)), body: '{"at":1,"entry":{"kind":"later"},"seq":1}' }
  await keep('newer', [{ ...fleetEntry(row, null, noContext), at: NOW }])
  expect(await find('machine:newer')).toEqual({ rows: [], next: null, unreadable: 1 })
})

test('rows that fit are counted as far as it is cheap, and not where text has to be read', async () => {
  await join('counted', 'Grace')
  const entries = Array.from({ length: 12 }, (_, index) =>
    fleetEntry(rowOf(index + 1, { kind: 'fault', text: 'x' }), null, noContext),
  ).map((entry) => ({ ...entry, kind: 'fault', at: AT(entry.seq) }))
  await keep('counted', entries)
  const counted = async (line: string) => {
    const query = parseFleetQuery(line, NOW)
    if (!query.ok) throw new Error(query.error.text)
    return countRows(client, query.value)
  }
  expect(await counted('person:Grace')).toEqual({ count: 12, more: false })
  expect(await counted('machine:counted kind:fault')).toEqual({ count: 12, more: false })
  expect(await counted('machine:counted -kind:fault')).toEqual({ count: 0, more: false })
  expect(await counted('machine:nobody')).toEqual({ count: 0, more: false })
  expect(await counted('machine:counted x')).toEqual({ count: null, more: false })

  await client.query(
    `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash)
     select 'counted', 100 + n, now(), 'fault', '{}', '{}', lpad(n::text, 64, '0')
     from generate_series(1, 10001) n`,
  )
  expect(await counted('machine:counted')).toEqual({ count: 10_000, more: true })
})

const sleepers = async (): Promise<number> => {
  const { rows } = await client.query<{ readonly n: number }>(
    `select count(*)::int as n from pg_stat_activity where query like 'select pg_sleep%'`,
  )
  return rows[0]?.n ?? 0
}
/** A search that takes ten minutes, as the service makes one. */
const sleeping = (searches: ReturnType<typeof newestSearch>) =>
  searches.run('window', async (signal) => {
    const mine = await postgres.client()
    signal.addEventListener('abort', () => void mine.end().catch(() => undefined))
    mine.on('error', () => undefined)
    await limitStatements(mine, 600_000)
    await mine.query('select pg_sleep(600)').catch(() => undefined)
    return ok('older')
  })

test('a newer search of the same asker ends the older one in the database as well', async () => {
  const searches = newestSearch()
  const older = sleeping(searches)
  await expect.poll(sleepers).toBe(1)
  expect(await searches.run('another window', async () => ok('beside it'))).toEqual(ok('beside it'))
  expect(await sleepers()).toBe(1)
  expect(await searches.run('window', async () => ok('newer'))).toEqual(ok('newer'))
  expect(await older).toMatchObject({ ok: false, error: { code: 'fleet.replaced' } })
  await expect.poll(sleepers).toBe(0)
})

test('an asker who leaves ends the search in the database as well', async () => {
  const searches = newestSearch()
  const left = sleeping(searches)
  await expect.poll(sleepers).toBe(1)
  searches.leave('another window')
  expect(await sleepers()).toBe(1)
  searches.leave('window')
  expect(await left).toMatchObject({ ok: false, error: { code: 'fleet.replaced' } })
  await expect.poll(sleepers).toBe(0)
  searches.leave('window')
})
