// Which plugins the configuration lets in at all. Beside it the preset decides: both have to agree.
// Pure.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { PluginOrigin } from '../../contract/plugin/plugin-origin.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import type { PluginSettings } from '../../contract/plugin/settings.ts'

/**
 * | plugin   | allowExternal | externalAllowList | result        |
 * | -------- | ------------- | ----------------- | ------------- |
 * | built-in | any           | any               | passes        |
 * | external | false         | any               | denied        |
 * | external | true          | empty             | passes        |
 * | external | true          | not empty         | only if named |
 *
 * @returns null: it passes.
 */
export function externalFilter(
  origin: PluginOrigin,
  name: string,
  { allowExternal, externalAllowList }: Pick<PluginSettings, 'allowExternal' | 'externalAllowList'>,
): Failure | null {
  if (origin === 'built-in') return null
  if (!allowExternal)
    return failure(
      DECLARED_ERRORS.externalDenied,
      `${name} is an external plugin, and external plugins are not allowed.`,
      'A person can set plugins.allowExternal: true in the configuration.',
    )
  if (externalAllowList.length === 0 || externalAllowList.includes(name)) return null
  return failure(
    DECLARED_ERRORS.externalDenied,
    `${name} is an external plugin that plugins.externalAllowList does not name.`,
    'A person can add it there.',
  )
}
