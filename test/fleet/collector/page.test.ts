// The page on OpenTelemetry and the example for ClickHouse name what is really sent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { JournalEntry } from '../../../contract/journal/journal.ts'
import { attributeTable } from '../../../main/fleet/collector/attributes.ts'
import { eventName, logRecords } from '../../../main/fleet/collector/log-record.ts'
import { chainOf, faults, machine } from '../fleet-journal.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const sql = read('examples/opentelemetry/clickhouse.sql')

const records = logRecords({
  machine: machine('m'),
  version: '1',
  host: 'h',
  publicKey: Buffer.alloc(32),
})
const [row] = chainOf(faults(1, 1))
if (row === undefined) throw new Error('There is no row.')
const bare = records.row({ row, read: null, facts: {} }, true)
const head = records.head({
  machine: machine('m'),
  seq: 1,
  hash: row.hash,
  at: 1,
  signature: Buffer.alloc(64),
})
const sent = new Set([
  ...attributeTable.map(({ name }) => name),
  ...[bare, head].flatMap(({ attributes }) => Object.keys(attributes)),
])

it('the table of attributes is the one that records are made from', () => {
  const table = [
    '| attribute | from | what it says |',
    '| --- | --- | --- |',
    ...attributeTable.map(
      ({ name, convention, says }) => `| \`${name}\` | ${convention} | ${says} |`,
    ),
  ].join('\n')
  const page = read('docs/opentelemetry.md')
  expect(page.split(/<!-- (?:attributes|end) -->/)[1]?.trim()).toBe(table)
})

it('every name that the page writes is sent', () => {
  const page = read('docs/opentelemetry.md').replace(/<!-- attributes -->[^]*<!-- end -->/, '')
  const events = [...JournalEntry.options.map(({ shape }) => shape.kind), null].flatMap((kind) =>
    kind === null ? ['head', 'unreadable'] : [...kind.values],
  )
  const known = new Set([
    ...sent,
    ...Object.keys(bare.resource.attributes),
    ...events.map((kind) => eventName(String(kind))),
    bare.instrumentationScope.name,
  ])
  const named = [...page.matchAll(/`((?:gatehouse|gen_ai|mcp|service|host)\.[\w.]+)`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(15)
})

it('the example for ClickHouse asks for attributes that are sent', () => {
  const asked = [...sql.matchAll(/LogAttributes\['([^']+)'\]/g)].map(([, name = '']) => name)
  expect(asked.filter((name) => !sent.has(name))).toEqual([])
  expect(asked.length).toBeGreaterThan(10)
})

it('its queries name columns that its table has', () => {
  const [table = '', queries = ''] = sql.split(/^(?=-- 1\. )/m)
  const columns = new Set([...table.matchAll(/^ {4}`(\w+)`/gm)].map(([, name = '']) => name))
  const aliases = new Set([...queries.matchAll(/\bAS (\w+)/g)].map(([, name = '']) => name))
  const used = [
    ...queries
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/'[^']*'/g, '')
      .matchAll(/\b([A-Z][a-z]\w*)\b/g),
  ].map(([, name = '']) => name)
  expect(used.filter((name) => !columns.has(name) && !aliases.has(name))).toEqual([])
  expect(used.length).toBeGreaterThan(20)
})

it('the Collector of the example has everything that its pipeline names, and keeps its queue on disk', () => {
  const names = z.record(z.string(), z.unknown())
  const config = z
    .strictObject({
      extensions: names,
      receivers: names,
      exporters: z.strictObject({
        clickhouse: z.looseObject({
          create_schema: z.literal(false),
          database: z.literal('gatehouse'),
          logs_table_name: z.literal('rows'),
          sending_queue: z.looseObject({ storage: z.literal('file_storage') }),
        }),
      }),
      service: z.strictObject({
        extensions: z.array(z.string()),
        pipelines: z.strictObject({
          logs: z.strictObject({
            receivers: z.array(z.string()),
            exporters: z.array(z.string()),
          }),
        }),
      }),
    })
    .parse(parse(read('examples/opentelemetry/collector.yaml')))
  expect({
    extensions: config.service.extensions.toSorted(),
    ...config.service.pipelines.logs,
  }).toEqual({
    extensions: Object.keys(config.extensions).toSorted(),
    receivers: Object.keys(config.receivers),
    exporters: Object.keys(config.exporters),
  })
})
