// A search in tables that an administrator has not brought up to date yet: the same rows as in the
// newest ones, also where a row reached several hosts. In a real PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseFleetQuery } from '../../contract/fleet/fleet-query.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql } from '../../main/fleet/schema/machine-sql.ts'
import { KNOWN, schemaSql } from '../../main/fleet/schema/versions.ts'
import { countRows } from '../../main/fleet/search/count-rows.ts'
import { searchRows } from '../../main/fleet/search/search-rows.ts'
import { noContext } from '../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { canonicalJson } from '../../contract/json.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { callId, decided } from '../store/samples.ts'
import { machine, machineKey, NOON } from './fleet-journal.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
  // One that begins with the oldest tables, and one with those that the newest follow.
  await postgres.sql(upTo(1))
  for (const [name, person] of [
    ['ada-one', 'Ada'],
    ['ada-two', 'Ada'],
    ['bob', 'Bob'],
  ] as const) {
    await postgres.sql(
      addMachineSql({ machine: machine(name), person, publicKey: machineKey().publicKey }),
    )
    await keep(name)
  }
})
afterAll(() => postgres.stop())

const upTo = (version: number): string =>
  schemaSql().slice(0, version === KNOWN.newest ? undefined : -schemaSql(version).length)

/** Hosts of each row. */
const reached = [['a'], ['a', 'b'], ['b', 'a'], ['c', 'a', 'b'], [], ['b'], ['d', 'c']]

function reaching(call: number, hosts: readonly string[]): JournalEntry {
  const entry = decided(callId(call), { tool: call % 2 === 0 ? 'exec' : 'read_file' })
  if (entry.kind !== 'decision') throw new Error('The sample is a decision.')
  const touches = hosts.map((host) => ({
    kind: 'net.connect' as const,
    host: `${host}.example`,
    port: 443,
    reach: 'public',
    listed: false,
  }))
  return { ...entry, decision: { ...entry.decision, touches } } as JournalEntry
}

async function keep(name: string): Promise<void> {
  const client = await postgres.client()
  const sender = await openSender(client, machine(name))
  if (!sender.ok) throw new Error(sender.error.text)
  await sender.value.send(
    reached.map((hosts, index) => {
      const [seq, at] = [index + 1, NOON + index]
      const body = canonicalJson({ seq, at, entry: reaching(seq, hosts) })
      const row = { seq, body, hash: String(seq).padStart(64, '0') }
      return fleetEntry(row, readBody(body), noContext)
    }),
    {
      machine: machine(name),
      seq: 7,
      hash: '7'.padStart(64, '0'),
      at: NOON,
      signature: Buffer.alloc(64),
    },
  )
  await client.end()
}

const lines: readonly (readonly [string, readonly string[]])[] = [
  ['machine:bob host:a.example', ['bob 4', 'bob 3', 'bob 2', 'bob 1']],
  ['machine:bob host:c.example,d.example', ['bob 7', 'bob 4']],
  ['machine:bob host:c.example host:b.example', ['bob 4']],
  ['machine:bob host:c.example -host:b.example', ['bob 7']],
  ['machine:bob host:a.example tool:exec', ['bob 4', 'bob 2']],
  ['machine:bob host:*.example tool:exec', ['bob 6', 'bob 4', 'bob 2']],
  ['person:Ada host:d.example', ['ada-one 7', 'ada-two 7']],
  [
    'person:Ada tool:exec,read_file host:c.example',
    ['ada-one 7', 'ada-two 7', 'ada-one 4', 'ada-two 4'],
  ],
  ['host:nowhere.example', []],
]

test.each(Array.from({ length: KNOWN.newest }, (_, index) => index + 1))(
  'tables of version %i give the same rows and counts, within a day and beyond',
  async (version) => {
    if (version > 1) await postgres.sql(upTo(version).slice(upTo(version - 1).length))
    const client = await postgres.client()
    for (const [line, wanted] of lines)
      for (const time of ['', ` after:${NOON - 1_000} before:${NOON + 80_000_000}`])
        for (const limit of [1, 3, 50]) {
          const query = parseFleetQuery(line + time, NOON)
          if (!query.ok) throw new Error(query.error.text)
          const found: string[] = []
          for (let before = null; ;) {
            const page = await searchRows(client, { query: query.value, before, limit, readBody })
            found.push(...page.rows.map(({ machine: of, seq }) => `${of} ${seq}`))
            if (page.next === null) break
            before = page.next as never
          }
          const { count } = await countRows(client, query.value)
          expect({ line, limit, found, count }).toEqual({
            line,
            limit,
            found: wanted,
            count: wanted.length,
          })
        }
    await client.end()
  },
)
