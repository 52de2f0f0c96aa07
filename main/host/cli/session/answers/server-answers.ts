// Which servers are set where no Gatehouse runs, and how another program would start them.
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { storedFromOutside } from '../stored-from-outside.ts'

async function servers({ env }: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'servers')) return ok([])
  const { serversAtRest } = await import('../../../../wiring/at-rest/servers-at-rest.ts')
  const listed = await serversAtRest(paths, env, storedFromOutside(paths))
  return listed === null ? null : ok(listed)
}

async function serverExport({ env }: CliContext, paths: AppPaths, wanted: Input<'servers.export'>) {
  const { serverExportAtRest } = await import('../../../../wiring/at-rest/server-export-at-rest.ts')
  return serverExportAtRest(wanted, paths, env)
}

export const serverAnswers: AnswersAtRest = {
  'servers.export': serverExport,
  'servers.list': servers,
  // A server asks while a call runs, and none does.
  'servers.questions': async () => ok([]),
}
