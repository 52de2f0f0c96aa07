// Clients of the gateway that may come in over HTTP: a name, and the hash of its token. The token
// itself is nowhere. What one was narrowed to is in a file; its hash and what is used of it are here.
import type { WriteDb } from '../database.ts'

export type ClientRow = {
  /** Another one each time that a client of this name is added. */
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly usedAt: number | null
}

/** What a token was narrowed to, as its row knows it. */
export type NarrowedRow = {
  readonly id: string
  /** Of the terms; null: it was not narrowed, or before the row knew. */
  readonly delegation: string | null
  readonly used: number
  /** The latest time at which it was looked at; 0: none. */
  readonly seenAt: number
}

/** Clients that are connected have few names; of more than this many all are read again. */
const REMEMBERED = 256

export type ClientsTable = ReturnType<typeof clientsTable>

export function clientsTable(db: WriteDb) {
  const put = db.prepare<[string, string, string, number, string | null]>(
    'INSERT INTO clients (id, name, token_hash, created_at, delegation) VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET id = excluded.id, token_hash = excluded.token_hash, created_at = excluded.created_at, delegation = excluded.delegation, used_at = NULL, calls_used = 0, seen_at = 0',
  )
  const all = db.prepare<[], ClientRow>(
    'SELECT id, name, created_at AS createdAt, used_at AS usedAt FROM clients ORDER BY name',
  )
  const byHash = db.prepare<[string], { readonly id: string; readonly name: string }>(
    'SELECT id, name FROM clients WHERE token_hash = ?',
  )
  const idOf = db.prepare<[string], string>('SELECT id FROM clients WHERE name = ?').pluck()
  const narrowed = 'SELECT id, delegation, calls_used AS used, seen_at AS seenAt FROM clients WHERE'
  const narrowedId = db.prepare<[string], NarrowedRow>(`${narrowed} id = ?`)
  const narrowedName = db.prepare<[string], NarrowedRow>(`${narrowed} name = ?`)
  const narrow = db.prepare<[string, number, string]>(
    'UPDATE clients SET delegation = ?, calls_used = ? WHERE id = ? AND delegation IS NULL',
  )
  const spend = db
    .prepare<[number, string, number], number>(
      'UPDATE clients SET calls_used = calls_used + 1, seen_at = max(seen_at, ?) WHERE id = ? AND calls_used < ? RETURNING calls_used',
    )
    .pluck()
  const seen = db.prepare<[number, string]>(
    'UPDATE clients SET seen_at = max(seen_at, ?) WHERE id = ?',
  )
  const seenAll = db.prepare<[number]>('UPDATE clients SET seen_at = max(seen_at, ?)')
  const used = db.prepare<[number, string]>('UPDATE clients SET used_at = ? WHERE name = ?')
  const remove = db.prepare<[string]>('DELETE FROM clients WHERE name = ?')
  /**
   * What was read of each name since this table was last written. One call asks some ten times, and
   * nobody else writes while this process has the lock of the home.
   */
  const remembered = new Map<string, NarrowedRow | null>()
  const read = (name: string): NarrowedRow | null => {
    const row = narrowedName.get(name) ?? null
    // What a transaction has written it may still take back.
    if (db.inTransaction) return row
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(name, row)
    return row
  }
  const written = <T>(write: () => T): T => {
    remembered.clear()
    return write()
  }
  return {
    /** In place of an earlier token of the same name. `delegation`: the hash of what it is narrowed to. */
    put: (
      { id, name }: Pick<ClientRow, 'id' | 'name'>,
      tokenHash: string,
      now: number,
      delegation: string | null = null,
    ): void => void written(() => put.run(id, name, tokenHash, now, delegation)),
    list: (): readonly ClientRow[] => all.all(),
    byHash: (tokenHash: string): Pick<ClientRow, 'id' | 'name'> | null =>
      byHash.get(tokenHash) ?? null,
    /** Null: there is no client of that name. */
    idOf: (name: string): string | null => idOf.get(name) ?? null,
    /** Null: there is no client of that id. */
    narrowed: (id: string): NarrowedRow | null => narrowedId.get(id) ?? null,
    /** Null: there is no client of that name. */
    narrowedBy: read,
    /** The same, from memory where nothing was written since it was read. */
    narrowedAsRead: (name: string): NarrowedRow | null => {
      const row = remembered.get(name)
      return row === undefined ? read(name) : row
    },
    /** Of a token of before its row knew. */
    narrow: (id: string, delegation: string, calls: number): void =>
      void written(() => narrow.run(delegation, calls, id)),
    /** One call more, of at most so many: how many are used then; null: none was left. */
    spend: (id: string, most: number, now: number): number | null =>
      written(() => spend.get(now, id, most)) ?? null,
    seen: (id: string, now: number): void => void written(() => seen.run(now, id)),
    /** Of each token that there is now. */
    seenAll: (now: number): void => void written(() => seenAll.run(now)),
    used: (name: string, now: number): void => void used.run(now, name),
    /** False: there was none. */
    remove: (name: string): boolean => written(() => remove.run(name)).changes === 1,
  }
}
