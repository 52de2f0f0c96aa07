// What the tables say of servers and plugins: what was reviewed of each, and what servers were seen to
// reach.
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type {
  StoredFromOutside,
  StoredOfPlugins,
  StoredOfServers,
} from '../../../wiring/at-rest/stored-from-outside.ts'
import { reading } from './read-tables.ts'
import type { OnDisk } from './tables-on-disk.ts'

/** Each is null where the database cannot be used as it is. */
export const storedFromOutside = (paths: AppPaths): StoredFromOutside => ({
  servers: (config) => storedOfServers(config, paths),
  plugins: () => storedOfPlugins(paths),
})

async function storedOfServers(
  { servers }: Pick<Config, 'servers'>,
  paths: AppPaths,
): Promise<StoredOfServers | null> {
  const { pinsTable } = await import('../../../store/tables/pins-table.ts')
  const newest = await newestOf('server')
  const found = await reading<StoredOfServers>(
    paths,
    (on) => {
      const pins = pinsTable(on.db)
      return {
        pins: pins.all(),
        access: new Map(Object.keys(servers).map((name) => [name, pins.access(name)])),
        newest: newest(on),
      }
    },
    { pins: [], access: new Map(), newest: [] },
  )
  return found === null ? null : found.value
}

async function storedOfPlugins(paths: AppPaths): Promise<StoredOfPlugins | null> {
  const { pluginPinsTable } = await import('../../../store/tables/plugin-pins-table.ts')
  const newest = await newestOf('plugin')
  const found = await reading<StoredOfPlugins>(
    paths,
    (on) => ({ pins: pluginPinsTable(on.db).all(), newest: newest(on) }),
    { pins: [], newest: [] },
  )
  return found === null ? null : found.value
}

/** The newest row of that kind, in a list of one. */
async function newestOf(
  kind: 'plugin' | 'server',
): Promise<(on: Pick<OnDisk, 'db'>) => readonly JournalRow[]> {
  const { journalTable } = await import('../../../store/journal/journal-table.ts')
  const { JournalFilter } = await import('../../../../contract/journal/journal.ts')
  const filter = JournalFilter.parse({ kinds: [kind] })
  return ({ db }) => journalTable(db).page(filter, undefined, 1)
}
