// What each plugin that was found is worth now: whether it can be called, as which tool, with what it was
// granted. Changes nothing.
import { failure } from '../../contract/failure.ts'
import type { Registration } from '../../contract/plugin/listing.ts'
import type { PluginManifest } from '../../contract/plugin/manifest.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import type { PluginSettings } from '../../contract/plugin/settings.ts'
import type { KnownPlugins } from './known-plugins.ts'
import type { InputOf } from './manifest/tried-args.ts'
import type { PluginGrants } from './plugin-reach.ts'
import { pluginStatus, type PluginStatus } from './plugin-status.ts'
import { pluginTool } from './plugin-tool.ts'
import type { FoundPlugin } from './read-folder.ts'

export type ClassifyDeps = {
  readonly settings: () => PluginSettings
  /** Whether agents can write there, so that its plugins need a review. */
  readonly agentsWrite: (folder: string) => boolean
  /** Folders that plugins without mounts may write under the preset in force. */
  readonly writeFolders: () => readonly string[]
  readonly pins: {
    of(name: string): { readonly text: string; readonly open: boolean } | null
  }
  readonly inputOf: InputOf
  /** A tool that has the name or looks like it. */
  readonly takenBy: (name: string) => string | null
  /** Whether a reader takes one name for the other. */
  readonly alike: (one: string, other: string) => boolean
  readonly registration: (manifest: PluginManifest) => Registration
}

export type ClassifiedPlugins = {
  /** The one that its name means. */
  calledBy(name: string): FoundPlugin | null
  grantsOf(name: string): PluginGrants
  /** The same tool as long as its files are the same. */
  toolOf(found: FoundPlugin, manifest: PluginManifest): ReturnType<typeof pluginTool>
  registrationOf(found: FoundPlugin): Registration | null
  statusOf(found: FoundPlugin): PluginStatus
}

export function classifyPlugins(
  known: Pick<KnownPlugins, 'all'>,
  deps: ClassifyDeps,
): ClassifiedPlugins {
  const tools = new WeakMap<FoundPlugin, ReturnType<typeof pluginTool>>()
  const grantsOf = (name: string): PluginGrants => ({
    writeFolders: deps.writeFolders(),
    hosts: deps.settings().hosts[name] ?? [],
  })
  const toolOf = (found: FoundPlugin, manifest: PluginManifest) => {
    const before = tools.get(found)
    if (before !== undefined) return before
    const created = pluginTool(manifest, found.origin, () => grantsOf(found.name), deps.inputOf)
    tools.set(found, created)
    return created
  }
  const inBuiltIn = (name: string): string | null => {
    const own = known.all().flatMap((one) => (one.origin === 'built-in' ? [one.name] : []))
    return own.includes(name) ? name : (own.find((other) => deps.alike(name, other)) ?? null)
  }
  const needsReview = ({ origin, file }: FoundPlugin): boolean =>
    origin === 'external' || deps.agentsWrite(file)
  const registrationOf = ({ origin, manifest }: FoundPlugin): Registration | null =>
    origin === 'external' || manifest === null ? null : deps.registration(manifest)
  const statusOf = (found: FoundPlugin): PluginStatus => {
    const plain = pluginStatus(found, {
      settings: deps.settings(),
      takenBy: deps.takenBy,
      inBuiltIn,
      needsReview: needsReview(found),
      pin: deps.pins.of(found.name),
      registration: registrationOf(found),
    })
    if (plain.state === 'broken' || found.manifest === null) return plain
    const tool = toolOf(found, found.manifest)
    return tool.ok
      ? plain
      : {
          state: 'broken',
          reason: failure(
            DECLARED_ERRORS.args,
            `${found.file}: ${found.name} cannot be used, because ${tool.error}.`,
            'Change its [args].',
          ),
        }
  }
  const calledBy = (name: string): FoundPlugin | null => {
    const named = known.all().filter((found) => found.name === name)
    return named.find(({ origin }) => origin === 'built-in') ?? named[0] ?? null
  }
  return { calledBy, grantsOf, toolOf, registrationOf, statusOf }
}
