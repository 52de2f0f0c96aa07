// The text form of PostgreSQL's COPY: a line a row, fields parted by tabs.
import type { FleetEntry } from './fleet-entry.ts'

export const COPY_COLUMNS = 'seq, at, kind, tool, host, principal, facts, body, hash'

export function copyLine(entry: FleetEntry): string {
  const { seq, at, kind, tool, host, principal, facts, body, hash } = entry
  const fields = [
    String(seq),
    momentOf(at),
    field(kind),
    field(tool),
    field(host),
    field(principal),
    field(arrayOf(facts)),
    field(body),
    hash,
  ]
  return `${fields.join('\t')}\n`
}

/** Beyond what a JavaScript date or PostgreSQL can hold, a clock is so wrong that any time will do. */
export function momentOf(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) || at < -62_000_000_000_000
    ? '1970-01-01T00:00:00.000Z'
    : at > 250_000_000_000_000
      ? '9999-12-31T00:00:00.000Z'
      : date.toISOString()
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

/**
 * PostgreSQL's text holds no zero character. JSON writes it as an escape, so that no body has one;
 * facts could.
 */
const field = (text: string | null): string =>
  text === null
    ? '\\N'
    : text.replaceAll('\0', '\uFFFD').replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? found)

const arrayOf = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, (found) => `\\${found}`)}"`).join(',')}}`
