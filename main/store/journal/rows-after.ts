// Rows of the journal as they lie on disk, for who looks at the chain.
import type { ReadDb } from '../database.ts'

/** `body` is the canonical JSON of {at, entry, seq}. */
export type RawRow = { readonly seq: number; readonly body: string; readonly hash: string }

/** Rows with a greater `seq`, oldest first. */
export function rowsAfter(db: ReadDb): (seq: number, limit: number) => RawRow[] {
  const after = db
    .prepare<[number, number], [number, string, string]>(
      'SELECT seq, body, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
    )
    .raw()
  const bytesOf = db
    .prepare<[number], Buffer>('SELECT CAST(body AS BLOB) FROM journal WHERE seq = ?')
    .pluck()
  /**
   * A text that is not sound UTF-8 can read the same after decoding; it is handed on byte for byte,
   * so that no hash fits it.
   */
  const exact = (seq: number, body: string): string => {
    if (!body.includes('\uFFFD')) return body
    const bytes = bytesOf.get(seq)
    return bytes === undefined || bytes.equals(Buffer.from(body)) ? body : bytes.toString('latin1')
  }
  return (seq, limit) =>
    after
      .all(seq, limit)
      .map(([number, body, hash]) => ({ seq: number, body: exact(number, body), hash }))
}
