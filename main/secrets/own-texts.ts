// What Gatehouse keeps for itself among the credentials: what sign-ins left, and the key that signs
// receipts. Never listed, of no use to a tool.
import { z } from 'zod'
import type { Credential } from '../../contract/credential.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { locked, unreadable } from './credential-failures.ts'
import type { Credentials } from './credential-store.ts'
import type { OpenedVault } from './keyring.ts'
import { noStore, SIGNING_KEY, signInName } from './sign-ins.ts'
import type { VaultFile } from './vault-file.ts'

export type OwnTextsDeps = {
  readonly file: VaultFile
  readonly now: () => number
  /** Also while it is closed. */
  readonly everything: () => readonly Credential[]
  readonly keep: (next: OpenedVault) => Result<null, Failure>
  readonly put: (credential: Credential, value: string) => Result<null, Failure>
  readonly unlock: (passphrase: string | undefined) => Promise<Result<unknown, Failure>>
  /** One change at a time. */
  readonly serialized: <T>(work: () => Promise<T>) => Promise<T>
  readonly fromEnvironment: () => string | null
  readonly problem: () => string | null
  readonly opened: () => OpenedVault | null
}

/** `stored`: what the protocol's side wrote, as it wrote it. */
const SignIn = z.strictObject({ resource: z.string(), kept: z.unknown() })

/** Of what Gatehouse keeps for itself. */
const forNoRequest = (createdAt: number) => ({
  header: 'authorization',
  template: 'Bearer {}',
  createdAt,
  lastUsedAt: null,
})

export function openOwnTexts({
  file,
  now,
  everything,
  keep,
  put,
  unlock,
  serialized,
  fromEnvironment,
  problem,
  opened,
}: OwnTextsDeps): Pick<Credentials, 'signIns' | 'signingKey'> {
  const signIns: Credentials['signIns'] = {
    has: (server) => everything().some((one) => one.name === signInName(server)),
    ready: () =>
      serialized(async () => {
        if (opened() !== null) return ok(null)
        if (file.read() !== null) return err(noStore(problem() ?? 'it is locked.'))
        const created = await unlock(fromEnvironment() ?? undefined)
        return created.ok ? ok(null) : err(noStore(created.error.text))
      }),
    // In turn, so that it waits for a store that is just being opened.
    load: (server, resource) =>
      serialized(async () => {
        const name = signInName(server)
        if (!everything().some((one) => one.name === name)) return ok(null)
        const found = opened()?.secrets.find(({ credential }) => credential.name === name)
        if (found === undefined) return err(noStore('it is locked.'))
        const stored = SignIn.safeParse(JSON.parse(found.value))
        return ok(
          stored.success && stored.data.resource === resource
            ? JSON.stringify(stored.data.kept)
            : null,
        )
      }),
    save: (server, resource, text) =>
      serialized(async () => {
        // Listed for no host that is: it is handed to nothing but the sign-in itself.
        const credential: Credential = {
          name: signInName(server),
          hosts: [`${server.replaceAll('/', '.')}.mcp.invalid`],
          ...forNoRequest(now()),
        }
        return put(credential, JSON.stringify({ resource, kept: JSON.parse(text) }))
      }),
    remove: (server) =>
      serialized(async () => {
        const name = signInName(server)
        if (!everything().some((one) => one.name === name)) return ok(null)
        const open = opened()
        return open === null
          ? err(locked)
          : keep({
              ...open,
              secrets: open.secrets.filter(({ credential }) => credential.name !== name),
            })
      }),
  }

  const signingKey: Credentials['signingKey'] = {
    isOpen: () => opened() !== null,
    load() {
      const vault = file.read()
      if (typeof vault === 'string') return err(unreadable(file.path, vault))
      if (!everything().some(({ name }) => name === SIGNING_KEY)) return ok(null)
      const found = opened()?.secrets.find(({ credential }) => credential.name === SIGNING_KEY)
      return found === undefined ? err(locked) : ok(found.value)
    },
    save: (text) =>
      serialized(async () =>
        put({ name: SIGNING_KEY, hosts: ['signing-key.invalid'], ...forNoRequest(now()) }, text),
      ),
  }

  return { signIns, signingKey }
}
