// What the fake Gatehouse of the development window knows of stored credentials: as much as the
// screens need.
import type { Credential, SecretsState } from '../../contract/credential.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Result } from '../../contract/result.ts'

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string, hint: string): Result<never, Failure> => ({
  ok: false,
  error: { code, text, hint },
})

type Topic = Extract<keyof Handlers, `secrets.${string}` | `accounts.${string}`>

const storedOnes: readonly Credential[] = [
  {
    name: 'github-token',
    hosts: ['api.github.com', '*.githubusercontent.com'],
    header: 'authorization',
    template: 'Bearer {}',
    createdAt: 1,
    lastUsedAt: Date.now() - 7_200_000,
  },
  {
    name: 'registry-of-the-whole-department-with-a-long-name',
    hosts: ['registry.internal.department.example.org:8443'],
    header: 'x-api-key',
    template: '{}',
    createdAt: 1,
    lastUsedAt: null,
  },
  {
    name: 'tickets',
    hosts: ['tickets.example.org'],
    header: 'authorization',
    template: 'Basic',
    createdAt: 1,
    lastUsedAt: null,
  },
]

/**
 * The passphrase is "correct horse". `stored`: three credentials are there, and the store is
 * locked. `broken`: its file cannot be read.
 */
export function fakeSecrets(stored: boolean, broken = false): Pick<Handlers, Topic> {
  let open = false
  let all: readonly Credential[] = stored ? storedOnes : []
  const state = (): SecretsState => ({
    kind: broken ? 'broken' : open ? 'open' : all.length === 0 ? 'none' : 'locked',
    storedBy: !broken && (open || all.length > 0) ? 'passphrase' : null,
    count: broken ? 0 : all.length,
    text: 'This system has no keychain: what Electron would use instead protects nothing, so the Gatehouse passphrase keeps the secrets.',
    problem: broken
      ? 'The credential store, /home/ada/.config/gatehouse/secrets.json, cannot be used: it is not JSON. Nothing was overwritten.'
      : null,
  })
  const locked = fault('secrets.locked', 'The credential store is locked.', 'Unlock it first.')
  return {
    'accounts.list': async () =>
      fine([
        { account: 'google', signedIn: false, page: null },
        { account: 'reddit', signedIn: false, page: null },
      ]),
    'accounts.sign-in': async () => fine(null),
    'accounts.sign-out': async () => fine(null),
    'secrets.state': async () => fine(state()),
    'secrets.list': async () => fine([...all]),
    'secrets.set': async ({ name, hosts, header, template, value }) => {
      if (!open) return locked
      if (template === 'Basic' && !value.includes(':'))
        return fault(
          'secrets.value',
          'For Basic the value is user:password.',
          'Give both, with a colon between them.',
        )
      const credential = { name, hosts, header, template, createdAt: 1, lastUsedAt: null }
      all = [...all.filter((other) => other.name !== name), credential].toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      )
      return fine(credential)
    },
    'secrets.remove': async ({ name }) => {
      if (!open) return locked
      all = all.filter((credential) => credential.name !== name)
      return fine([...all])
    },
    'secrets.unlock': async ({ passphrase }) => {
      if (passphrase !== 'correct horse')
        return fault(
          'secrets.wrong-passphrase',
          'That passphrase does not open the credential store.',
          'Try again.',
        )
      open = true
      return fine(state())
    },
    'secrets.lock': async () => {
      open = false
      return fine(state())
    },
  }
}
