import type { Credential, NewCredential, SecretsState } from '../../../contract/credential.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type SecretsService = {
  state(): SecretsState
  list(): readonly Credential[]
  set(given: NewCredential, surface: Surface): Promise<Result<Credential, Failure>>
  remove(name: string, surface: Surface): Promise<Result<null, Failure>>
  unlock(passphrase: string | undefined, surface: Surface): Promise<Result<SecretsState, Failure>>
  lock(surface: Surface): Promise<SecretsState>
}

type Topic =
  | 'secrets.state'
  | 'secrets.list'
  | 'secrets.set'
  | 'secrets.remove'
  | 'secrets.unlock'
  | 'secrets.lock'

export const secretHandlers = (secrets: SecretsService): Pick<Handlers, Topic> => ({
  'secrets.state': async () => ok(secrets.state()),
  'secrets.list': async () => ok([...secrets.list()]),
  'secrets.set': (given, { surface }) => secrets.set(given, surface),
  'secrets.remove': async ({ name }, { surface }) => {
    const removed = await secrets.remove(name, surface)
    return removed.ok ? ok([...secrets.list()]) : removed
  },
  'secrets.unlock': ({ passphrase }, { surface }) => secrets.unlock(passphrase, surface),
  'secrets.lock': async (_, { surface }) => ok(await secrets.lock(surface)),
})
