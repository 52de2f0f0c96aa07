// What the fake Gatehouse of the development window knows of stored credentials: as much as the screens need.
import type { Credential, SecretsState } from '../../contract/credential.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc.ts'
import type { Result } from '../../contract/result.ts'

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string): Result<never, Failure> => ({ ok: false, error: { code, text } })

type Topic = Extract<keyof Handlers, `secrets.${string}`>

/** The passphrase is "correct horse". `stored`: one credential is there, and the store is locked. */
export function fakeSecrets(stored: boolean): Pick<Handlers, Topic> {
  let open = false
  let all: Credential[] = stored
    ? [{ name: 'tickets', hosts: ['tickets.example.org'], header: 'authorization', template: 'Bearer {}', createdAt: 1, lastUsedAt: null }]
    : []
  const state = (): SecretsState => ({
    kind: open ? 'open' : all.length === 0 ? 'none' : 'locked',
    keptBy: open || all.length > 0 ? 'passphrase' : null,
    count: all.length,
    text: 'The Gatehouse passphrase keeps the secrets.',
    problem: null,
  })
  const locked = fault('secrets.locked', 'The store of credentials is locked.')
  return {
    'secrets.state': async () => fine(state()),
    'secrets.list': async () => fine(all),
    'secrets.set': async ({ name, hosts, header, template }) => {
      if (!open) return locked
      const credential = { name, hosts, header, template, createdAt: 1, lastUsedAt: null }
      all = [...all.filter((other) => other.name !== name), credential]
      return fine(credential)
    },
    'secrets.remove': async ({ name }) => {
      if (!open) return locked
      all = all.filter((credential) => credential.name !== name)
      return fine(all)
    },
    'secrets.unlock': async ({ passphrase }) => {
      if (passphrase !== 'correct horse')
        return fault('secrets.wrong-passphrase', 'That passphrase does not open the store of credentials.')
      open = true
      return fine(state())
    },
    'secrets.lock': async () => {
      open = false
      return fine(state())
    },
  }
}
