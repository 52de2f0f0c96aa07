// Names of stored credentials, who is signed in, and what proves that a person is there, where no
// Gatehouse runs: the store stays closed.
import { join } from 'node:path'
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { answering } from '../read-tables.ts'

async function credentials({ home }: Pick<AppPaths, 'home'>) {
  const { credentialsAtRest } = await import('../../../../wiring/at-rest/credentials-at-rest.ts')
  return await credentialsAtRest(home)
}

async function accounts(_context: CliContext, paths: AppPaths) {
  const { accountsAtRest } = await import('../../../../wiring/at-rest/credentials-at-rest.ts')
  return ok(accountsAtRest(await credentials(paths)))
}

async function stepUp(_context: CliContext, paths: AppPaths) {
  const { stepUpAtRest } = await import('../../../../wiring/at-rest/step-up-at-rest.ts')
  const { stepUpTable } = await import('../../../../store/tables/step-up-table.ts')
  return answering(
    paths,
    ({ db }) => stepUpAtRest(stepUpTable(db).get),
    stepUpAtRest(() => null),
  )
}

/** Null where there is none yet, or it cannot be read: a start makes it, or says why. */
async function signingKey({ home, dataDir }: AppPaths) {
  const { openSigningKeys } = await import('../../../../secrets/signing-key.ts')
  const { keyLocked } = await import('../../../../secrets/signing-key-failures.ts')
  const file = join(dataDir, 'signing-key.json')
  const store = (await credentials({ home })).signingKey
  const found = openSigningKeys({ file, store, now: Date.now }).current()
  return found.ok || found.error.code === keyLocked.code ? found : null
}

export const secretAnswers: AnswersAtRest = {
  'accounts.list': accounts,
  'audit.key': async (_context, paths, { rotate }) => (rotate ? null : signingKey(paths)),
  'secrets.list': async (_context, paths) => ok([...(await credentials(paths)).list()]),
  'secrets.state': async (_context, paths) => ok((await credentials(paths)).state()),
  'step-up.state': stepUp,
}
