// Plugins as a source of tools: what is in the two folders, which of it can be called, and a
// person's review. Runs nothing.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Surface } from '../../contract/call/principal.ts'
import type { ListedTool } from '../../contract/call/tool-source.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { PluginListing, PluginReview } from '../../contract/plugin/listing.ts'
import type { PluginManifest } from '../../contract/plugin/manifest.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { nearest } from '../../contract/nearest.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { knownPlugins } from './known-plugins.ts'
import type { Folders } from './known-plugins.ts'
import { reachSentences } from './plugin-reach.ts'
import { pluginReview } from './plugin-review.ts'
import { classifyPlugins, type ClassifyDeps } from './classify-plugins.ts'
import { openOfferedPlugins } from './offered-plugins.ts'
import type { FoundPlugin } from './read-folder.ts'
import { reviewText } from './plugin-status.ts'

/** What a person has reviewed. Opening counts once it is in the journal and the store. */
export type PluginPins = {
  of(name: string): { readonly text: string; readonly open: boolean } | null
  accept(name: string, text: string, surface: Surface): Promise<Result<null, Failure>>
  /** `surface` null: it changed by itself. */
  close(name: string, surface: Surface | null): void
  /** Another number whenever one changed. */
  version(): number
}

export type PluginsDeps = ClassifyDeps & {
  readonly folders: () => Folders
  readonly pins: PluginPins
  readonly watch: (folders: readonly string[], changed: () => void) => () => void
  readonly changed: () => void
  readonly broken: (fault: unknown) => void
}

/** A plugin that can be called now, with its files as they are now. */
export type ReadyPlugin = {
  readonly manifest: PluginManifest
  readonly file: { readonly path: string; readonly sha256: string }
}

export type Plugins = {
  /** The same array while nothing about them is another. */
  offered(): readonly ListedTool[]
  /** Why the plugin of this name is no tool as its files are; null: it is one, or there is none. */
  broken(name: string): ListedTool['closed']
  list(): readonly PluginListing[]
  /** Fails with the reason why the plugin cannot be called. */
  touch(name: string): Promise<Result<CanonicalTouch, Failure>>
  /** The plugin of just this digest. Fails as `touch`, and with `plugin.changed`. */
  ready(name: string, digest: string): Promise<Result<ReadyPlugin, Failure>>
  review(name: string): Promise<Result<PluginReview, Failure>>
  /** An acceptance of what `digest` identifies. Fails with `plugin.changed` where it is another. */
  accept(name: string, digest: string, surface: Surface): Promise<Result<PluginReview, Failure>>
  close(name: string, surface: Surface): Promise<Result<PluginReview, Failure>>
  /** What of the settings is probably not meant. */
  warnings(): string[]
  /** Reads the folders again. */
  reload(): Promise<void>
  /** Follows the configuration. */
  follow(): void
  dispose(): void
}

export async function openPlugins(deps: PluginsDeps): Promise<Plugins> {
  const known = knownPlugins(deps.folders, deps.inputOf)
  await known.load()
  const classified = classifyPlugins(known, deps)
  const { calledBy, grantsOf, statusOf } = classified
  const offer = openOfferedPlugins(known, classified, deps)

  /** What changed since its review is closed for good, until somebody looks at it. */
  const closeChanged = (): void => {
    for (const found of known.all()) {
      const pin = deps.pins.of(found.name)
      const isCalled = found === calledBy(found.name)
      if (isCalled && pin?.open === true && pin.text !== reviewText(found))
        deps.pins.close(found.name, null)
    }
  }

  const announce = (): void => {
    offer.forget()
    closeChanged()
    deps.changed()
  }
  let loading: Promise<void> = Promise.resolve()
  const reload = (): Promise<void> => {
    loading = loading.then(known.load).then((differs) => {
      if (differs) announce()
    })
    return loading
  }
  const watched = watchFolders(deps, () => void reload().catch(deps.broken))
  watched.again()
  closeChanged()

  const fresh = async (name: string): Promise<Result<FoundPlugin, Failure>> => {
    const before = calledBy(name)
    const found = await known.fresh(name)
    if (found !== before) announce()
    return found === null
      ? err(
          failure(
            DECLARED_ERRORS.unknown,
            `There is no plugin named ${name}.`,
            hintFor(name, known.all()),
          ),
        )
      : ok(found)
  }
  const openNow = async (name: string) => {
    const found = await fresh(name)
    if (!found.ok) return found
    const { state, reason } = statusOf(found.value)
    const { manifest, digest, program } = found.value
    if (state !== 'open' || manifest === null || digest === null || program === null)
      return err(reason ?? failure(DECLARED_ERRORS.unknown, `The plugin ${name} cannot be called.`))
    return ok({ found: found.value, manifest, digest, program })
  }
  const review = (found: FoundPlugin): Result<PluginReview, Failure> =>
    pluginReview(found, statusOf(found), deps.pins.of(found.name), grantsOf(found.name))

  return {
    offered: offer.listed,
    broken(name) {
      const found = calledBy(name)
      const status = found === null ? null : statusOf(found)
      if (status?.state !== 'broken' || status.reason === null) return null
      // Why is for the person: words of its manifest would be read by the model that calls it.
      return {
        what: `The plugin ${name} cannot be used as its files are now.`,
        how: `A person sees why: gatehouse plugins check, gatehouse plugins list.`,
        code: status.reason.code,
      }
    },
    list: () =>
      known.all().map((found) => ({
        name: found.name,
        origin: found.origin,
        file: found.file,
        ...statusOf(found),
        problems: [...found.problems],
        manifest: found.manifest,
        digest: found.digest,
        program: found.program,
        registration: classified.registrationOf(found),
        reach: found.manifest === null ? [] : reachSentences(found.manifest, grantsOf(found.name)),
      })),
    warnings: () => allowListWarnings(deps.settings().externalAllowList, known.all()),
    async touch(name) {
      const opened = await openNow(name)
      return opened.ok
        ? ok({
            kind: 'plugin.run',
            plugin: name,
            origin: opened.value.found.origin,
            runs: opened.value.manifest.runs,
            digest: opened.value.digest,
          })
        : opened
    },
    async ready(name, digest) {
      const opened = await openNow(name)
      if (!opened.ok) return opened
      return opened.value.digest === digest
        ? ok({ manifest: opened.value.manifest, file: opened.value.program })
        : err(
            failure(
              DECLARED_ERRORS.changed,
              `The plugin ${name} changed after the decision, so it was not started.`,
              'Call it again.',
            ),
          )
    },
    async review(name) {
      const found = await fresh(name)
      return found.ok ? review(found.value) : found
    },
    async accept(name, digest, surface) {
      const found = await fresh(name)
      if (!found.ok) return found
      const shown = review(found.value)
      if (!shown.ok) return shown
      if (shown.value.digest !== digest)
        return err(
          failure(
            DECLARED_ERRORS.changed,
            `The plugin ${name} changed while you looked at it, so nothing was accepted.`,
            'Look at it again.',
          ),
        )
      const written = await deps.pins.accept(name, reviewText(found.value), surface)
      if (!written.ok) return written
      announce()
      return review(found.value)
    },
    async close(name, surface) {
      const found = await fresh(name)
      if (!found.ok) return found
      deps.pins.close(name, surface)
      announce()
      return review(found.value)
    },
    reload,
    follow() {
      watched.again()
      offer.forget()
      void reload().catch(deps.broken)
    },
    dispose: () => watched.end(),
  }
}

/** Watches both folders, wherever they are by now. */
function watchFolders({ folders, watch }: PluginsDeps, changed: () => void) {
  let watched = ''
  let unwatch = (): void => {}
  return {
    again(): void {
      const { builtIn, external } = folders()
      if (watched === `${builtIn}\n${external}`) return
      watched = `${builtIn}\n${external}`
      unwatch()
      unwatch = watch([builtIn, external], changed)
    },
    end: () => unwatch(),
  }
}

function hintFor(name: string, known: readonly FoundPlugin[]): string {
  const meant = nearest(
    name,
    known.map((found) => found.name),
  )
  return `${meant === null ? '' : `Did you mean ${meant}? `}See: gatehouse plugins list`
}

const allowListWarnings = (names: readonly string[], known: readonly FoundPlugin[]): string[] =>
  names.flatMap((name) => {
    const named = known.filter((found) => found.name === name)
    return named.some(({ origin }) => origin === 'built-in')
      ? [
          `plugins.externalAllowList names ${name}, which is in the built-in folder and needs no entry.`,
        ]
      : named.length === 0
        ? [`plugins.externalAllowList names ${name}, and there is no such plugin.`]
        : []
  })
