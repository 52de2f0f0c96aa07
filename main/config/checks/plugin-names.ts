// Which names in a configuration can be those of plugins. Pure.
import { nearest } from '../../../contract/nearest.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { PluginName } from '../../../contract/plugin/plugin-name.ts'
import type { PolicyFacts } from '../facts.ts'

/** A plugin that is there, or one that may come into the folders that the person named. */
export const mayBePlugin = (
  name: string,
  settings: Config['plugins'],
  toolNames: readonly string[],
  facts: PolicyFacts,
): boolean =>
  PluginName.safeParse(name).success &&
  (facts.hasPlugin?.(name, settings) === true ||
    ((settings.builtInFolder ?? settings.externalFolder) !== null &&
      nearest(name, toolNames) === null))
