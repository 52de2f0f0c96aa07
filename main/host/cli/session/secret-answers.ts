// Names of stored credentials, who is signed in, and what proves that a person is there, where no
// Gatehouse runs: the store stays closed.
import { ok } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { CliContext } from '../cli-context.ts'
import type { AnswersAtRest } from './answers-at-rest.ts'
import { reading } from './read-tables.ts'

async function credentials({ home }: AppPaths) {
  const { credentialsAtRest } = await import('../../../wiring/at-rest/credentials-at-rest.ts')
  return await credentialsAtRest(home)
}

async function accounts(_context: CliContext, paths: AppPaths) {
  const { accountsAtRest } = await import('../../../wiring/at-rest/credentials-at-rest.ts')
  return ok(accountsAtRest(await credentials(paths)))
}

async function stepUp(_context: CliContext, paths: AppPaths) {
  const { stepUpAtRest } = await import('../../../wiring/at-rest/step-up-at-rest.ts')
  const { stepUpTable } = await import('../../../store/tables/step-up-table.ts')
  const read = await reading(
    paths,
    ({ db }) => stepUpAtRest(stepUpTable(db).get),
    stepUpAtRest(() => null),
  )
  return read === null ? null : ok(read.value)
}

export const secretAnswers: AnswersAtRest = {
  'accounts.list': accounts,
  'secrets.list': async (_context, paths) => ok([...(await credentials(paths)).list()]),
  'secrets.state': async (_context, paths) => ok((await credentials(paths)).state()),
  'step-up.state': stepUp,
}
