// Joins plugins to what they need: the folders of the configuration, the store and the journal, the
// check of arguments, and the names that are taken.
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { DECLARED_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import type { PluginFolders } from '../../../contract/plugin/listing.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, type Result } from '../../../contract/result.ts'
import { pluginFolders, wholeFolder } from '../../config/plugin-files.ts'
import { watchFolder } from '../../config/agents/watch-folder.ts'
import type { Policy } from '../../gate/policy.ts'
import { comparable } from '../../gate/path-glob.ts'
import { inputOf } from '../../mcp/trust/input-schema.ts'
import { openPinStore } from '../../mcp/trust/pin-store.ts'
import { skeleton } from '../../mcp/trust/skeleton.ts'
import type { InputOf } from '../../plugins/manifest/tried-args.ts'
import { openPlugins, type Plugins } from '../../plugins/plugins.ts'
import { registrationOf } from '../../plugins/registry/registration.ts'
import { inTime } from '../../sandbox/search/in-time.ts'
import type { PluginPinsTable } from '../../store/tables/plugin-pins-table.ts'

export type PluginDeps = {
  readonly config: () => Pick<Config, 'plugins' | 'preset' | 'presets'>
  readonly policy: () => Policy
  readonly dataDir: string
  /** Real path. */
  readonly workspace: () => string
  readonly table: PluginPinsTable
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  /** The newest row about a plugin. */
  readonly newest: () => Extract<JournalEntry, { kind: 'plugin' }> | null
  readonly sha256: (text: string) => string
  /** Names of the tools that are not plugins. */
  readonly otherTools: () => readonly string[]
  readonly changed: () => void
  readonly broken: (fault: unknown) => void
}

export type WiredPlugins = Plugins & {
  folders(): PluginFolders
  readonly inputOf: InputOf
}

export async function wirePlugins(deps: PluginDeps): Promise<WiredPlugins> {
  const settings = () => deps.config().plugins
  const folders = () => pluginFolders(settings(), deps.dataDir)
  const pins = openPinStore({
    table: {
      all: () =>
        deps.table.all().map(({ name, text, open }) => ({
          server: name,
          what: 'server',
          name: 'server',
          text,
          open,
          labels: null,
        })),
      change: (put, removed) =>
        deps.table.change(
          put.map(({ server, text, open }) => ({ name: server, text, open })),
          removed.map(({ server }) => server),
        ),
    },
    record: async (entry) => {
      if (entry.kind !== 'server') return err(notOurs)
      const { server, items, before, after, surface } = entry
      const change = CHANGES.find((one) => one === entry.change)
      return change === undefined
        ? err(notOurs)
        : deps.record({
            kind: 'plugin',
            plugin: server,
            change,
            before,
            after,
            surface,
            hash: items[0]?.hash ?? null,
          })
    },
    lastRow() {
      const entry = deps.newest()
      if (entry === null) return null
      const { plugin, change, hash, before, after, surface } = entry
      const items = [{ what: 'server' as const, name: 'server', hash }]
      return { kind: 'server', server: plugin, change, items, before, after, surface }
    },
    sha256: deps.sha256,
  })
  const writeFolders = (): readonly string[] => {
    const { writeFolders: named } = settings()
    // Every call asks, and hardly anybody names one.
    if (named.length === 0) return named
    const { writable, roots } = deps.policy()
    return named
      .map((folder) => wholeFolder(folder) ?? folder)
      .filter((folder) =>
        writable.some((pattern) => pattern.matches(comparable(folder, roots.foldsCase))),
      )
  }
  const plugins = await openPlugins({
    settings,
    folders,
    agentsWrite: (file) => isWithin(realPath(file), deps.workspace()),
    writeFolders,
    pins: {
      of(name) {
        const pin = pins.of(name)[0]
        return pin === undefined ? null : { text: pin.text, open: pin.open }
      },
      accept: (name, text, surface) =>
        pins.open(
          name,
          [{ server: name, what: 'server', name: 'server', text, open: true, labels: null }],
          [],
          surface,
        ),
      close: (name, surface) => pins.close(name, [{ what: 'server', name: 'server' }], surface),
      version: pins.version,
    },
    inputOf: checkOf,
    takenBy(name) {
      const own = skeleton(name)
      return deps.otherTools().find((other) => other === name || skeleton(other) === own) ?? null
    },
    alike: (one, other) => skeleton(one) === skeleton(other),
    registration: registrationOf(deps.sha256),
    watch: watchFolder,
    changed: deps.changed,
    broken: deps.broken,
  })
  return {
    ...plugins,
    inputOf: checkOf,
    folders: () => ({
      ...folders(),
      allowExternal: settings().allowExternal,
      externalAllowList: [...settings().externalAllowList],
    }),
  }
}

/** What a plugin takes, read in bounded time. */
export const checkOf: InputOf = (schema) => inputOf(schema, inTime)

const CHANGES = ['reviewed', 'closed', 'repaired', 'tampered', 'removed'] as const
const notOurs = failure(
  DECLARED_ERRORS.unknown,
  'This is no change of what was reviewed of a plugin.',
)

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
