// What the tables have of servers and plugins, as it is asked for where no Gatehouse runs.
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { PinRow } from '../../store/tables/pins-table.ts'
import type { PluginPin } from '../../store/tables/plugin-pins-table.ts'

export type StoredOfServers = {
  readonly pins: readonly PinRow[]
  /** What each server was seen to reach, by its name. */
  readonly access: ReadonlyMap<string, unknown>
  /** The newest row about a server. */
  readonly newest: Extract<JournalEntry, { kind: 'server' }> | null
}

export type StoredOfPlugins = {
  readonly pins: readonly PluginPin[]
  /** The newest row about a plugin. */
  readonly newest: Extract<JournalEntry, { kind: 'plugin' }> | null
}

/** Null: the database cannot be used as it is. */
export type StoredFromOutside = {
  readonly servers: (config: Pick<Config, 'servers'>) => Promise<StoredOfServers | null>
  readonly plugins: () => Promise<StoredOfPlugins | null>
}
