// What is stored, while it is open and while it is closed: read from the vault's file, written to it first
// and then in force.
import { openSerialWork } from '../../contract/serial-work.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { Credential, SecretsState } from '../../contract/credential.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { locked, tampered, unreadable } from './credential-failures.ts'
import type { CredentialDeps } from './credential-store.ts'
import { partsOf } from './destination.ts'
import type { Keyring, OpenedVault } from './keyring.ts'
import { isListed, plain } from './listed.ts'
import { isSignIn, tokensIn } from './sign-ins.ts'
import { encryptVault, openVault } from './vault.ts'

export type StoredSecrets = {
  /** Null while it is closed. */
  opened(): OpenedVault | null
  become(next: OpenedVault | null): void
  /** Writes first: what is not on the disk is not said to be stored. */
  keep(next: OpenedVault): Result<null, Failure>
  put(credential: Credential, value: string): Result<null, Failure>
  drop(name: string): Result<null, Failure>
  /** Also while it is closed. */
  everything(): readonly Credential[]
  listing(): readonly Credential[]
  state(): SecretsState
  unlock(passphrase: string | undefined): Promise<Result<SecretsState, Failure>>
  /** What must not be shown anywhere. */
  hidden(): readonly string[]
  /** One change at a time: two at once would each write the file without the other's. */
  serialized<T>(work: () => Promise<T>): Promise<T>
}

export function openStoredSecrets(
  { file, changed }: Pick<CredentialDeps, 'file' | 'changed'>,
  keyring: Keyring,
): StoredSecrets {
  let open: OpenedVault | null = null
  let hidden: readonly string[] = []

  const serialized = openSerialWork()

  const become = (next: OpenedVault | null): void => {
    open = next
    hidden =
      next === null
        ? []
        : next.secrets.flatMap(({ credential, value }) =>
            isSignIn(credential) ? tokensIn(value) : partsOf(credential, value),
          )
    changed()
  }

  const keep = (next: OpenedVault): Result<null, Failure> => {
    try {
      file.write(encryptVault(next.lock, next.key, next.secrets))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return err(
        failure(
          'secrets.unwritten',
          `The secrets could not be saved to ${file.path}: ${why}.`,
          'Nothing was changed. Free some disk space, or check the permissions.',
        ),
      )
    }
    become(next)
    return ok(null)
  }

  const everything = (): readonly Credential[] => {
    if (open !== null) return open.secrets.map(({ credential }) => credential)
    const vault = file.read()
    return vault === null || typeof vault === 'string' ? [] : vault.entries.map(plain)
  }
  const listing = (): readonly Credential[] => everything().filter(isListed)

  const state = (): SecretsState => {
    const text = keyring.text()
    if (open !== null)
      return {
        kind: 'open',
        storedBy: open.lock.kind,
        count: listing().length,
        text,
        problem: null,
      }
    const vault = file.read()
    if (vault === null) return { kind: 'none', storedBy: null, count: 0, text, problem: null }
    if (typeof vault === 'string')
      return {
        kind: 'broken',
        storedBy: null,
        count: 0,
        text,
        problem: unreadable(file.path, vault).text,
      }
    return {
      kind: 'locked',
      storedBy: vault.lock.kind,
      count: vault.entries.filter(isListed).length,
      text,
      problem: keyring.problem(),
    }
  }

  const unlock = async (passphrase: string | undefined): Promise<Result<SecretsState, Failure>> => {
    if (open !== null) return ok(state())
    const vault = file.read()
    if (typeof vault === 'string') return err(unreadable(file.path, vault))
    if (vault === null) {
      const created = await keyring.make(passphrase)
      if (!created.ok) return created
      const stored = keep({ ...created.value, secrets: [] })
      return stored.ok ? ok(state()) : stored
    }
    const key = await keyring.open(vault, passphrase)
    if (!key.ok) return key
    const secrets = openVault(vault, key.value)
    if (secrets === 'wrong-key') return err(keyring.wrong(vault.lock))
    if (secrets === 'changed') return err(tampered(file.path))
    keyring.right()
    become({ lock: vault.lock, key: key.value, secrets })
    return ok(state())
  }

  const put = (credential: Credential, value: string): Result<null, Failure> => {
    if (open === null) return err(locked)
    return keep({
      ...open,
      secrets: [
        ...open.secrets.filter((one) => one.credential.name !== credential.name),
        { credential, value },
      ],
    })
  }
  const drop = (name: string): Result<null, Failure> =>
    open === null
      ? err(locked)
      : keep({
          ...open,
          secrets: open.secrets.filter(({ credential }) => credential.name !== name),
        })

  return {
    opened: () => open,
    become,
    keep,
    put,
    drop,
    everything,
    listing,
    state,
    unlock,
    hidden: () => hidden,
    serialized,
  }
}
