// Clients of the gateway that may come in over HTTP: a name, and the hash of its token. The token
// itself is nowhere.
import type { WriteDb } from '../database.ts'

export type ClientRow = {
  /** Another one each time that a client of this name is added. */
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly usedAt: number | null
}

export type ClientsTable = ReturnType<typeof clientsTable>

export function clientsTable(db: WriteDb) {
  const put = db.prepare<[string, string, string, number]>(
    'INSERT INTO clients (id, name, token_hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET id = excluded.id, token_hash = excluded.token_hash, created_at = excluded.created_at, used_at = NULL',
  )
  const all = db.prepare<[], ClientRow>(
    'SELECT id, name, created_at AS createdAt, used_at AS usedAt FROM clients ORDER BY name',
  )
  const byHash = db.prepare<[string], { readonly id: string; readonly name: string }>(
    'SELECT id, name FROM clients WHERE token_hash = ?',
  )
  const idOf = db.prepare<[string], string>('SELECT id FROM clients WHERE name = ?').pluck()
  const used = db.prepare<[number, string]>('UPDATE clients SET used_at = ? WHERE name = ?')
  const remove = db.prepare<[string]>('DELETE FROM clients WHERE name = ?')
  return {
    /** In place of an earlier token of the same name. */
    put: ({ id, name }: Pick<ClientRow, 'id' | 'name'>, tokenHash: string, now: number): void =>
      void put.run(id, name, tokenHash, now),
    list: (): readonly ClientRow[] => all.all(),
    byHash: (tokenHash: string): Pick<ClientRow, 'id' | 'name'> | null =>
      byHash.get(tokenHash) ?? null,
    /** Null: there is no client of that name. */
    idOf: (name: string): string | null => idOf.get(name) ?? null,
    used: (name: string, now: number): void => void used.run(now, name),
    /** False: there was none. */
    remove: (name: string): boolean => remove.run(name).changes === 1,
  }
}
