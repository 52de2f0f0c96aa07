// How a row is bound to the one before it. Pure. The one place that knows what is hashed.
import { hash } from 'node:crypto'

/** A row as it lies on disk. `body` is the canonical JSON of {at, entry, seq}. */
export type RawRow = { readonly seq: number; readonly body: string; readonly hash: string }

/** What the first row follows. A hash has 64 characters, so no other row can follow it. */
export const GENESIS = ''

/**
 * What a row follows that was written although rows and head did not fit: not the row before it but
 * one of these, so that the finding stays in the chain as a scar that every later check names.
 * missing: there was no head file, or none that can be read. strayed: the rows were not those that
 * it had sealed.
 */
export const SCARS = {
  missing: hash('sha256', 'gatehouse: the head file was missing', 'hex'),
  strayed: hash('sha256', 'gatehouse: the rows do not match the head file', 'hex'),
}

/**
 * `entry` is canonical JSON already; the keys of the whole are in canonical order, and whole
 * numbers print as in JSON.
 */
export const bodyOf = (seq: number, at: number, entry: string): string =>
  `{"at":${at},"entry":${entry},"seq":${seq}}`

/** SHA-256, hexadecimal. `prev` is the hash of the row before. */
export const hashOf = (prev: string, body: string): string => hash('sha256', prev + body, 'hex')

/** The number a body gives itself; null when it has no such end. */
export function numberIn(body: string): number | null {
  const found = /,"seq":(\d{1,16})\}$/.exec(body.slice(-40))
  return found?.[1] === undefined ? null : Number(found[1])
}

/** Whether it is the row right behind `before`. */
export const follows = (
  before: Pick<RawRow, 'seq' | 'hash'>,
  row: RawRow | undefined,
): row is RawRow =>
  row !== undefined && row.seq === before.seq + 1 && hashOf(before.hash, row.body) === row.hash
