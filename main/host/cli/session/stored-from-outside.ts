// What the tables say of servers and plugins: what was reviewed of each, and what servers were seen to
// reach.
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type {
  StoredFromOutside,
  StoredOfPlugins,
  StoredOfServers,
} from '../../../wiring/at-rest/stored-from-outside.ts'
import { reading } from './read-tables.ts'

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
  const { newestReview } = await import('../../../store/journal/newest-review.ts')
  const found = await reading<StoredOfServers>(
    paths,
    ({ db }) => {
      const pins = pinsTable(db)
      return {
        pins: pins.all(),
        access: new Map(Object.keys(servers).map((name) => [name, pins.access(name)])),
        newest: newestReview(db, 'server'),
      }
    },
    { pins: [], access: new Map(), newest: null },
  )
  return found === null ? null : found.value
}

async function storedOfPlugins(paths: AppPaths): Promise<StoredOfPlugins | null> {
  const { pluginPinsTable } = await import('../../../store/tables/plugin-pins-table.ts')
  const { newestReview } = await import('../../../store/journal/newest-review.ts')
  const found = await reading<StoredOfPlugins>(
    paths,
    ({ db }) => ({ pins: pluginPinsTable(db).all(), newest: newestReview(db, 'plugin') }),
    { pins: [], newest: null },
  )
  return found === null ? null : found.value
}
