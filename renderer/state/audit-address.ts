// Where Audit shows what a query finds. The one place that knows how a query is in an address.
import { quoted } from '../../contract/journal/journal-query.ts'

/** `row`: shown beside the list, with its whole route. */
export type AuditLocation = { readonly query: string; readonly row: number | null }

export const auditAddress = (query: string, row: number | null = null): string => {
  const parts = [
    ...(query === '' ? [] : [`q=${encodeURIComponent(query)}`]),
    ...(row === null ? [] : [`row=${row}`]),
  ]
  return parts.length === 0 ? '/audit' : `/audit?${parts.join('&')}`
}

/** A term that fits exactly this value. */
export const exactly = (key: string, value: string): string => `${key}:${quoted(value)}`

/** `search`: what is after the `?`. What cannot be read is left out. */
export function auditLocationOf(search: string): AuditLocation {
  const given = new URLSearchParams(search)
  const row = given.get('row') ?? ''
  return {
    query: (given.get('q') ?? '').replaceAll(/\s/g, ' '),
    row: /^[1-9]\d{0,14}$/.test(row) ? Number(row) : null,
  }
}
