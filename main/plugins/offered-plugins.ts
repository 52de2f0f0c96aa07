// The tools of the plugins, as they are offered now.
import type { ListedTool } from '../../contract/call/tool-source.ts'
import type { ClassifyDeps, ClassifiedPlugins } from './classify-plugins.ts'
import type { KnownPlugins } from './known-plugins.ts'

export type OfferedPluginsDeps = Pick<ClassifyDeps, 'settings' | 'writeFolders'> & {
  readonly pins: {
    /** Another number whenever one changed. */
    version(): number
  }
}

export type OfferedPlugins = {
  /** The same array while nothing about them is another. */
  listed(): readonly ListedTool[]
  /** Something about them is another. */
  forget(): void
}

export function openOfferedPlugins(
  known: Pick<KnownPlugins, 'all'>,
  { calledBy, statusOf, toolOf }: ClassifiedPlugins,
  deps: OfferedPluginsDeps,
): OfferedPlugins {
  let offer: {
    readonly key: string
    /** What the key was written from. */
    readonly of: readonly unknown[]
    readonly tools: readonly ListedTool[]
  } | null = null
  return {
    listed() {
      const of = [deps.pins.version(), deps.settings(), ...deps.writeFolders()]
      // Every call asks. The settings are one object for as long as the configuration is.
      if (offer?.of.length === of.length && of.every((part, at) => part === offer?.of[at]))
        return offer.tools
      const key = JSON.stringify(of)
      if (offer?.key === key) {
        offer = { key, of, tools: offer.tools }
        return offer.tools
      }
      const listed = known.all().flatMap((found): ListedTool[] => {
        if (found.manifest === null || found !== calledBy(found.name)) return []
        const tool = toolOf(found, found.manifest)
        if (!tool.ok) return []
        const { state, reason } = statusOf(found)
        // A name that is taken is no tool of the plugin's.
        if (state === 'taken' || state === 'broken') return []
        return [
          {
            tool: tool.value,
            source: `plugin:${found.name}`,
            closed:
              reason === null
                ? null
                : { what: reason.text, how: reason.hint ?? '', code: reason.code },
            trust: null,
            review: state === 'open' || state === 'new' || state === 'changed' ? state : 'refused',
          },
        ]
      })
      offer = { key, of, tools: listed }
      return listed
    },
    forget() {
      offer = null
    },
  }
}
