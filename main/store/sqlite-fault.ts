// Turns what SQLite throws into words. Never decides what to do about it.

/** What went wrong, as far as a caller can act on it. */
export type SqliteFault =
  | 'full'
  | 'read-only'
  | 'busy'
  | 'corrupt'
  | 'not-openable'
  | 'constraint'
  | 'closed'
  | 'io'
  | 'other'

const byCode: readonly (readonly [prefix: string, fault: SqliteFault])[] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_PERM', 'read-only'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_CANTOPEN', 'not-openable'],
  ['SQLITE_CONSTRAINT', 'constraint'],
  ['SQLITE_IOERR', 'io'],
]

/**
 * Source of the codes: https://www.sqlite.org/rescode.html; extended codes begin with their primary
 * code.
 */
export function sqliteFault(error: unknown): SqliteFault {
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = byCode.find(([prefix]) => code.startsWith(prefix))
  if (known !== undefined) return known[1]
  return error.message.includes('connection is not open') ? 'closed' : 'other'
}

/** The sentence of the library itself, for the end of ours. */
export const sqliteText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
