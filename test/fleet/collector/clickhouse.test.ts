// The example for ClickHouse, in a real one: the table of the page takes what the Collector's exporter
// inserts of the records that Gatehouse sends, and its queries find what they say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ensurePackages } from '../../../main/host/launch/packages.mjs'
import { entryAt } from '../../bench/journal-rows.ts'
import { clickhouseFolder, inClickhouse, insertOf } from '../../fakes/clickhouse.ts'
import type { Received } from '../../fakes/otlp-wire.ts'
import { soak } from '../../soak.ts'
import { sendings } from './sending.ts'

const CALLS = 24
const ROWS = CALLS * 5
const HOST = 'api3.example.com'

const sending = sendings()
const statements = readFileSync(
  join(import.meta.dirname, '../../../examples/opentelemetry/clickhouse.sql'),
  'utf8',
)
  .replaceAll(/--.*$/gm, '')
  .split(';')
  .map((text) => text.trim().replaceAll('example.org', HOST))
  .filter((text) => text !== '')
const [making, asking] = [statements.slice(0, 2), statements.slice(2)]

/** What a machine with the rows of some calls of an hour ago sends. */
async function sent(): Promise<readonly Received[]> {
  const since = Date.now() - 3_600_000
  const { receiver, start } = await sending({
    entries: Array.from({ length: ROWS }, (_, index) => entryAt(index + 1)),
    at: (seq) => since + seq * 1_000,
  })
  const collector = start()
  await expect.poll(() => collector.state()).toMatchObject({ kind: 'level', seq: ROWS })
  return receiver.records
}

/** The answers to the queries of the page, in its order. */
async function answersOf(records: readonly Received[], events = true) {
  const answers = await inClickhouse([...making, insertOf(records, { events }), ...asking])
  const [denied = [], reached = [], broken = [], unfitting = []] = answers.slice(-asking.length)
  return { denied, reached, broken, unfitting }
}

const seqOf = ({ attributes }: Received): unknown => attributes['gatehouse.row.seq']
const numbers = (rows: readonly Record<string, unknown>[]): readonly number[] =>
  rows.map(({ Seq }) => Number(Seq))
const rewritten = (record: Received, seq: number): Received =>
  seqOf(record) === seq
    ? { ...record, body: z.string().parse(record.body).replace('agent-', 'other-') }
    : record

// The engine is half a gigabyte of a package.
describe.runIf(soak)('in ClickHouse @soak', { timeout: 600_000 }, () => {
  beforeAll(() => ensurePackages(clickhouseFolder), 600_000)

  test.for([
    ['an exporter of today', true],
    ['an exporter that leaves the name of the event out', false],
  ] as const)('rows of %s that came twice are found once, and are whole', async ([, events]) => {
    const records = await sent()
    const { denied, reached, broken, unfitting } = await answersOf([...records, ...records], events)
    expect(denied).toEqual([
      { Machine: 'ada-laptop', Tool: 'github', Tier: 'R3', denied: 1 },
      { Machine: 'ada-laptop', Tool: 'list_directory', Tier: 'R2', denied: 1 },
      { Machine: 'ada-laptop', Tool: 'read_file', Tier: 'R0', denied: 1 },
    ])
    expect(reached.map(({ EventName }) => EventName)).toEqual([
      'gatehouse.decision',
      'gatehouse.asked',
      'gatehouse.answered',
      'gatehouse.running',
      'gatehouse.outcome',
    ])
    expect({ broken, unfitting }).toEqual({ broken: [], unfitting: [] })
  })

  test('a row that was rewritten in the store, one that is missing and one that is there in two forms are named', async () => {
    const records = await sent()
    const forked = records.find((record) => seqOf(record) === 60)
    if (forked === undefined) throw new Error('There is no row 60.')
    const changed = [
      ...records.filter((record) => seqOf(record) !== 31).map((record) => rewritten(record, 11)),
      {
        ...forked,
        attributes: { ...forked.attributes, 'gatehouse.row.hash': 'f'.repeat(64) },
      },
    ]
    const { broken } = await answersOf(changed)
    expect(numbers(broken)).toEqual([11, 32, 60, 61])
  })

  test('a row that the machine signed and that is another one now is named', async () => {
    const records = await sent()
    const { unfitting } = await answersOf(records.filter((record) => seqOf(record) !== ROWS))
    expect(numbers(unfitting)).toEqual([ROWS])
  })

  test('rows that are left when older ones were dropped are no finding', async () => {
    const records = await sent()
    const { broken } = await answersOf(
      records.filter((record) => Number(seqOf(record) ?? ROWS) > 40),
    )
    expect(broken).toEqual([])
  })
})
