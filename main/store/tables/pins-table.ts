// What a person has reviewed of external servers. Holds the SQL; what a pin means is main/mcp's.
import { z } from 'zod'
import { jsonOf, readJson } from '../../../contract/read-json.ts'
import { ToolLabels } from '../../../contract/server/tool-labels.ts'
import type { WriteDb } from '../database.ts'

const What = z.enum(['server', 'tool', 'prompt', 'resource'])
export type PinRow = {
  readonly server: string
  readonly what: z.infer<typeof What>
  readonly name: string
  readonly text: string
  readonly open: boolean
  readonly labels: ToolLabels | null
}

type Row = {
  server: string
  what: string
  name: string
  text: string
  open: number
  labels: string | null
}

export type PinsTable = ReturnType<typeof pinsTable>

export function pinsTable(db: WriteDb) {
  const all = db.prepare<[], Row>(
    'SELECT server, what, name, text, open, labels FROM server_pins ORDER BY server, what, name',
  )
  const put = db.prepare<[string, string, string, string, number, string | null]>(
    `INSERT INTO server_pins (server, what, name, text, open, labels) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (server, what, name) DO UPDATE
       SET text = excluded.text, open = excluded.open, labels = excluded.labels`,
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
      for (const { server, what, name, text, open, labels } of puts)
        put.run(
          server,
          what,
          name,
          text,
          open ? 1 : 0,
          labels === null ? null : JSON.stringify(labels),
        )
    },
  )
  return {
    all: (): PinRow[] =>
      all.all().map(({ open, what, labels, ...row }) => ({
        ...row,
        what: What.parse(what),
        open: open === 1,
        labels: readLabels(labels),
      })),
    /** All or none. Throws when the disk says no. */
    change: (
      puts: readonly PinRow[],
      removed: readonly Pick<PinRow, 'server' | 'what' | 'name'>[],
    ): void => change(puts, removed),
    /**
     * What a server was seen to reach, as main/mcp wrote it; null for nothing, and for what cannot
     * be read.
     */
    access: (server: string): unknown => jsonOf(access.get(server) ?? 'null'),
    putAccess: (server: string, body: unknown): void =>
      void putAccess.run(server, JSON.stringify(body)),
    removeAccess: (server: string): void => void removeAccess.run(server),
  }
}

/** What cannot be read was said by nobody: its tool is as suggested, and the digest does not fit. */
const readLabels = (stored: string | null): ToolLabels | null =>
  stored === null ? null : readJson(stored, ToolLabels)
