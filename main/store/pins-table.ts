// What a person has reviewed of external servers. Holds the SQL; what a pin means is main/mcp's.
import { z } from 'zod'
import type { WriteDb } from './database.ts'

const What = z.enum(['server', 'tool', 'prompt', 'resource'])
export type PinRow = {
  readonly server: string
  readonly what: z.infer<typeof What>
  readonly name: string
  readonly text: string
  readonly open: boolean
}

type Row = { server: string; what: string; name: string; text: string; open: number }

export type PinsTable = ReturnType<typeof pinsTable>

export function pinsTable(db: WriteDb) {
  const all = db.prepare<[], Row>(
    'SELECT server, what, name, text, open FROM server_pins ORDER BY server, what, name',
  )
  const put = db.prepare<[string, string, string, string, number]>(
    `INSERT INTO server_pins (server, what, name, text, open) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (server, what, name) DO UPDATE SET text = excluded.text, open = excluded.open`,
  )
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM server_pins WHERE server = ? AND what = ? AND name = ?',
  )
  const access = db
    .prepare<[string], string>('SELECT body FROM server_access WHERE server = ?')
    .pluck()
  const putAccess = db.prepare<[string, string]>(
    'INSERT INTO server_access (server, body) VALUES (?, ?) ON CONFLICT (server) DO UPDATE SET body = excluded.body',
  )
  const removeAccess = db.prepare<[string]>('DELETE FROM server_access WHERE server = ?')
  const change = db.transaction(
    (puts: readonly PinRow[], removed: readonly Pick<PinRow, 'server' | 'what' | 'name'>[]) => {
      for (const { server, what, name } of removed) remove.run(server, what, name)
      for (const { server, what, name, text, open } of puts)
        put.run(server, what, name, text, open ? 1 : 0)
    },
  )
  return {
    all: (): PinRow[] =>
      all
        .all()
        .map(({ open, what, ...row }) => ({ ...row, what: What.parse(what), open: open === 1 })),
    /** All or none. Throws when the disk says no. */
    change: (
      puts: readonly PinRow[],
      removed: readonly Pick<PinRow, 'server' | 'what' | 'name'>[],
    ): void => change(puts, removed),
    /**
     * What a server was seen to reach, as main/mcp wrote it; null for nothing, and for what cannot
     * be read.
     */
    access: (server: string): unknown => {
      try {
        return JSON.parse(access.get(server) ?? 'null')
      } catch {
        return null
      }
    },
    putAccess: (server: string, body: unknown): void =>
      void putAccess.run(server, JSON.stringify(body)),
    removeAccess: (server: string): void => void removeAccess.run(server),
  }
}
