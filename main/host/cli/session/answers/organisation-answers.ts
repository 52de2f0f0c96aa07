// What an organisation decides where no Gatehouse runs, and that there is no fleet.
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { bundlesOf, configOf } from './config-of.ts'

async function fleet(_context: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'fleet')) return ok({ kind: 'none' })
  const config = await configOf(paths)
  return config === null || config.fleet !== null ? null : ok({ kind: 'none' })
}

/** Its source is not asked. */
async function organisation(_context: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'organisation')) return ok({ kind: 'none' })
  const config = await configOf(paths)
  if (config === null) return null
  const bundles = await bundlesOf(config, paths)
  if (bundles === null) return ok({ kind: 'none' })
  const { bundleState } = await import('../../../../bundle/bundle-state.ts')
  return ok(bundleState(config.organisation, bundles, Date.now()))
}

async function managed(_context: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'organisation')) return ok(null)
  const config = await configOf(paths)
  if (config === null) return null
  return ok((await bundlesOf(config, paths))?.managed() ?? null)
}

export const organisationAnswers: AnswersAtRest = {
  'fleet.collector': fleet,
  'fleet.state': fleet,
  'organisation.policy': managed,
  'organisation.state': organisation,
}
