// What the section of plugins lets through that it did not before, in sentences. Pure.
import type { PluginSettings } from '../../../contract/plugin/settings.ts'

/** More plugins, other folders, or more for one of them. */
export function relaxesPlugins(from: PluginSettings, to: PluginSettings): readonly string[] {
  const anyone = ({ externalAllowList: list }: PluginSettings): boolean => list.length === 0
  const [before, now] = [from, to].map((one) => (one.allowExternal ? one.externalAllowList : []))
  const fresh = (now ?? []).filter((name) => before?.includes(name) !== true)
  const hosts = Object.entries(to.hosts).flatMap(([name, list]) =>
    list
      .filter((host) => from.hosts[name]?.includes(host) !== true)
      .map((host) => `The plugin ${name} may connect to ${host}.`),
  )
  return [
    ...(to.builtInFolder === from.builtInFolder
      ? []
      : ['Plugins of another folder need no review.']),
    ...(to.externalFolder === from.externalFolder || !to.allowExternal
      ? []
      : ['External plugins come from another folder.']),
    ...(to.allowExternal && !(from.allowExternal && anyone(from))
      ? anyone(to)
        ? ['Every external plugin can be called.']
        : fresh.map((name) => `The external plugin ${name} can be called.`)
      : []),
    ...(from.strict && !to.strict ? ['Tools that are not as registered can be called.'] : []),
    ...to.writeFolders
      .filter((folder) => !from.writeFolders.includes(folder))
      .map((folder) => `Plugins may write in ${folder}, where the preset allows it.`),
    ...hosts,
  ]
}
