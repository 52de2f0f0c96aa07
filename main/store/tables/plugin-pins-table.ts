// What a person has reviewed of plugins. Holds the SQL; what a pin means is main/plugins'.
import type { WriteDb } from '../database.ts'

export type PluginPin = { readonly name: string; readonly text: string; readonly open: boolean }

export type PluginPinsTable = ReturnType<typeof pluginPinsTable>

export function pluginPinsTable(db: WriteDb) {
  const all = db.prepare<[], { name: string; text: string; open: number }>(
    'SELECT name, text, open FROM plugin_pins ORDER BY name',
  )
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO plugin_pins (name, text, open) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET text = excluded.text, open = excluded.open`,
  )
  const remove = db.prepare<[string]>('DELETE FROM plugin_pins WHERE name = ?')
  const change = db.transaction((puts: readonly PluginPin[], removed: readonly string[]) => {
    for (const name of removed) remove.run(name)
    for (const { name, text, open } of puts) put.run(name, text, open ? 1 : 0)
  })
  return {
    all: (): PluginPin[] => all.all().map(({ open, ...pin }) => ({ ...pin, open: open === 1 })),
    /** All or none. Throws when the disk says no. */
    change: (puts: readonly PluginPin[], removed: readonly string[]): void => change(puts, removed),
  }
}
