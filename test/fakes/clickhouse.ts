// ClickHouse for a test, and what the Collector's exporter for it writes of a log record: every value
// as text, lists as JSON.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Plain, Received } from './otlp-wire.ts'

export const clickhouseFolder = join(import.meta.dirname, '../clickhouse')

const Answers = z.array(z.nullable(z.array(z.record(z.string(), z.unknown()))))

/** What each statement gave, in a database that is gone afterwards. Rejects where one is refused. */
export async function inClickhouse(
  statements: readonly string[],
): Promise<readonly (readonly Record<string, unknown>[])[]> {
  const child = spawn(process.execPath, [join(clickhouseFolder, 'program.mjs')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(JSON.stringify(statements))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (out === '') throw new Error(`ClickHouse refused it: ${errors.slice(-2_000)}`)
  return Answers.parse(JSON.parse(out)).map((rows) => rows ?? [])
}

/** `events`: older exporters leave the name of the event out. */
export function insertOf(records: readonly Received[], { events }: { events: boolean }): string {
  const columns = [
    ...['Timestamp', 'TraceId', 'SpanId', 'TraceFlags', 'SeverityText', 'SeverityNumber'],
    ...['ServiceName', 'Body', 'ResourceSchemaUrl', 'ResourceAttributes', 'ScopeSchemaUrl'],
    ...['ScopeName', 'ScopeVersion', 'ScopeAttributes', 'LogAttributes'],
    ...(events ? ['EventName'] : []),
  ]
  const rows = records.map((record) =>
    JSON.stringify({
      // As the exporter: the time at which it was observed, where the record has none.
      Timestamp: secondsOf(record.time === 0n ? record.observed : record.time),
      TraceId: '',
      SpanId: '',
      TraceFlags: 0,
      SeverityText: record.severityText,
      SeverityNumber: record.severity,

      ServiceName: asText(record.resource['service.name'] ?? null),
      Body: asText(record.body),
      ResourceSchemaUrl: '',
      ResourceAttributes: mapOf(record.resource),
      ScopeSchemaUrl: '',
      ScopeName: record.scope,
      ScopeVersion: '',
      ScopeAttributes: {},
      LogAttributes: mapOf(record.attributes),
      ...(events ? { EventName: record.event } : {}),
    }),
  )
  return `INSERT INTO gatehouse.rows (${columns.join(', ')}) FORMAT JSONEachRow\n${rows.join('\n')}`
}

const secondsOf = (nanoseconds: bigint): string =>
  `${nanoseconds / 1_000_000_000n}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}`

const asText = (value: Plain): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const mapOf = (values: Received['attributes']): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]))
