// Tools, and what an agent file can name of them, where no Gatehouse runs.
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { ToolSettings } from '../../../../wiring/at-rest/has-plugins.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { storedFromOutside } from '../stored-from-outside.ts'

/** As where nothing is set. */
const NO_TOOLS: ToolSettings = {
  servers: {},
  plugins: { builtInFolder: null, externalFolder: null, strict: false },
}

async function toolSettings(paths: AppPaths): Promise<ToolSettings | null> {
  if ((await isUnset(paths, 'servers')) && (await isUnset(paths, 'plugins'))) return NO_TOOLS
  return (await import('../../../../wiring/at-rest/config-at-rest.ts')).configAtRest(paths)
}

export const toolAnswers: AnswersAtRest = {
  async 'tools.list'({ env }, paths, _none, only) {
    const { toolAtRest, toolsAtRest } = await import('../../../../wiring/at-rest/tools-at-rest.ts')
    const listed =
      (only !== undefined && (await toolAtRest(only, paths, env))) ||
      (await toolsAtRest(paths, env, storedFromOutside(paths)))
    return listed === null ? null : ok(listed)
  },
  async 'own-agents.capabilities'(_context, paths) {
    const settings = await toolSettings(paths)
    if (settings === null) return null
    const { capabilitiesAtRest } =
      await import('../../../../wiring/at-rest/capabilities-at-rest.ts')
    const listed = await capabilitiesAtRest(settings, paths, storedFromOutside(paths))
    return listed === null ? null : ok(listed)
  },
}
